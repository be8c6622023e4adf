// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../common/cells.hpp"
#include "../common/run_labels.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;

bool is_textbook(const MeasureForm& form) { return form.variant == "textbook"; }

std::optional<double> mean_r(const Findings& findings, const StudyGroup& group) {
  std::vector<double> all;
  for (const LayerCorrelation& row : findings.layer_correlations)
    if (row.group->name == group.name && row.group->model == group.model && row.group->task == group.task && row.r &&
        is_textbook(row.a))
      all.push_back(*row.r);
  return all.empty() ? std::nullopt : std::optional<double>(mean(all));
}

/// "2 less stable, 1 no difference": verdicts of the curves of a group.
std::string failure_text(const Findings& findings, const StudyGroup& group) {
  std::size_t less = 0;
  std::size_t more = 0;
  std::size_t other = 0;
  std::size_t untold = 0;
  std::size_t constructed = 0;
  for (const FailedAgainstSuccessful& row : findings.failures) {
    if (row.group != &group || !is_textbook(row.form)) continue;
    if (row.verdict == "failed runs less stable")
      ++less;
    else if (row.verdict == "failed runs more stable")
      ++more;
    else if (row.verdict == "by construction")
      ++constructed;
    else
      ++(row.p_holm ? other : untold);
  }
  if (less + more + other + constructed == 0) return "cannot tell";
  return std::to_string(less) + " less, " + std::to_string(more) + " more stable, " + std::to_string(other + untold) +
         " not told apart" + (constructed > 0 ? ", " + std::to_string(constructed) + " by construction" : "");
}

std::string samples_text(const Findings& findings, const StudyGroup& group) {
  std::size_t draws = 0;
  std::size_t inside = 0;
  for (const SampleSpread& row : findings.samples) {
    const auto within = row.inside_without_shift();
    if (row.group != &group || !row.top || !is_textbook(row.form) || row.forced > 0 || !within) continue;
    draws += row.values.size();
    inside += *within;
  }
  return draws == 0 ? "cannot tell" : std::to_string(inside) + " of " + std::to_string(draws);
}

}  // namespace

StudyTable summary(const Findings& findings) {
  StudyTable table{
      "summary",
      "Validity",
      "Textbook measures. Agreement: mean of Pearson's r across layers over all pairs of measures of "
      "representations. Failed runs: verdicts of the measures at the top layer. Sub-samples: values inside "
      "the 95 % interval over seeds of the value on all items, their mean shift taken out.",
      {words("model", "Model"),
       words("task", "Task"),
       words("group", "Group"),
       {"mean_r", "Agreement", "mean r", 2},
       count("n_failed", "Failed"),
       count("n_runs", "of"),
       words("failed_runs", "Failed runs"),
       words("samples", "Sub-samples inside")},
      {}};
  for (const StudyGroup& group : findings.data.groups()) {
    const RunLabels labels = run_labels(findings.data, group);
    const bool labelled = labels.problem.empty();
    table.rows.push_back({group.model, group.task, group.name, cell(mean_r(findings, group)),
                          labelled ? cell(labels.failed.size()) : StudyCell(),
                          labelled ? cell(labels.failed.size() + labels.successful.size()) : StudyCell(),
                          failure_text(findings, group), samples_text(findings, group)});
  }
  return table;
}

}  // namespace reseed::validity
