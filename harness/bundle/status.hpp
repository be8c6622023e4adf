// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "bundle/bundle.hpp"

namespace reseed {

/// A value that the next call tries again: its plugin threw, hung or crashed.
bool is_tried_again(const MeasureRow& row);

/// Whether a study that should have analysed the bundle did: there are published values, answers or notes, or
/// tables/report.json says more than the definitions that every bundle has. True where the bundle has no study. Errors:
/// those of file_in_bundle and parse_json.
bool is_analysed(const Bundle& bundle);
bool is_analysed(const std::string& kind, const nlohmann::json& report);

}  // namespace reseed
