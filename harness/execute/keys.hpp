// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "execute/store.hpp"
#include "plan/study_plan.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// What analysis adds to a value: settings of the null and of the intervals.
struct ResamplingSettings {
  std::uint64_t null_seed = 0;
  std::int64_t samples = 1000;
  std::string self_pairs = "exclude";  ///< | "include_zero"
  std::uint64_t bootstrap_seed = 0;
};

/// Address of a run's record: its id and everything else that can change its bits - what is recorded, the training
/// worker's device class (which holds LibTorch's version and the training revision), threads, the method's source.
/// Never paths, clocks or attempts.
StoreKey run_key(const RunSpec& run, const nlohmann::json& training_class);

/// Address of the verdict whether training this run twice gave equal records.
StoreKey twin_key(const StoreKey& run);

/// Address of the values of one measure on one test set of a group: the records, the plugin, its options and layers,
/// the resampling, the measuring worker's device class and, unless it is all, the positions of the items.
StoreKey measurement_key(const std::vector<StoreKey>& records, const PlannedMeasure& measure,
                         const std::string& test_set, const std::string& metric, const ResamplingSettings& resampling,
                         const nlohmann::json& measuring_class,
                         const std::optional<std::vector<std::int64_t>>& items = std::nullopt);

}  // namespace reseed
