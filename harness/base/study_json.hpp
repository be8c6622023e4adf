// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reseed/study_report.hpp"

namespace reseed {

/// A study's report as JSON: how it travels from reseed-measure to reseed, and how a bundle keeps it.
nlohmann::json to_json(const StudyReport& report);

/// Inverse of to_json. Errors: Error(data) naming the key that is missing or of the wrong type.
StudyReport study_report_from_json(const nlohmann::json& value);

}  // namespace reseed
