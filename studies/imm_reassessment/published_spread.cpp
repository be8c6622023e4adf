// SPDX-License-Identifier: Apache-2.0
#include "published_spread.hpp"

#include "analysis/statistics.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr const char* kMaps = "bootstrap-correlations.toml";

/// Mean of a measure's correlations with the others that the map has; empty for a measure that it does not have.
std::vector<double> correlations(const TomlNode& map, const std::string& measure) {
  std::vector<double> found;
  for (const published::MeasureName& other : published::measure_names())
    for (const std::string& key : {measure + "_" + other.paper, other.paper + "_" + measure})
      if (map.find(key) != nullptr) found.push_back(published::Facts::number(map, key));
  return found;
}

}  // namespace

std::vector<PublishedSpreadPoint> published_spread(const published::Facts& facts, const std::string& model) {
  std::vector<PublishedSpreadPoint> points;
  if (facts.empty()) return points;
  for (const published::MeasureName& measure : published::measure_names()) {
    const std::size_t first = points.size();
    std::vector<double> means;
    for (const std::string& task : published::kTasks)
      for (const std::string& method : published::kMethods) {
        const TomlNode* map = facts.table(kMaps, model + "." + task + "." + method);
        const auto found = map == nullptr ? std::vector<double>() : correlations(*map, measure.paper);
        if (found.empty()) continue;
        points.push_back({measure.paper, task, method, published::Facts::number(*map, "sd_10"), 0.0});
        means.push_back(mean(found));
      }
    if (means.empty()) continue;
    const double centre = mean(means);
    const double scale = standard_deviation(means, 0);
    for (std::size_t i = 0; i < means.size(); ++i)
      points[first + i].z = scale == 0.0 ? 0.0 : (means[i] - centre) / scale;
  }
  return points;
}

}  // namespace reseed::imm_reassessment
