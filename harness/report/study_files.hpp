// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A study's report as the files of a bundle, name -> content:
/// `tables/<id>.csv`, `figures/<id>.svg` and `.csv`, `tables/captions.csv` of them, `tables/answers.csv` where there
/// are answers or notes, `published.csv` where there are published values or claims, and `tables/report.json` with the
/// layout: titles, names of columns, series and categories. Numbers of tables, figures and published values, captions,
/// text alternatives, answers, notes and claims stand in the csv files only.
///
/// Errors: Error(plugin) for an id that is no file name (lower-case letters, digits, '-' and '_'; capitals are allowed)
/// or that occurs twice, "runs", "measures", "answers", "captions", "published" and "timing" included: bundles have
/// tables of these names; for a heat map whose cells are not those of its categories.
std::map<std::string, std::string> study_files(const StudyReport& report);

/// Inverse of study_files() for a bundle on disk, of any version of the schema; an empty report when it holds none.
/// Errors: Error(data) naming the file.
StudyReport read_study_files(const std::filesystem::path& bundle);

}  // namespace reseed
