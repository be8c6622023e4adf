// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reseed/study.hpp"

namespace reseed {

/// Where the record of a run lies.
struct RunRecord {
  std::uint64_t seed = 0;
  std::filesystem::path folder;
};

/// Fills `seeds` and `without` of a value of a measure of the whole group: its values without each
/// run in turn. `measured_by`: library and options as given (docs/workers.md, analyse); `metric`: of the group's task.
///
/// Errors: Error(plugin) for a library that is another measure or cannot be used; Error(data) for a damaged record.
void add_without_each(const nlohmann::json& measured_by, std::vector<RunRecord> runs, const std::string& metric,
                      StudyValue& value);

}  // namespace reseed
