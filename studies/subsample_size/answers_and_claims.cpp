// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

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
    if (!row->moved.why.empty()) return ": " + row->moved.why;
  return rows.empty() ? ": no sub-sample of a task that learns was measured" : "";
}

/// How often a measure was found to move.
struct Moved {
  std::size_t all = 0, lower = 0, higher = 0, within = 0;

  void add(const Movement& movement) {
    ++all;
    lower += movement.verdict == "lower" ? 1 : 0;
    higher += movement.verdict == "higher" ? 1 : 0;
    within += movement.verdict == "within 10 %" ? 1 : 0;
  }
  std::size_t moved() const { return lower + higher; }
  std::size_t told() const { return moved() + within; }
};

/// "Moved: SVCCA distance 6 of 10, ...": every measure that moves, the one that does so most often first.
std::string movers(const std::map<std::string, Moved>& by_measure) {
  std::vector<std::pair<std::string, Moved>> moving;
  for (const auto& entry : by_measure)
    if (entry.second.moved() > 0) moving.push_back(entry);
  std::stable_sort(moving.begin(), moving.end(),
                   [](const auto& a, const auto& b) { return a.second.moved() > b.second.moved(); });
  std::string words;
  for (const auto& [name, moved] : moving)
    words += (words.empty() ? "Moved: " : ", ") + name + " " + std::to_string(moved.moved()) + " of " +
             std::to_string(moved.all);
  return words.empty() ? "" : words + ".";
}

StudyAnswer shift_answer(const std::vector<const Size*>& rows) {
  StudyAnswer answer{"Does the value move with the number of test items?", "cannot tell", ""};
  std::map<std::string, Moved> by_measure;
  Moved all;
  for (const Size* row : rows) {
    all.add(row->moved);
    by_measure[row->form.title()].add(row->moved);
  }
  if (all.told() == 0) {
    answer.sentence = sentence("Nothing could be told" + because(rows));
    return answer;
  }
  answer.verdict = all.moved() > 0         ? "yes, in " + std::to_string(all.moved()) + " of " + std::to_string(all.all)
                   : all.within == all.all ? "no: within 10 %"
                                           : "cannot tell";
  answer.sentence = "With fewer items the value is lower in " + std::to_string(all.lower) + ", higher in " +
                    std::to_string(all.higher) + " and within 10 % in " + std::to_string(all.within) + " of " +
                    counted(all.all, "case", "cases") +
                    " (group, measure, size), by a 95 % interval each: 5 in 100 move by chance.";
  add_sentence(answer.sentence, movers(by_measure));
  return answer;
}

/// "0.1", or "0.1 or 0.2" where the curves differ.
std::string rates(const std::set<double>& all) {
  std::string words;
  for (const double rate : all) words += (words.empty() ? "" : " or ") + shortest(rate);
  return words;
}

/// SD over the draws at the smallest and the largest rate, beside what a mean of n items without replacement would do.
StudyAnswer spread_answer(const std::vector<const Size*>& rows) {
  StudyAnswer answer{"How does the spread over sub-samples shrink with their size?", "cannot tell", ""};
  std::vector<double> ratios;
  std::vector<double> expected;
  std::set<double> smallest;
  std::set<double> largest;
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
    smallest.insert(low.rate);
    largest.insert(high.rate);
  }
  if (ratios.empty()) {
    answer.sentence = sentence("No measure has a spread at two sizes" + because(rows));
    return answer;
  }
  answer.verdict = "by a factor of " + fixed(median(ratios), 1);
  answer.sentence = "The SD over the draws at the smallest size is that at the largest times " +
                    fixed(median(ratios), 1) + " (median over " + counted(ratios.size(), "curve", "curves") +
                    ", each from its rate " + rates(smallest) + " to " + rates(largest) +
                    "). A mean over items drawn without replacement would shrink by a factor of " +
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
    if (row->forced > 0) continue;  // at a larger size it may be free
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
  answer.sentence =
      "From all items to the smallest size that no dimension forces, value and null move in the same "
      "direction in " +
      std::to_string(together) + " of " + counted(seen.size(), "curve", "curves") + ".";
  if (!values.empty())
    add_sentence(answer.sentence, "There the value is " + fixed(100.0 * median(values), 0) +
                                      " % of that on all items, and the null " + fixed(100.0 * median(nulls), 0) +
                                      " % of its own (medians).");
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
