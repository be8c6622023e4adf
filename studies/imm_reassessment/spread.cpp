// SPDX-License-Identifier: Apache-2.0
#include "spread.hpp"

#include <algorithm>

#include "../common/learning.hpp"
#include "../common/sentences.hpp"
#include "analysis/statistics.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr std::size_t kFewestGroups = 4;

using Columns = std::vector<const MeasureColumn*>;
using Maps = std::vector<const CorrelationMap*>;

/// Pearson's r of two measures in one group.
std::optional<double> correlation(const CorrelationMap& map, const MeasureColumn* a, const MeasureColumn* b) {
  const auto first = std::find(map.columns.begin(), map.columns.end(), a);
  const auto second = std::find(map.columns.begin(), map.columns.end(), b);
  if (first == map.columns.end() || second == map.columns.end()) return std::nullopt;
  return map
      .r[static_cast<std::size_t>(first - map.columns.begin())][static_cast<std::size_t>(second - map.columns.begin())];
}

/// Measures that go with another one in some group.
Columns correlated(const Maps& groups, const Columns& measures) {
  Columns found = measures;
  std::erase_if(found, [&](const MeasureColumn* own) {
    return std::none_of(groups.begin(), groups.end(), [&](const CorrelationMap* map) {
      return std::any_of(measures.begin(), measures.end(), [&](const MeasureColumn* other) {
        return other != own && correlation(*map, own, other).has_value();
      });
    });
  });
  return found;
}

bool is_complete(const CorrelationMap& map, const Columns& measures) {
  for (const MeasureColumn* a : measures)
    for (const MeasureColumn* b : measures)
      if (a != b && !correlation(map, a, b)) return false;
  return true;
}

/// Average correlations of one measure over the groups, centred and scaled; empty where one does not exist or all are
/// equal.
std::vector<double> z_scores(const Maps& groups, const MeasureColumn& column, const Columns& among) {
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

SpreadAgainstAgreement of_model(const View& view, const std::string& model, Maps groups, std::int64_t samples,
                                const Columns& among) {
  SpreadAgainstAgreement result;
  result.model = model;
  result.self_pairs = view.self_pairs();
  std::erase_if(groups, [&](const CorrelationMap* map) {
    if (map->comparison->learns) return false;
    result.not_learned.insert(map->comparison->title());
    return true;
  });
  std::erase_if(groups, [&](const CorrelationMap* map) {
    const auto& of_task = map->comparison->groups;
    const auto own = std::find(of_task.begin(), of_task.end(), map->group) - of_task.begin();
    const auto other = view.repeats(*map->comparison, static_cast<std::size_t>(own));
    if (other)
      result.repeated.push_back(map->group->name + " (as " + of_task[*other]->name + ") on " +
                                map->comparison->title());
    return other.has_value();
  });

  Columns measures = among;
  if (measures.empty())
    for (const MeasureColumn& column : view.columns()) measures.push_back(&column);
  measures = correlated(groups, measures);
  std::erase_if(groups, [&](const CorrelationMap* map) {
    if (is_complete(*map, measures)) return false;
    result.incomplete.push_back(map->group->name + " on " + map->comparison->title());
    return true;
  });
  result.groups = groups.size();
  if (groups.size() < kFewestGroups) {
    result.reason = "it takes " + std::to_string(kFewestGroups) +
                    " groups of tasks that learn in which every two measures have a correlation, there are " +
                    std::to_string(groups.size());
    return result;
  }
  std::vector<std::vector<double>> z;  // measure x group
  for (const MeasureColumn* column : measures) {
    const std::vector<double> scores = z_scores(groups, *column, measures);
    if (scores.empty()) continue;
    z.push_back(scores);
    for (std::size_t g = 0; g < groups.size(); ++g)
      result.points.push_back({groups[g]->group, column, *groups[g]->sd, scores[g]});
  }
  result.measures = z.size();
  if (z.empty()) {
    result.reason = "no two measures have a correlation that differs between the groups";
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

std::string SpreadAgainstAgreement::incomplete_words() const {
  const auto listed = [](const std::vector<std::string>& all) {
    std::string names;
    for (const std::string& name : all) names += (names.empty() ? "" : "; ") + name;
    return names;
  };
  std::string text;
  if (!incomplete.empty())
    text = "Left out, because two measures have no correlation there: " + listed(incomplete) + ".";
  if (!repeated.empty())
    studies::add_sentence(
        text, "Left out, because its runs give what those of another method give: " + listed(repeated) + ".");
  return text;
}

std::string SpreadAgainstAgreement::left_out() const {
  std::string text = studies::left_out(not_learned);
  studies::add_sentence(text, incomplete_words());
  return text;
}

std::vector<SpreadAgainstAgreement> spread_against_agreement(const View& view, const std::vector<CorrelationMap>& maps,
                                                             std::int64_t samples,
                                                             const std::vector<const MeasureColumn*>& among) {
  std::vector<std::string> models;
  for (const Comparison& comparison : view.comparisons())
    if (std::find(models.begin(), models.end(), comparison.model) == models.end()) models.push_back(comparison.model);
  std::vector<SpreadAgainstAgreement> results;
  for (const std::string& model : models) {
    Maps groups;
    for (const CorrelationMap& map : maps)
      if (map.comparison->model == model && map.sd && !map.columns.empty()) groups.push_back(&map);
    results.push_back(of_model(view, model, std::move(groups), samples, among));
  }
  return results;
}

}  // namespace reseed::imm_reassessment
