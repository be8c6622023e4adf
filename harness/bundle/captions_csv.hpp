// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reseed/study_report.hpp"

namespace reseed {

/// The file of a bundle that says in words what its tables and figures show; absent where there are neither.
inline constexpr const char* kCaptionsFile = "tables/captions.csv";

/// `kind,id,caption,alternative`: a row for each table, then one for each figure, which alone has a text alternative.
std::string write_captions_csv(const StudyReport& report);

/// Inverse of write_captions_csv(): fills in the captions of the report's tables and figures.
/// Errors: Error(data) naming `place` for other columns and for rows that are not those of the report, in its order.
void read_captions_csv(std::string_view text, const std::string& place, StudyReport& report);

}  // namespace reseed
