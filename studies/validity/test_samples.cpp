// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "../common/cells.hpp"
#include "../common/seed_points.hpp"
#include "../common/sentences.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;

StudyTable samples_table(const std::vector<SampleSpread>& rows, int ddof) {
  StudyTable table{
      "test_samples",
      "Sub-samples of the test items",
      "Instability on random sub-samples of the test items beside the value on all items and its 95 % interval over "
      "seeds. Inside: draws that lie in that interval; without shift: those that do once the mean shift of all draws "
      "of "
      "the size is taken out. Shift: what the number of items does, by its 95 % interval over the draws - higher, "
      "lower, "
      "within 10 % of the value on all items, or cannot tell; what is left is another sample of items. Items \"same\": "
      "one "
      "sub-sample for all measures; \"by kind\": "
      "one for "
      "measures of representations, another for all others, as the paper's code draws them.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       words("measure", "Measure"),
       words("layer", "Layer"),
       words("items", "Items"),
       {"rate", "Rate", "", 2},
       count("n_items", "n"),
       count("draws", "Draws"),
       {"mean", "Mean", "", 4},
       {"sd", "SD", "over draws", 4},
       {"lowest", "Lowest", "", 4},
       {"highest", "Highest", "", 4},
       {"all", "All items", "", 4},
       {"low", "95 % from", "", 4},
       {"high", "to", "", 4},
       count("inside", "Inside"),
       count("inside_without_shift", "without shift"),
       words("shift", "Shift"),
       {"null", "Null", "on the draws", 4},
       {"null_all", "Null", "on all items", 4},
       words("reason", "Remark")},
      {}};
  table.caption += std::string(" SD: divisor ") + (ddof == 1 ? "draws - 1." : "draws.");
  for (const SampleSpread& row : rows) {
    const bool any = !row.values.empty();
    const Movement movement = row.movement();
    std::string remark = movement.why;
    if (row.undefined > 0) remark = counted(row.undefined, "draw", "draws") + " without a value: " + row.reason;
    table.rows.push_back({row.group->model,
                          row.group->task,
                          row.group->name,
                          row.form.title(),
                          text_cell(row.layer),
                          row.items == "by_kind" ? "by kind" : row.items,
                          row.rate,
                          static_cast<double>(row.n_items),
                          cell(row.values.size()),
                          cell(row.mean),
                          cell(row.sd),
                          any ? StudyCell(*std::min_element(row.values.begin(), row.values.end())) : StudyCell(),
                          any ? StudyCell(*std::max_element(row.values.begin(), row.values.end())) : StudyCell(),
                          row.full ? cell(row.full->instability) : StudyCell(),
                          row.full ? cell(row.full->low) : StudyCell(),
                          row.full ? cell(row.full->high) : StudyCell(),
                          row.inside() ? cell(*row.inside()) : StudyCell(),
                          row.inside_without_shift() ? cell(*row.inside_without_shift()) : StudyCell(),
                          movement.verdict,
                          cell(row.null),
                          row.full ? cell(row.full->null) : StudyCell(),
                          text_cell(remark)});
  }
  return table;
}

/// The curves of the draws over the layers beside the interval of the full set.
std::vector<StudyFigure> layer_figures(const std::vector<SampleSpread>& rows) {
  std::vector<StudyFigure> figures;
  std::vector<std::vector<const StudyValue*>> full;  // of every figure: the curve on all items
  for (const SampleSpread& row : rows) {
    if (!row.form.layered || row.full == nullptr || !row.full->instability || row.form.variant != "textbook") continue;
    const std::string title = "On sub-samples of rate " + shortest(row.rate) + ", " + title_of(*row.group) +
                              (row.items == "by_kind" ? ", items by kind: " : ": ") + row.form.title();
    auto found =
        std::find_if(figures.begin(), figures.end(), [&](const StudyFigure& figure) { return figure.title == title; });
    if (found == figures.end()) {
      StudyFigure figure;
      figure.id = "samples-" + file_part(title);
      figure.title = title;
      figure.x_title = "layer";
      figure.y_title = row.form.axis();
      figure.caption =
          "Lines: one sub-sample each, n = " + std::to_string(row.n_items) +
          ". Band: 95 % interval over seeds on all items; small dots in it: " + seed_words(row.form.arity) +
          ". Null: on the sub-samples, items of one run shuffled.";
      figure.alternative =
          "Layer curves of the sub-samples beside the interval of all items; numbers in the table of "
          "sub-samples.";
      figure.series = {{"all items, 95 % over seeds", StudySeries::Mark::band, {}},
                       {"null", StudySeries::Mark::line, {}}};
      found = figures.insert(figures.end(), std::move(figure));
      full.emplace_back();
    }
    full[static_cast<std::size_t>(found - figures.begin())].push_back(row.full);
    const double x = static_cast<double>(parse_integer(row.layer).value_or(0));
    if (row.full->low)
      found->series[0].points.push_back({x, *row.full->instability, row.full->low, row.full->high, ""});
    if (row.null) found->series[1].points.push_back({x, *row.null, std::nullopt, std::nullopt, ""});
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const std::string name = "sub-sample " + std::to_string(row.draws[i]);
      auto series = std::find_if(found->series.begin(), found->series.end(),
                                 [&](const StudySeries& candidate) { return candidate.name == name; });
      if (series == found->series.end())
        series = found->series.insert(series, StudySeries{name, StudySeries::Mark::line, {}});
      series->points.push_back({x, row.values[i], std::nullopt, std::nullopt, ""});
    }
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    std::vector<StudySeries>& series = figures[i].series;
    series.push_back(seed_dots("all items, seeds", full[i], series[0].points.empty() ? -1 : 0, 0.0));
    std::erase_if(series, [](const StudySeries& one) { return one.points.empty(); });
  }
  return figures;
}

/// Measures without layers: groups side by side.
std::vector<StudyFigure> group_figures(const std::vector<SampleSpread>& rows) {
  std::vector<StudyFigure> figures;
  for (const SampleSpread& row : rows) {
    if (row.form.layered || row.full == nullptr || !row.full->instability || row.form.variant != "textbook") continue;
    const std::string title = "On sub-samples: " + row.form.title();
    auto found =
        std::find_if(figures.begin(), figures.end(), [&](const StudyFigure& figure) { return figure.title == title; });
    if (found == figures.end()) {
      StudyFigure figure;
      figure.id = "samples-" + file_part(row.form.title());
      figure.title = title;
      figure.y_title = row.form.axis();
      figure.caption =
          "Points: one sub-sample each. Hollow: all items, with the 95 % interval over seeds; small dots: " +
          seed_words(row.form.arity) + ", on all items.";
      figure.alternative =
          "Values on sub-samples beside the value on all items, group by group; numbers in the table of "
          "sub-samples.";
      figure.series = {{"sub-samples", StudySeries::Mark::points, {}},
                       {"all items", StudySeries::Mark::hollow, {}},
                       {"all items, seeds", StudySeries::Mark::dots, {}, 1}};
      found = figures.insert(figures.end(), std::move(figure));
    }
    const double x = static_cast<double>(found->x_categories.size());
    found->x_categories.push_back(row.group->task + ", " + row.group->model + ", " + row.group->name + ", rate " +
                                  shortest(row.rate) + (row.items == "by_kind" ? ", by kind" : ""));
    for (const double value : row.values)
      found->series[0].points.push_back({x - 0.12, value, std::nullopt, std::nullopt, ""});
    found->series[1].points.push_back({x + 0.12, *row.full->instability, row.full->low, row.full->high, ""});
    for (const StudyPoint& point : seed_points(*row.full, x + 0.12, 0.3)) found->series[2].points.push_back(point);
  }
  for (StudyFigure& figure : figures)
    std::erase_if(figure.series, [](const StudySeries& series) { return series.points.empty(); });
  return figures;
}

/// In how many groups and sizes a measure moves with the number of items.
struct Moves {
  std::size_t moved = 0, all = 0;
};

/// "They move with the number of items by SVCCA distance in 9 of 9, ...: bias by n, no other sample." "" for none.
std::string bias_words(const std::map<std::string, Moves>& by_measure) {
  std::string words;
  for (const auto& [name, moves] : by_measure)
    if (moves.moved > 0)
      words += (words.empty() ? "" : ", ") + name + " in " + std::to_string(moves.moved) + " of " +
               std::to_string(moves.all);
  return words.empty() ? "" : "That shift is bias by n, no other sample: " + words + ".";
}

/// Two things are told apart: what all draws of a size have in common is the number of items, what they differ in is
/// another sample of items.
StudyAnswer samples_answer(const Findings& findings) {
  StudyAnswer answer{"Do the measures say the same on another sample of items?", "cannot tell", ""};
  std::size_t draws = 0;
  std::size_t inside = 0;
  std::size_t without_shift = 0;
  std::map<std::string, Moves> by_measure;
  std::string reason;
  for (const SampleSpread& row : findings.samples) {
    if (row.form.variant != "textbook" || !row.top || !findings.counts(*row.group)) continue;
    const Movement movement = row.movement();
    const auto within = row.inside_without_shift();
    if (reason.empty()) reason = movement.why;
    if (row.forced > 0 || !within) continue;
    draws += row.values.size();
    inside += row.inside().value_or(0);
    without_shift += *within;
    Moves& moves = by_measure[row.form.title()];
    ++moves.all;
    moves.moved += movement.moves() ? 1 : 0;
  }
  if (draws == 0) {
    answer.sentence = findings.samples.empty() ? "The manifest asks for no sub-samples ([analysis] rates)."
                                               : sentence("No sub-samples have values beside an interval of all items" +
                                                          (reason.empty() ? "" : ": " + reason));
  } else {
    const double share = static_cast<double>(without_shift) / static_cast<double>(draws);
    answer.verdict = share >= 0.95 ? "yes" : share >= 0.5 ? "partly" : "no";
    answer.sentence = "Of " + counted(draws, "value", "values") + " on sub-samples (top layers) " +
                      std::to_string(without_shift) +
                      " lie in the 95 % interval over seeds on all items when their mean " +
                      "shift is taken out (yes: 95 %, partly: half), " + std::to_string(inside) + " as they are.";
    add_sentence(answer.sentence, bias_words(by_measure));
  }
  add_sentence(answer.sentence, left_out(findings.flat));
  return answer;
}

}  // namespace

void report_samples(const Findings& findings, StudyReport& report) {
  report.answers.push_back(samples_answer(findings));
  report.tables.push_back(samples_table(findings.samples, findings.ddof));
  for (StudyFigure& figure : group_figures(findings.samples)) report.figures.push_back(std::move(figure));
  // Groups of tasks that learn come first: a page shows the first ones and folds the others.
  std::vector<SampleSpread> ordered = findings.samples;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [&](const SampleSpread& row) { return findings.counts(*row.group); });
  for (StudyFigure& figure : layer_figures(ordered)) report.figures.push_back(std::move(figure));
}

}  // namespace reseed::validity
