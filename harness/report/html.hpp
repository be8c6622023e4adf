// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// A name and its text, both plain.
using NamedText = std::pair<std::string, std::string>;

/// What the page of one bundle shows. Every number in it comes from the bundle's csv files.
struct ReportPage {
  std::string title;
  std::string lead;  ///< one sentence under the title: study, runs, seeds
  StudyReport report;
  std::vector<StudyTable> definitions;  ///< one entry a row: first the term, then what is said of it
  std::vector<StudyTable> data_tables;  ///< runs, values: shown folded, after the study's own
  std::string troubles_lead;            ///< what holds for many values at once; may be empty
  std::vector<StudyTable> troubles;     ///< everything undefined, flagged or failed; may be empty
  std::vector<NamedText> flags;         ///< flags that occur, and what they mean
  std::vector<std::string> rerun;       ///< commands, one a line
  std::string manifest;                 ///< manifest.resolved.toml
  std::vector<NamedText> provenance;    ///< content digest, versions, plugins, double run, machine
};

/// The page as one HTML file: no network, no external script, styles and figures inside; readable on a phone, in
/// print, in light and dark. All text from the bundle is escaped.
std::string html(const ReportPage& page);

}  // namespace reseed
