// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "reseed/study.hpp"

namespace reseed {

/// What a study reads, from the request that asks for its analysis (docs/workers.md, `analyse`). Records and pair
/// matrices are read when the study asks for them.
///
/// Errors: Error(data) naming the key that is missing or of the wrong type, or the file that cannot be read.
std::unique_ptr<StudyData> study_data_from_json(const nlohmann::json& request);

/// Calls the study. Errors: Error(plugin) with the study's id in front for whatever it throws; Error(plugin) for a
/// report that is not well-formed (rows that do not fit their columns, numbers that are not finite).
StudyReport analyse(const Study& study, const std::string& id, const StudyData& data);

/// Answers the request `analyse` (docs/workers.md): loads the study's library, calls it, gives its report as JSON.
/// Errors: those of load_plugin(), study_data_from_json() and analyse().
nlohmann::json answer_analyse(const nlohmann::json& request);

}  // namespace reseed
