// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"

namespace reseed {

/// A group of one bundle: runs that differ in nothing but the seed, on one model and task.
struct GroupSide {
  std::string group, model, task;
  std::vector<const RunRow*> runs;                 ///< in the order of runs.csv
  std::map<std::uint64_t, const RunRow*> by_seed;  ///< those that are ok
  std::vector<const MeasureRow*> values;

  std::string name() const { return group + ", " + model + ", " + task; }
};

/// One group in both bundles, or in one of them.
struct GroupPair {
  std::optional<GroupSide> a, b;
  bool by_runs = false;  ///< matched by the ids of runs: it has another name
};

/// Groups of the same name, model and task; what is left, by runs of the same id. Rows live as long as the bundles.
std::vector<GroupPair> match_groups(const Bundle& a, const Bundle& b);

/// The values of one measure on one test set and subset, a row per layer.
struct ValuePair {
  std::vector<const MeasureRow*> a, b;
  /// Set where both sides have the measure, in other variants or with other options: why they are not compared.
  std::string refused;
};

/// Matched by test set, subset, measure, variant and options. Rows that are left over on both sides and agree in test
/// set, subset and measure become one refused pair.
std::vector<ValuePair> match_values(const GroupSide& a, const GroupSide& b);

/// Row of the layer, or null.
const MeasureRow* row_of_layer(const std::vector<const MeasureRow*>& rows, std::optional<std::int64_t> layer);

}  // namespace reseed
