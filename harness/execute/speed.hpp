// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "execute/run_size.hpp"
#include "execute/store.hpp"
#include "plan/study_plan.hpp"

namespace reseed {

/// How fast this machine does one kind of work: remembered in the store, and no part of any result.
struct Speed {
  double seconds_per_unit = 0.0;  ///< training: per unit of RunSize::work; measuring: per run and layer
  std::int64_t peak_bytes = 0;    ///< largest resident memory of a worker
};

/// Speed of training a checkpoint on a device class, from the latest run or calibration.
std::optional<Speed> training_speed(const Store& store, const RunSpec& run, const nlohmann::json& training_class);
void remember_training_speed(const Store& store, const RunSpec& run, const nlohmann::json& training_class,
                             const Speed& speed);

/// Speed of a measure, per run of the group.
std::optional<Speed> measuring_speed(const Store& store, const PlannedMeasure& measure);
void remember_measuring_speed(const Store& store, const PlannedMeasure& measure, const Speed& speed);

}  // namespace reseed
