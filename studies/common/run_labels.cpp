// SPDX-License-Identifier: Apache-2.0
#include "run_labels.hpp"

#include <algorithm>

#include "base/number.hpp"

namespace reseed::studies {
namespace {

/// Scores that are equal as fractions differ in their last bits.
constexpr double kSlack = 1e-12;

/// Share of the most frequent label of the evaluation set; empty when no run left a record of it.
std::optional<double> majority_share(const StudyData& data, const StudyGroup& group, const std::string& set) {
  for (const StudyRun* run : ok_runs(group)) {
    const auto recorded = data.predictions(*run, set);
    if (!recorded || recorded->labels.is_empty()) continue;
    const arma::uvec counts = arma::hist(recorded->labels, arma::regspace<arma::uvec>(0, recorded->logits.n_rows - 1));
    return static_cast<double>(counts.max()) / static_cast<double>(recorded->labels.n_elem);
  }
  return std::nullopt;
}

}  // namespace

std::vector<const StudyRun*> ok_runs(const StudyGroup& group) {
  std::vector<const StudyRun*> runs;
  for (const StudyRun& run : group.runs)
    if (run.outcome == "ok") runs.push_back(&run);
  std::sort(runs.begin(), runs.end(), [](const StudyRun* a, const StudyRun* b) { return a->seed < b->seed; });
  return runs;
}

RunLabels run_labels(const StudyData& data, const StudyGroup& group) {
  RunLabels labels;
  const auto rule = data.failure();
  if (!rule) {
    labels.problem = "the manifest has no rule for failed runs ([analysis] failure)";
    return labels;
  }
  std::optional<double> bound = rule->not_above;
  if (!bound) bound = majority_share(data, group, rule->on);
  if (!bound) {
    labels.problem = "no run left labels of the set \"" + rule->on + "\"";
    return labels;
  }
  labels.bound = *bound;
  labels.rule = rule->metric + " on " + rule->on + " not above " +
                (rule->not_above ? "" : "the share of the most frequent label, ") + fixed(*bound, 4);
  for (const StudyRun* run : ok_runs(group)) {
    const auto set = run->metrics.find(rule->on);
    if (set == run->metrics.end() || !set->second.contains(rule->metric)) {
      labels.failed.clear();
      labels.successful.clear();
      labels.problem = "seed " + std::to_string(run->seed) + " has no " + rule->metric + " on " + rule->on;
      return labels;
    }
    (set->second.at(rule->metric) <= *bound + kSlack ? labels.failed : labels.successful).push_back(run->seed);
  }
  return labels;
}

}  // namespace reseed::studies
