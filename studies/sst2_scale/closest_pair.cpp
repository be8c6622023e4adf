// SPDX-License-Identifier: Apache-2.0
#include "closest_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "../common/cells.hpp"
#include "../common/layer_correlation.hpp"
#include "../common/resampler.hpp"
#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"

namespace reseed::sst2_scale {
namespace {

using namespace studies;

/// The three values at one layer.
using AtLayer = std::array<const StudyValue*, 3>;

const StudyValue* value_at(const Curve& curve, const std::string& layer) {
  for (const StudyValue* value : curve.layers)
    if (value->layer == layer) return value;
  return nullptr;
}

std::vector<AtLayer> free_layers(const Curve& a, const Curve& b, const Curve& third, std::size_t& forced) {
  std::vector<AtLayer> layers;
  for (const StudyValue* value : a.layers) {
    const AtLayer at = {value, value_at(b, value->layer), value_at(third, value->layer)};
    if (std::any_of(at.begin(), at.end(), [](const StudyValue* one) { return one == nullptr || !one->instability; }))
      continue;
    if (std::any_of(at.begin(), at.end(), [](const StudyValue* one) { return has_flag(*one, "degenerate_subspace"); }))
      ++forced;
    else
      layers.push_back(at);
  }
  return layers;
}

/// r of the pair, of its first and of its second curve with the third.
struct ThreeR {
  double pair = 0.0, first = 0.0, second = 0.0;
};

/// `value(v)`: the instability of one value over some runs; empty where it is undefined.
template <class Value>
std::optional<ThreeR> correlations(const std::vector<AtLayer>& layers, Value value) {
  std::array<std::vector<double>, 3> curves;
  for (const AtLayer& at : layers)
    for (std::size_t c = 0; c < at.size(); ++c) {
      const std::optional<double> number = value(*at[c]);
      if (!number) return std::nullopt;
      curves[c].push_back(*number);
    }
  const auto pair = pearson(curves[0], curves[1]);
  const auto first = pearson(curves[0], curves[2]);
  const auto second = pearson(curves[1], curves[2]);
  if (!pair || !first || !second) return std::nullopt;
  return ThreeR{pair->coefficient, first->coefficient, second->coefficient};
}

CorrelationDifference difference(double value, const std::vector<double>& resampled) {
  constexpr double kTail = 0.05 / 2.0 / 2.0;  // of one side of one of two intervals
  const double error = 2.0 * std::sqrt(kTail * (1.0 - kTail) / static_cast<double>(resampled.size()));
  const double tail = std::max(0.0, kTail - error);
  return {value, quantile(resampled, tail), quantile(resampled, 1.0 - tail)};
}

bool same_runs(const std::vector<AtLayer>& layers) {
  const std::vector<std::uint64_t>& seeds = layers.front().front()->seeds;
  for (const AtLayer& at : layers)
    for (const StudyValue* value : at)
      if (value->pairs.is_empty() || value->seeds != seeds) return false;
  return true;
}

}  // namespace

std::string ClosestPair::verdict() const {
  if (!beyond_first || !beyond_second) return "cannot_tell";
  if (beyond_first->high < 0.0 || beyond_second->high < 0.0) return "does_not_hold";
  return beyond_first->low > 0.0 && beyond_second->low > 0.0 ? "holds" : "cannot_tell";
}

ClosestPair closest_pair(const StudyData& data, const Curve& a, const Curve& b, const Curve& third) {
  ClosestPair found;
  const std::vector<AtLayer> layers = free_layers(a, b, third, found.forced);
  found.layers = layers.size();
  if (layers.size() < kFewestLayers) {
    found.reason = "want " + std::to_string(kFewestLayers) +
                   " layers at which all three have a value that is not forced by dimension, found " +
                   std::to_string(layers.size());
    return found;
  }
  const auto seen = correlations(layers, [](const StudyValue& value) { return value.instability; });
  if (!seen) {
    found.reason = "one of the three is the same at every layer";
    return found;
  }
  found.r = seen->pair;
  found.first = seen->first;
  found.second = seen->second;
  if (!same_runs(layers)) {
    found.reason = "no interval: a measure without pair matrix of the same runs";
    return found;
  }
  const SelfPairs policy = self_pairs_of(data);
  std::vector<double> beyond_first;
  std::vector<double> beyond_second;
  for (const Resample& list :
       draw_resamples(layers.front().front()->seeds.size(), data.bootstrap_samples(), data.bootstrap_seed()))
    if (const auto drawn =
            correlations(layers, [&](const StudyValue& value) { return instability_over(value, list, policy); })) {
      beyond_first.push_back(drawn->pair - drawn->first);
      beyond_second.push_back(drawn->pair - drawn->second);
    }
  if (beyond_first.size() < 2) {
    found.reason = "no interval: too few runs to resample";
    return found;
  }
  found.beyond_first = difference(*found.r - *found.first, beyond_first);
  found.beyond_second = difference(*found.r - *found.second, beyond_second);
  return found;
}

}  // namespace reseed::sst2_scale
