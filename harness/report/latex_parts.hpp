// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// A cell as it is read, before LaTeX's own signs; absent ones are a dash.
std::string latex_plain(const StudyCell& cell, const StudyColumn& column);
/// The same as LaTeX shows it.
std::string latex_cell(const StudyCell& cell, const StudyColumn& column);
/// A column's title with its unit, plain.
std::string latex_plain_title(const StudyColumn& column);
/// Title and caption, as LaTeX shows them.
std::string latex_caption(const StudyTable& table);

/// Width of a text in digits, as Computer Modern has it.
double latex_width(const std::string& text);
/// A text in lines of at most `width` digits, broken at spaces.
std::vector<std::string> latex_lines(const std::string& text, double width);

/// A table too wide for any page: every row is an entry under its first cell, the other cells below each other beside
/// the titles of their columns.
std::string latex_entries(const StudyTable& table);

}  // namespace reseed
