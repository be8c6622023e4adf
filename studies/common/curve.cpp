// SPDX-License-Identifier: Apache-2.0
#include "curve.hpp"

#include <algorithm>

#include "base/number.hpp"

namespace reseed::studies {

long layer_number(const StudyValue& value) { return static_cast<long>(parse_integer(value.layer).value_or(-1)); }

std::vector<Curve> curves_of(const std::vector<StudyValue>& values, const StudyGroup& group, bool embeddings) {
  std::vector<Curve> curves;
  for (const StudyValue& value : values) {
    if (value.group != group.name || value.model != group.model || value.task != group.task ||
        value.test_set != "test" || (!embeddings && value.layer == "0"))
      continue;
    const auto known =
        std::find_if(curves.begin(), curves.end(), [&](const Curve& curve) { return curve.form.is_of(value); });
    if (known == curves.end())
      curves.push_back({form_of(value), {&value}});
    else
      known->layers.push_back(&value);
  }
  for (Curve& curve : curves)
    std::stable_sort(curve.layers.begin(), curve.layers.end(),
                     [](const StudyValue* a, const StudyValue* b) { return layer_number(*a) < layer_number(*b); });
  return curves;
}

std::optional<double> instability_over(const StudyValue& value, const Resample& runs, SelfPairs policy) {
  if (value.pairs.is_empty()) return std::nullopt;
  // Oriented before the mean: a run is at distance 0 from itself, whatever number means the same.
  if (value.direction == Direction::larger_is_more_alike && policy == SelfPairs::include_zero)
    return resampled_mean(1.0 - value.pairs, runs, policy);
  const auto mean = resampled_mean(value.pairs, runs, policy);
  return mean ? std::optional<double>(oriented(value, *mean)) : std::nullopt;
}

std::string too_few_seeds(std::size_t runs) {
  return std::to_string(runs) + (runs == 1 ? " seed" : " seeds") + ": a pair needs 2";
}

std::string title_of(const StudyGroup& group) { return group.name + ", " + group.task + ", " + group.model; }

bool has_flag(const StudyValue& value, const std::string& flag) {
  return std::find(value.flags.begin(), value.flags.end(), flag) != value.flags.end();
}

}  // namespace reseed::studies
