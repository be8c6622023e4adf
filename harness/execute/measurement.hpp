// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "execute/keys.hpp"
#include "plan/study_plan.hpp"
#include "reseed/flags.hpp"

namespace reseed {

/// A run whose record is measured.
struct MeasuredRecord {
  std::string run;  ///< id
  std::uint64_t seed = 0;
  std::filesystem::path folder;
};

/// Positions of a sub-sample's items in the records of a test set.
using ItemPositions = std::vector<std::int64_t>;

/// Items of a test set in a record; 0 where it has no such set.
std::int64_t items_of_record(const std::filesystem::path& record, const std::string& test_set);

/// Layers of the representations of a test set in a record, ascending; none where it has no such set.
std::vector<std::int64_t> layers_of_record(const std::filesystem::path& record, const std::string& test_set);

/// The request that a measuring worker answers (docs/workers.md). `records` in ascending order of seeds; without
/// `items` all items are measured.
nlohmann::json measure_request(const PlannedMeasure& measure, const std::vector<MeasuredRecord>& records,
                               const std::string& test_set, const std::string& metric,
                               const ResamplingSettings& resampling, const std::filesystem::path& out,
                               const std::optional<ItemPositions>& items = std::nullopt);

/// The worker's values, checked: an array with one object per layer. Errors: Error(data) at `place`.
nlohmann::json checked_values(const nlohmann::json& result, const std::string& place);

/// Values that say why there are none, in the shape of the worker's: one per layer that the measure would have looked
/// at.
nlohmann::json undefined_values(const PlannedMeasure& measure, const std::vector<MeasuredRecord>& records,
                                const std::string& test_set, Flag flag, const std::string& reason,
                                const std::optional<ItemPositions>& items = std::nullopt);

/// True when a later call should try again: the plugin threw, hung or crashed.
bool to_be_tried_again(const nlohmann::json& values);

}  // namespace reseed
