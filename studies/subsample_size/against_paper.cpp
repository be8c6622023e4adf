// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "../common/cells.hpp"
#include "../common/code_forms.hpp"
#include "../common/learning.hpp"
#include "../common/paper_scale.hpp"
#include "../common/sentences.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

using namespace studies;

/// Rows of the paper-versus-code list about sub-samples: the measures, the seeds of the figures, how items are drawn.
const std::vector<int> kRows = {1, 3, 5, 6, 7, 8, 9, 10, 11, 30, 35};

/// A Procrustes distance at its highest layer.
bool is_procrustes(const Size& row, const std::string& variant) {
  const auto* name = published::measure_named(row.form.id);
  return name != nullptr && name->paper == "op" && row.form.variant == variant && row.top;
}

/// Sizes of tasks that are learned at which the distance has a shift.
std::vector<const Size*> sizes_told(const StudyData& data, const std::vector<Size>& sizes) {
  const auto flat = not_learning(data);
  std::vector<const Size*> told;
  for (const Size& row : sizes)
    if (is_procrustes(row, "textbook") && row.shift() && !flat.contains({row.group->model, row.group->task}))
      told.push_back(&row);
  return told;
}

/// "Distances can be compared across sample sizes": none of them may move, so that the intervals must hold all at once.
StudyClaim comparable_claim(const StudyData& data, const published::Facts& facts, const std::vector<Size>& sizes) {
  StudyClaim claim{"op_comparable_across_sizes",
                   "Orthogonal Procrustes distances can be compared across data sets and sample sizes (Section 5.2, "
                   "Appendix D)",
                   "cannot_tell", ""};
  const std::vector<const Size*> told = sizes_told(data, sizes);
  std::size_t moved = 0;
  std::size_t equal = 0;
  for (const Size* row : told) {
    const auto shift = row->shift(told.size());
    const double margin = kMovementMargin * std::abs(*row->full->instability);
    moved += shift->low > margin || shift->high < -margin ? 1 : 0;
    equal += shift->low > -margin && shift->high < margin ? 1 : 0;
  }
  if (told.empty()) {
    claim.remark = "There is no such value on sub-samples with 3 draws, of a task that is learned.";
  } else {
    claim.verdict = moved > 0 ? "does_not_hold" : equal == told.size() ? "holds" : "cannot_tell";
    claim.remark = "Of " + counted(told.size(), "size", "sizes") + " of tasks that are learned, " +
                   std::to_string(moved) + " lie more than 10 % off the value on all items and " +
                   std::to_string(equal) +
                   " within 10 %, by 95 % intervals over the draws that hold for all these sizes at once (Bonferroni). "
                   "Sizes alone are tested, not data sets against each other.";
  }
  add_sentence(claim.remark, row_sentence(facts, 7));
  add_sentence(claim.remark, left_out(not_learning(data)));
  return claim;
}

/// Smallest and largest of the values on all items.
std::string range_of(const std::vector<const Size*>& rows) {
  double low = *rows.front()->full->instability;
  double high = low;
  for (const Size* row : rows) {
    low = std::min(low, *row->full->instability);
    high = std::max(high, *row->full->instability);
  }
  return low == high ? readable(low, 3) : readable(low, 3) + " to " + readable(high, 3);
}

/// Row 6: what the printed formula makes of these runs, where it was measured.
std::string printed_formula_note(const published::Facts& facts, const std::vector<Size>& sizes) {
  std::vector<const Size*> printed;
  std::vector<const Size*> distance;
  for (const Size& row : sizes) {
    if (row.full == nullptr || !row.full->instability) continue;
    if (is_procrustes(row, "as_printed")) printed.push_back(&row);
    if (is_procrustes(row, "textbook")) distance.push_back(&row);
  }
  const std::string note = effect_sentences(facts, 6);
  if (printed.empty() || distance.empty()) return note + " The printed formula was not measured here.";
  return note + " Here the printed formula gives " + range_of(printed) + " on all items where the distance is " +
         range_of(distance) + "; the table Values by number of items has both by size.";
}

}  // namespace

void report_against_paper(const StudyData& data, const published::Facts& facts, const std::vector<Size>& sizes,
                          StudyReport& report) {
  report.claims.push_back(comparable_claim(data, facts, sizes));
  for (StudyTable& table : published::code_part(data, facts, kRows)) report.tables.push_back(std::move(table));
  report.notes.push_back(
      "The paper's curves on sub-samples are pictures without numbers in the published facts: ours stand alone.");
  report.notes.push_back(printed_formula_note(facts, sizes));
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
