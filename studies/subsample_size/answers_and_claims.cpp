// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

using namespace studies;

/// Textbook measures at the highest layer.
std::vector<const Size*> shown(const std::vector<Size>& sizes) {
  std::vector<const Size*> rows;
  for (const Size& row : sizes)
    if (row.top && row.form.variant == "textbook") rows.push_back(&row);
  return rows;
}

std::string first_reason(const std::vector<Size>& sizes) {
  for (const Size& row : sizes)
    if (!row.why.empty()) return row.why;
  return "no sub-sample was measured";
}

StudyAnswer shift_answer(const std::vector<Size>& sizes) {
  StudyAnswer answer{"Does the value move with the number of test items?", "cannot tell", ""};
  std::map<std::string, std::vector<const Size*>> by_measure;
  std::size_t told = 0;
  std::size_t moved = 0;
  for (const Size* row : shown(sizes)) {
    if (row->verdict == "cannot tell") continue;
    by_measure[row->form.title()].push_back(row);
    ++told;
    moved += row->verdict == "no shift seen" ? 0 : 1;
  }
  if (told == 0) {
    answer.sentence = "Nothing could be told: " + first_reason(sizes) + ".";
    return answer;
  }
  answer.verdict = moved == 0 ? "no shift seen" : "yes, in " + std::to_string(moved) + " of " + std::to_string(told);
  for (const auto& [measure, rows] : by_measure) {
    const Size* smallest = *std::min_element(rows.begin(), rows.end(),
                                             [](const Size* a, const Size* b) { return a->n_items < b->n_items; });
    const auto lower = std::count_if(rows.begin(), rows.end(), [](const Size* row) { return row->verdict == "lower"; });
    const auto higher =
        std::count_if(rows.begin(), rows.end(), [](const Size* row) { return row->verdict == "higher"; });
    answer.sentence += measure + ": lower in " + std::to_string(lower) + ", higher in " + std::to_string(higher) +
                       " of " + counted(rows.size(), "size", "sizes") + "; " + fixed(*smallest->mean, 3) + " on " +
                       std::to_string(smallest->n_items) + " items, " + fixed(*smallest->full->instability, 3) +
                       " on " + std::to_string(smallest->full->n_items) + ". ";
  }
  answer.sentence += "Intervals are over the draws (95 %), one at a time.";
  return answer;
}

/// SD over the draws at the smallest and the largest rate, beside what a mean of n items without replacement would do.
StudyAnswer spread_answer(const std::vector<Size>& sizes) {
  StudyAnswer answer{"How does the spread over sub-samples shrink with their size?", "cannot tell", ""};
  std::vector<double> ratios;
  std::vector<double> expected;
  std::int64_t smallest = 0;
  std::int64_t largest = 0;
  const std::vector<const Size*> rows = shown(sizes);
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
    answer.sentence = "No measure has a spread at two sizes: " + first_reason(sizes) + ".";
    return answer;
  }
  answer.verdict = "by a factor of " + fixed(median(ratios), 1);
  answer.sentence =
      "Median over " + counted(ratios.size(), "curve", "curves") +
      " of the SD over draws at the smallest size over that at the largest (n = " + std::to_string(smallest) + " and " +
      std::to_string(largest) +
      " in the last one); a mean over items drawn without replacement would shrink by a factor of " +
      fixed(median(expected), 1) + ".";
  return answer;
}

StudyAnswer null_answer(const std::vector<Size>& sizes) {
  StudyAnswer answer{"Is the movement that of unrelated representations too?", "cannot tell", ""};
  struct Shares {
    std::vector<double> value, null;  ///< at the smallest size, of those on all items
  };
  std::map<std::string, Shares> by_measure;
  std::set<std::string> seen;  // curves: each is looked at once, at its smallest size
  for (const Size* row : shown(sizes)) {
    if (!row->null || row->full == nullptr || !row->full->null || !row->mean || !row->full->instability) continue;
    if (!seen.insert(row->form.title() + ", " + title_of(*row->group)).second) continue;
    const bool value_falls = *row->mean < *row->full->instability;
    const bool null_falls = *row->null < *row->full->null;
    const std::string verdict = value_falls == null_falls ? "in the same direction" : "not in the same direction";
    answer.verdict = answer.verdict == "cannot tell" || answer.verdict == verdict ? verdict : "depends on the measure";
    if (*row->full->instability == 0.0 || *row->full->null == 0.0) continue;
    Shares& shares = by_measure[row->form.title()];
    shares.value.push_back(*row->mean / *row->full->instability);
    shares.null.push_back(*row->null / *row->full->null);
  }
  for (const auto& [measure, shares] : by_measure)
    answer.sentence += (answer.sentence.empty() ? "At its smallest size a curve has, as a share of what all items give "
                                                  "(median over the groups): "
                                                : "; ") +
                       measure + " " + fixed(median(shares.value), 2) + ", its null " + fixed(median(shares.null), 2) +
                       " (" + counted(shares.value.size(), "group", "groups") + ")";
  answer.sentence += answer.sentence.empty()
                         ? "No measure of representations has a null on sub-samples and on all items."
                         : ". Every size stands in the table of values by number of items.";
  return answer;
}

}  // namespace

std::vector<StudyAnswer> answers(const std::vector<Size>& sizes) {
  return {shift_answer(sizes), spread_answer(sizes), null_answer(sizes)};
}

}  // namespace reseed::subsample_size
