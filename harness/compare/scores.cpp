// SPDX-License-Identifier: Apache-2.0
#include "compare/scores.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/statistics.hpp"

namespace reseed {
namespace {

/// Scores are shares of items: rounding apart, equal predictions give equal scores.
constexpr double kScoreTolerance = 1e-9;

std::optional<double> score_of(const RunRow& run, const std::string& set, const std::string& metric) {
  const auto scores = run.scores.find(set);
  if (scores == run.scores.end()) return std::nullopt;
  const auto score = scores->second.find(metric);
  return score == scores->second.end() ? std::nullopt : std::optional<double>(score->second);
}

std::vector<std::uint64_t> seeds_with(const GroupSide& group, const std::string& set, const std::string& metric) {
  std::vector<std::uint64_t> seeds;
  for (const auto& [seed, run] : group.by_seed)
    if (score_of(*run, set, metric)) seeds.push_back(seed);
  return seeds;
}

/// Sets that a run of the group was scored on, but the one that chose its checkpoint.
std::set<std::string> test_sets(const GroupSide& group) {
  std::set<std::string> sets;
  for (const RunRow* run : group.runs)
    for (const auto& [set, metrics] : run->scores)
      if (set != "validation") sets.insert(set);
  return sets;
}

/// Items of a test set, as some measure of the group counted them; 0 = not known.
std::int64_t items_of(const GroupSide& group, const std::string& set) {
  for (const MeasureRow* row : group.values)
    if (row->test_set == set && row->subset.empty()) return row->n_items;
  return 0;
}

Candidate compare_set(const ComparedGroup& group, const std::string& set, const std::string& metric) {
  Candidate candidate;
  ComparedQuantity& quantity = candidate.quantity;
  quantity.kind = "score";
  quantity.group = group.a.group;
  quantity.model = group.a.model;
  quantity.task = group.a.task;
  quantity.test_set = set;
  quantity.quantity = quantity.unit = metric;
  const auto seeds_a = seeds_with(group.a, set, metric), seeds_b = seeds_with(group.b, set, metric);
  const auto common = common_seeds(seeds_a, seeds_b);
  quantity.seeds_a = static_cast<std::int64_t>(seeds_a.size());
  quantity.seeds_b = static_cast<std::int64_t>(seeds_b.size());
  quantity.common_seeds = static_cast<std::int64_t>(common.size());
  ComparedValue& value = quantity.values.emplace_back();

  const auto scores = [&](const GroupSide& side, const std::vector<std::uint64_t>& seeds) {
    std::vector<double> list;
    for (const std::uint64_t seed : seeds) list.push_back(*score_of(*side.by_seed.at(seed), set, metric));
    return list;
  };
  // Without common seeds both sides show what they have.
  const auto a = scores(group.a, common.empty() ? seeds_a : common);
  const auto b = scores(group.b, common.empty() ? seeds_b : common);
  if (!a.empty()) value.a = mean(a);
  if (!b.empty()) value.b = mean(b);
  if (a.empty() || b.empty()) {
    quantity.verdict = Verdict::missing;
    quantity.remark = std::string("no run of ") + (a.empty() ? "A" : "B") + " has this score";
    return candidate;
  }
  if (!group.refused.empty() || common.empty()) {
    quantity.verdict = Verdict::refused;
    quantity.remark = group.refused.empty() ? "no seed in common" : group.refused;
    return candidate;
  }
  value.bit_equal = true;
  value.within_tolerance = true;
  for (std::size_t i = 0; i < common.size(); ++i) {
    value.bit_equal = value.bit_equal && same_bits(a[i], b[i]);
    value.within_tolerance = value.within_tolerance && std::abs(b[i] - a[i]) <= kScoreTolerance;
  }
  value.difference = *value.b - *value.a;
  value.margin = margin_of(group.margin_share, *value.a, *value.b, items_of(group.a, set));
  if (const auto verdict = verdict_of_equality(quantity, group.may_be_bit_equal, quantity.remark)) {
    quantity.verdict = *verdict;
    return candidate;
  }
  candidate.open = true;
  candidate.add_scores(0, a, b);
  quantity.test = "sign flips of the differences per seed";
  if (common.size() < 2) {
    quantity.flags.push_back(Flag::too_few_seeds);
    quantity.remark = "1 seed in common: no test";
  } else if (common.size() < 3) {
    quantity.remark = "2 seeds in common: no test";
  }
  return candidate;
}

}  // namespace

void compare_scores(const ComparedGroup& group, std::vector<Candidate>& candidates) {
  std::set<std::string> sets = test_sets(group.a);
  sets.merge(test_sets(group.b));
  std::set<std::string> metrics;
  for (const GroupSide* side : {&group.a, &group.b})
    for (const RunRow* run : side->runs) metrics.insert(run->metric);
  for (const std::string& set : sets)
    for (const std::string& metric : metrics)
      if (!metric.empty()) candidates.push_back(compare_set(group, set, metric));
}

}  // namespace reseed
