// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace reseed {

/// The page of a bundle (report.html), read from its files alone.
/// Errors: those of read_bundle and read_study_files.
std::string report_of(const std::filesystem::path& bundle);

}  // namespace reseed
