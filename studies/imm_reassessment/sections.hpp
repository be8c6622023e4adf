// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "differences.hpp"
#include "view.hpp"

namespace reseed::imm_reassessment {

/// Kendall's tau-b between the rankings that two measures give to the methods of one comparison.
struct Agreement {
  std::string a, b;
  std::optional<double> tau;  ///< empty: a value is undefined, or a ranking is one single tie
};
std::vector<Agreement> agreements(const View& view, const Comparison& comparison);

/// The three answers with which screen and report open.
std::vector<StudyAnswer> answers(const View& view, const std::vector<Difference>& differences);

/// Tables in the order of the report; the first, the summary, also ends the run on the screen.
std::vector<StudyTable> tables(const View& view, const std::vector<Difference>& differences,
                               std::int64_t disputed_items);

std::vector<StudyFigure> figures(const View& view);

/// How the 95 % interval of a value shrinks with the number of seeds: k seeds drawn with replacement from those that
/// ran, mean over distinct pairs. Pair measures at the top layer.
struct IntervalWidth {
  std::string model, task, method, measure;
  std::int64_t seeds = 0;
  double width = 0.0;              ///< upper minus lower end
  std::optional<double> relative;  ///< width over the value
};
std::vector<IntervalWidth> interval_widths(const View& view);

}  // namespace reseed::imm_reassessment
