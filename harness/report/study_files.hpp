// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A study's report as the files of a bundle, name -> content:
/// `tables/<id>.csv`, `figures/<id>.svg`, `published.csv` where there are
/// published values or claims, and `tables/report.json` with everything else:
/// answers, titles, captions, figures as data, notes. Numbers of tables,
/// published values and claims stand in the csv files only.
///
/// Errors: Error(plugin) for an id that is no file name (lower-case letters, digits, '-' and '_'; capitals are allowed)
/// or that occurs twice, "runs", "measures", "published" and "timing" included: a bundle has tables of these names.
std::map<std::string, std::string> study_files(const StudyReport& report);

/// Inverse of study_files() for a bundle on disk; an empty report when it holds none.
/// Errors: Error(data) naming the file.
StudyReport read_study_files(const std::filesystem::path& bundle);

}  // namespace reseed
