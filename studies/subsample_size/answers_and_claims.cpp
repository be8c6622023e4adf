// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "../common/sentences.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

using namespace studies;

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
  answer.sentence = "With fewer items the value is lower in " + std::to_string(all.lower) + " and higher in " +
                    std::to_string(all.higher) + " of " + counted(all.told, "case", "cases") +
                    " (group, measure, size), by 95 % intervals over the draws.";
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
  add_sentence(answer.sentence, "Every case: table Values by number of items.");
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

}  // namespace reseed::subsample_size
