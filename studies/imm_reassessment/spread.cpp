// SPDX-License-Identifier: Apache-2.0
#include "spread.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr std::size_t kFewestGroups = 4;

/// Average correlations of one measure over the groups, centred and scaled; empty where one does not exist or all are
/// equal.
std::vector<double> z_scores(const std::vector<const CorrelationMap*>& groups, const MeasureColumn& column,
                             const std::vector<const MeasureColumn*>& among) {
  std::vector<double> values;
  for (const CorrelationMap* map : groups) {
    const auto average = map->average(column, among);
    if (!average) return {};
    values.push_back(*average);
  }
  const double centre = mean(values);
  const double scale = standard_deviation(values, 0);
  if (scale == 0.0) return {};
  for (double& value : values) value = (value - centre) / scale;
  return values;
}

SpreadAgainstAgreement of_model(const View& view, const std::string& model,
                                const std::vector<const CorrelationMap*>& groups, std::int64_t samples,
                                const std::vector<const MeasureColumn*>& among) {
  SpreadAgainstAgreement result;
  result.model = model;
  result.groups = groups.size();
  if (!groups.empty()) result.self_pairs = groups.front()->self_pairs;
  if (groups.size() < kFewestGroups) {
    result.reason = "it takes " + std::to_string(kFewestGroups) + " groups with two seeds and more, there are " +
                    std::to_string(groups.size());
    return result;
  }
  std::vector<std::vector<double>> z;  // measure x group
  for (const MeasureColumn& column : view.columns()) {
    if (!among.empty() && std::find(among.begin(), among.end(), &column) == among.end()) continue;
    const std::vector<double> scores = z_scores(groups, column, among);
    if (scores.empty()) continue;
    z.push_back(scores);
    for (std::size_t g = 0; g < groups.size(); ++g)
      result.points.push_back({groups[g]->group, column.title(), *groups[g]->sd, scores[g]});
  }
  result.measures = z.size();
  if (z.empty()) {
    result.reason = "no two measures have a correlation in every group";
    return result;
  }
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& point : result.points) {
    x.push_back(point.sd);
    y.push_back(point.z);
  }
  const auto found = pearson(x, y);
  if (!found) {
    result.reason = "all groups have the same SD";
    return result;
  }
  result.r = found->coefficient;
  result.p_of_points = found->p;
  // Of r only the sum over groups of SD times the sum of its z-scores depends on the order of the SDs: orders of the
  // points' r are those of these two columns.
  std::vector<double> sds;
  std::vector<double> sums(groups.size(), 0.0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    sds.push_back(*groups[g]->sd);
    for (const auto& measure : z) sums[g] += measure[g];
  }
  result.test = permutation_test(Coefficient::pearson, sds, sums, static_cast<std::uint64_t>(samples),
                                 view.data().bootstrap_seed());
  if (!result.test) {
    result.r.reset();
    result.reason = "the measures' z-scores cancel out in every group";
  }
  return result;
}

}  // namespace

std::vector<SpreadAgainstAgreement> spread_against_agreement(const View& view, const std::vector<CorrelationMap>& maps,
                                                             std::int64_t samples,
                                                             const std::vector<const MeasureColumn*>& among) {
  std::vector<std::string> models;
  for (const Comparison& comparison : view.comparisons())
    if (std::find(models.begin(), models.end(), comparison.model) == models.end()) models.push_back(comparison.model);
  std::vector<SpreadAgainstAgreement> results;
  for (const std::string& model : models) {
    std::vector<const CorrelationMap*> groups;
    for (const CorrelationMap& map : maps)
      if (map.comparison->model == model && map.sd && !map.columns.empty()) groups.push_back(&map);
    results.push_back(of_model(view, model, groups, samples, among));
  }
  return results;
}

}  // namespace reseed::imm_reassessment
