// SPDX-License-Identifier: Apache-2.0
#include "correlation_maps.hpp"

#include <algorithm>

#include "../common/resampler.hpp"
#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr std::size_t kFewest = 3;  // seeds: two have one pair only, whose distance never changes

/// Runs that every group of the study was to have.
std::size_t smallest_group(const View& view) {
  std::size_t smallest = SIZE_MAX;
  for (const StudyGroup& group : view.data().groups()) smallest = std::min(smallest, group.runs.size());
  return smallest;
}

/// Pearson's r over the resamples in which both exist.
std::optional<double> correlation(const std::vector<std::optional<double>>& a,
                                  const std::vector<std::optional<double>>& b) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!a[i] || !b[i]) continue;
    x.push_back(*a[i]);
    y.push_back(*b[i]);
  }
  const auto found = pearson(x, y);
  return found ? std::optional<double>(found->coefficient) : std::nullopt;
}

CorrelationMap map_of(const View& view, const Comparison& comparison, const StudyGroup& group, std::size_t most) {
  CorrelationMap map;
  map.comparison = &comparison;
  map.group = &group;
  map.self_pairs = view.self_pairs();
  std::vector<std::uint64_t> seeds;
  std::vector<double> scores;
  for (const StudyRun* run : ok_runs(group)) {
    if (seeds.size() == most || !run->scores.contains("test")) continue;
    seeds.push_back(run->seed);
    scores.push_back(run->scores.at("test"));
  }
  map.seeds = seeds.size();
  if (scores.size() > 1) map.sd = standard_deviation(scores, view.options().ddof);
  if (map.seeds < kFewest) return map;
  const std::vector<Resample> lists =
      draw_resamples(seeds.size(), view.data().bootstrap_samples(), view.data().bootstrap_seed());
  map.resamples = static_cast<std::int64_t>(lists.size());
  std::vector<std::vector<std::optional<double>>> resampled;
  for (const MeasureColumn& column : view.columns()) {
    const StudyValue* value = view.value(group, "test", column);
    const auto resampler =
        value == nullptr ? std::nullopt : studies::Resampler::make(view.data(), group, *value, seeds);
    if (!resampler) {
      map.left_out.push_back(&column);
      continue;
    }
    map.columns.push_back(&column);
    auto& values = resampled.emplace_back();
    values.reserve(lists.size());
    for (const Resample& list : lists) values.push_back((*resampler)(list, map.self_pairs));
  }
  const std::size_t n = map.columns.size();
  map.r.assign(n, std::vector<std::optional<double>>(n));
  for (std::size_t i = 0; i < n; ++i) {
    map.r[i][i] = 1.0;
    for (std::size_t j = 0; j < i; ++j) map.r[i][j] = map.r[j][i] = correlation(resampled[i], resampled[j]);
  }
  return map;
}

}  // namespace

std::optional<double> CorrelationMap::average(const MeasureColumn& column,
                                              const std::vector<const MeasureColumn*>& among) const {
  const auto own = std::find(columns.begin(), columns.end(), &column);
  if (own == columns.end()) return std::nullopt;
  std::vector<double> others;
  for (const MeasureColumn* other : among.empty() ? columns : among) {
    if (other == &column) continue;
    const auto found = std::find(columns.begin(), columns.end(), other);
    if (found == columns.end()) return std::nullopt;
    const auto& value =
        r[static_cast<std::size_t>(own - columns.begin())][static_cast<std::size_t>(found - columns.begin())];
    if (!value) return std::nullopt;
    others.push_back(*value);
  }
  return others.empty() ? std::nullopt : std::optional<double>(mean(others));
}

std::vector<CorrelationMap> correlation_maps(const View& view, std::size_t seeds) {
  const std::size_t most = seeds == 0 ? smallest_group(view) : seeds;
  std::vector<CorrelationMap> maps;
  for (const Comparison& comparison : view.comparisons())
    for (const StudyGroup* group : comparison.groups) maps.push_back(map_of(view, comparison, *group, most));
  return maps;
}

}  // namespace reseed::imm_reassessment
