// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "../common/paper_scale.hpp"
#include "../common/sentences.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

using namespace studies;

/// A shift of at most this share of the value on all items is none that matters.
constexpr double kMargin = 0.1;

/// Textbook measures at the highest layer, of tasks that learn.
std::vector<const Size*> shown(const std::vector<Size>& sizes, const Tasks& flat) {
  std::vector<const Size*> rows;
  for (const Size& row : sizes)
    if (row.top && row.form.variant == "textbook" && !flat.contains({row.group->model, row.group->task}))
      rows.push_back(&row);
  return rows;
}

/// ": want 3 draws with a value, found 2": why nothing can be told of the first that tells nothing; "" where all do.
std::string because(const std::vector<const Size*>& rows) {
  for (const Size* row : rows)
    if (!row->why.empty()) return ": " + row->why;
  return rows.empty() ? ": no sub-sample of a task that learns was measured" : "";
}

StudyAnswer shift_answer(const std::vector<const Size*>& rows) {
  StudyAnswer answer{"Does the value move with the number of test items?", "cannot tell", ""};
  struct Moved {
    std::size_t told = 0, lower = 0, higher = 0;
    std::size_t moved() const { return lower + higher; }
  };
  std::map<std::string, Moved> by_measure;
  Moved all;
  for (const Size* row : rows) {
    if (row->verdict == "cannot tell") continue;
    for (Moved* one : {&all, &by_measure[row->form.title()]}) {
      ++one->told;
      one->lower += row->verdict == "lower" ? 1 : 0;
      one->higher += row->verdict == "higher" ? 1 : 0;
    }
  }
  if (all.told == 0) {
    answer.sentence = sentence("Nothing could be told" + because(rows));
    return answer;
  }
  answer.verdict =
      all.moved() == 0 ? "no shift seen" : "yes, in " + std::to_string(all.moved()) + " of " + std::to_string(all.told);
  answer.sentence = "On a sub-sample the value is lower in " + std::to_string(all.lower) + " and higher in " +
                    std::to_string(all.higher) + " of " + counted(all.told, "case", "cases") +
                    " (group, measure and size) than on all items, by 95 % intervals over the draws, one at a time.";
  if (all.moved() > 0 && by_measure.size() > 1) {
    const auto share = [](const auto& entry) {
      return static_cast<double>(entry.second.moved()) / static_cast<double>(entry.second.told);
    };
    const auto most = std::max_element(by_measure.begin(), by_measure.end(),
                                       [&](const auto& a, const auto& b) { return share(a) < share(b); });
    add_sentence(answer.sentence,
                 sentence("it moves most often by " + most->first + ", in " + std::to_string(most->second.moved()) +
                          " of " + std::to_string(most->second.told)));
  }
  add_sentence(answer.sentence, "Every case stands in the table Values by number of items.");
  return answer;
}

/// SD over the draws at the smallest and the largest rate, beside what a mean of n items without replacement would do.
StudyAnswer spread_answer(const std::vector<const Size*>& rows) {
  StudyAnswer answer{"How does the spread over sub-samples shrink with their size?", "cannot tell", ""};
  std::vector<double> ratios;
  std::vector<double> expected;
  std::int64_t smallest = 0;
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < rows.size() && rows[last + 1]->group == rows[i]->group &&
           rows[last + 1]->form.title() == rows[i]->form.title() && rows[last + 1]->items == rows[i]->items)
      ++last;
    const Size& low = *rows[i];
    const Size& high = *rows[last];
    i = last;
    if (low.n_items >= high.n_items || !low.sd || !high.sd || *high.sd == 0.0 || high.full == nullptr) continue;
    const double all = static_cast<double>(high.full->n_items);
    const auto variance = [&](const Size& row) {
      return (1.0 - static_cast<double>(row.n_items) / all) / static_cast<double>(row.n_items);
    };
    if (variance(high) <= 0.0) continue;
    ratios.push_back(*low.sd / *high.sd);
    expected.push_back(std::sqrt(variance(low) / variance(high)));
    smallest = low.n_items;
    largest = high.n_items;
  }
  if (ratios.empty()) {
    answer.sentence = sentence("No measure has a spread at two sizes" + because(rows));
    return answer;
  }
  answer.verdict = "by a factor of " + fixed(median(ratios), 1);
  answer.sentence = "The SD over the draws at the smallest size is that at the largest times " +
                    fixed(median(ratios), 1) + " (median over " + counted(ratios.size(), "curve", "curves") +
                    "; n = " + std::to_string(smallest) + " and " + std::to_string(largest) +
                    " in the last one). A mean over items drawn without replacement would shrink by a factor of " +
                    fixed(median(expected), 1) + ".";
  return answer;
}

StudyAnswer null_answer(const std::vector<const Size*>& rows) {
  StudyAnswer answer{"Is the movement that of unrelated representations too?", "cannot tell", ""};
  std::vector<double> values, nulls;  // at the smallest size, as shares of those on all items
  std::size_t together = 0;
  std::set<std::string> seen;  // curves: each is looked at once, at its smallest size
  for (const Size* row : rows) {
    if (!row->null || row->full == nullptr || !row->full->null || !row->mean || !row->full->instability) continue;
    if (!seen.insert(row->form.title() + ", " + title_of(*row->group)).second) continue;
    const bool value_falls = *row->mean < *row->full->instability;
    const bool null_falls = *row->null < *row->full->null;
    together += value_falls == null_falls ? 1 : 0;
    if (*row->full->instability == 0.0 || *row->full->null == 0.0) continue;
    values.push_back(*row->mean / *row->full->instability);
    nulls.push_back(*row->null / *row->full->null);
  }
  if (seen.empty()) {
    answer.sentence = "No measure of representations has a null on sub-samples and on all items.";
    return answer;
  }
  answer.verdict = together == seen.size() ? "in the same direction"
                   : together == 0         ? "not in the same direction"
                                           : "depends on the measure";
  answer.sentence = "From all items to the smallest size, value and null move in the same direction in " +
                    std::to_string(together) + " of " + counted(seen.size(), "curve", "curves") + ".";
  if (!values.empty())
    add_sentence(answer.sentence, "Left of what all items give are " + fixed(median(values), 2) + " of the value and " +
                                      fixed(median(nulls), 2) + " of the null (medians over " +
                                      counted(values.size(), "curve", "curves") + ").");
  add_sentence(answer.sentence, "Every size stands in the table Values by number of items.");
  return answer;
}

}  // namespace

std::vector<StudyAnswer> answers(const std::vector<Size>& sizes, const Tasks& flat) {
  const std::vector<const Size*> rows = shown(sizes, flat);
  std::vector<StudyAnswer> all = {shift_answer(rows), spread_answer(rows), null_answer(rows)};
  for (StudyAnswer& answer : all) add_sentence(answer.sentence, left_out(flat));
  return all;
}

void report_against_paper(const StudyData& data, const published::Facts& facts, const std::vector<Size>& sizes,
                          StudyReport& report) {
  StudyClaim claim{"op_comparable_across_sizes",
                   "Orthogonal Procrustes distances can be compared across data sets and sample sizes (Section 5.2, "
                   "Appendix D)",
                   "cannot_tell", ""};
  std::size_t told = 0;
  std::size_t moved = 0;
  std::size_t equal = 0;
  const Tasks flat = not_learning(data);
  for (const Size& row : sizes) {
    const auto* name = published::measure_named(row.form.id);
    const auto shift = row.shift();
    if (flat.contains({row.group->model, row.group->task}) || name == nullptr || name->paper != "op" || !row.top ||
        !shift)
      continue;
    ++told;
    const double margin = kMargin * std::abs(*row.full->instability);
    moved += shift->low > margin || shift->high < -margin ? 1 : 0;
    equal += shift->low > -margin && shift->high < margin ? 1 : 0;
  }
  claim.verdict = moved > 0 ? "does_not_hold" : told > 0 && equal == told ? "holds" : "cannot_tell";
  claim.remark = told == 0 ? "There is no such value on sub-samples with 3 draws."
                           : "Of " + counted(told, "size", "sizes") + " " + std::to_string(moved) +
                                 " lie more than 10 % off the value on all items and " + std::to_string(equal) +
                                 " within 10 %, by 95 % intervals over the draws.";
  add_sentence(claim.remark, row_sentence(facts, 7));
  add_sentence(claim.remark, left_out(flat));
  report.claims.push_back(std::move(claim));
  report.notes.push_back(
      "The paper's curves on sub-samples are pictures without numbers in the published facts: ours stand alone.");
  report.notes.push_back(effect_sentences(facts, 7));
  report.notes.push_back(row_sentence(facts, 35));
  std::vector<std::pair<std::string, std::string>> listed;
  for (const std::string& model : published::kModels)
    for (const std::string& task : published::kTasks) listed.emplace_back(model, task);
  if (const std::string absent = not_run(data, listed); !absent.empty())
    report.notes.push_back(
        "Of the paper's models and tasks the manifest runs no counterpart, at any scale, of: " + absent + ".");
}

}  // namespace reseed::subsample_size
