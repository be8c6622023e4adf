// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "../common/published.hpp"
#include "differences.hpp"
#include "view.hpp"

namespace reseed::imm_reassessment {

/// Kendall's tau-b between the rankings that two measures give to the methods of one comparison; a method that repeats
/// another one counts once.
struct Agreement {
  std::string a, b;
  std::optional<double> tau;  ///< empty: a value is undefined, or a ranking is one single tie
  std::optional<double> p;    ///< two-sided: of tau or a value further from 0 where the rankings have nothing in common
  std::optional<double> p_holm;  ///< adjusted over the pairs of measures of the comparison
  std::string p_from;            ///< "exact" | "all orders" | "N random orders": where there are ties
};
/// Every two columns of the view, in their order; none with fewer than two different methods, and none of a task that
/// does not learn.
std::vector<Agreement> agreements(const View& view, const Comparison& comparison);

/// The three answers with which screen and report open.
std::vector<StudyAnswer> answers(const View& view, const std::vector<Difference>& differences);

/// Tables in the order of the report; the first, the summary, also ends the run on the screen.
std::vector<StudyTable> tables(const View& view, const std::vector<Difference>& differences,
                               std::int64_t disputed_items);

/// Agreement of the measures in the view's form: the table of the published code's forms.
StudyTable agreement_of_form(const View& view);

/// Figures of every comparison; with more than one, in sections of their own: what compares measures is then among the
/// joint figures. `facts` may be empty.
std::vector<StudyFigure> figures(const View& view, const published::Facts& facts);

/// Those that the forms of the published code have beside the textbook ones: layer curves, and the agreement of a
/// single comparison.
std::vector<StudyFigure> figures_of_form(const View& view, const published::Facts& facts);

/// Notes about tasks that do not learn.
std::vector<std::string> learning_notes(const View& view);
/// Notes about methods whose runs give what those of another one give.
std::vector<std::string> repetition_notes(const View& view);

/// What a reader of the paper wants to know, in plain words: do its claims hold here, do its numbers come back?
std::vector<StudyAnswer> paper_answers(const View& view, const std::vector<StudyClaim>& claims,
                                       const std::vector<StudyPublished>& published);

/// How the 95 % interval of a value shrinks with the number of seeds: k seeds drawn with replacement from those that
/// ran, pairs of a run with itself as the view has them. Pair measures at the top layer.
struct IntervalWidth {
  std::string model, task, method, measure;
  std::int64_t seeds = 0;
  double width = 0.0;              ///< upper minus lower end
  std::optional<double> relative;  ///< width over the value
};
std::vector<IntervalWidth> interval_widths(const View& view);

}  // namespace reseed::imm_reassessment
