// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"

namespace reseed {

/// A measure of the whole group, to be evaluated again on the common seeds of two groups of runs.
struct GroupQuestion {
  /// Runs of one bundle, in the order of `seeds`.
  struct Side {
    std::vector<std::filesystem::path> records;  ///< folders; empty where scores are all that the measure reads
    std::vector<double> scores;
  };
  std::string measure, variant, options;  ///< options as measures.csv has them
  int version = 0;
  std::optional<std::int64_t> layer;
  std::string test_set, metric;
  std::string subset;                       ///< sub-sample of the test items as measures.csv names it; "" = all items
  std::vector<std::uint64_t> subset_seeds;  ///< one of them drew it
  std::vector<std::uint64_t> seeds;         ///< of the runs
  Side a, b;
};

/// Its values, and what exchanging runs between the sides says of their difference.
struct GroupAnswer {
  std::optional<double> a, b;
  std::vector<double> without_a, without_b;  ///< the values without each run; empty where one is undefined
  std::optional<double> p;                   ///< docs/workers.md, "The request exchange"
  std::string problem;                       ///< why it cannot be told; "" = it can
};

/// What only plugins know and only their worker can compute.
class MeasureSource {
 public:
  virtual ~MeasureSource() = default;
  /// What the installed measure of this id and version says of itself; empty when there is none.
  virtual std::optional<MeasureFacts> facts(const std::string& id, int version) = 0;
  virtual GroupAnswer evaluate(const GroupQuestion& question) = 0;
};

}  // namespace reseed
