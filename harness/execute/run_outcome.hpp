// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "reseed/run.hpp"

namespace reseed {

/// How a run ended: what `outcome.json` of its record says, or that there is no record.
struct RunResult {
  RunOutcome outcome = RunOutcome::error;
  std::string reason;  ///< one line, "" when ok
  std::optional<std::int64_t> steps;
  std::optional<std::int64_t> kept_step;
  std::map<std::string, std::map<std::string, double>> scores;  ///< evaluation set -> metric -> score
};

/// Errors: Error(data) at `place` naming the key that is missing or of the wrong type.
RunResult run_result_from_json(const nlohmann::json& value, const std::string& place);

/// Reads `outcome.json` of a record.
RunResult read_run_result(const std::filesystem::path& record);

}  // namespace reseed
