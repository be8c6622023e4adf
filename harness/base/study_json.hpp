// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A study's report as JSON: how it travels from reseed-measure to reseed, and how a bundle keeps it.
nlohmann::json to_json(const StudyReport& report);

/// Inverse of to_json. Errors: Error(data) naming the key that is missing or of the wrong type; a figure's panels that
/// mistake_of() finds.
StudyReport study_report_from_json(const nlohmann::json& value);

/// What is wrong with a figure's panels, in words; empty when nothing is. They belong to a heat map without cells of
/// its own, and each has a cell for every two of the figure's categories.
std::string mistake_of(const StudyFigure& figure);

}  // namespace reseed
