// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A study's report as JSON: how it travels from reseed-measure to reseed, and how a bundle keeps it.
nlohmann::json to_json(const StudyReport& report);

/// Takes the numbers of figures out of a report's JSON: the points of series, the cells of heat maps and panels. Their
/// keys are then absent; in a bundle the numbers stand in a csv file beside each figure (bundle/figure_csv.hpp).
void take_numbers_out(nlohmann::json& report);

/// Whether a figure of a report's JSON holds its numbers. Errors: Error(data) for one that holds some of them.
bool has_numbers(const nlohmann::json& figure);

/// Takes the captions of tables and figures, and the text alternatives of these, out of a report's JSON; in a bundle
/// they stand in bundle/captions_csv.hpp's file.
void take_captions_out(nlohmann::json& report);

/// Whether a report's JSON holds its captions. Errors: Error(data) for one that holds some of them.
bool has_captions(const nlohmann::json& report);

/// Inverse of to_json. Numbers and captions that were taken out are empty. Errors: Error(data) naming the key that is
/// missing or of the wrong type; a figure's panels that mistake_of() finds.
StudyReport study_report_from_json(const nlohmann::json& value);

/// What is wrong with the cells of a figure, in words; empty when nothing is. A heat map has a cell for every two of
/// its categories; one of panels has them in each panel, and none of its own.
std::string mistake_of(const StudyFigure& figure);

}  // namespace reseed
