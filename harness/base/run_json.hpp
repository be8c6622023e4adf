// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "reseed/run.hpp"

namespace reseed {

/// RunSpec and its parts as JSON, paths included: what the training worker is told.
nlohmann::json to_json(const RunSpec& spec);
nlohmann::json to_json(const TaskSpec& task);
nlohmann::json to_json(const TrainingOptions& training);
nlohmann::json to_json(const Options& options);

/// Inverse of to_json. Errors: Error(data) naming the key that is missing or of the wrong type.
RunSpec run_spec_from_json(const nlohmann::json& value);
TaskSpec task_spec_from_json(const nlohmann::json& value);
Options options_from_json(const nlohmann::json& value);

/// What was asked, and nothing else: content digests instead of paths, every default written out, numbers canonical.
/// Equal on every machine; key order does not count.
nlohmann::json identity(const RunSpec& spec);

/// Id of a run: the first 16 hexadecimal digits of the SHA-256 of its identity.
std::string run_id(const RunSpec& spec);

std::string_view to_string(RunOutcome outcome);

}  // namespace reseed
