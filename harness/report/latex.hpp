// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A table for \input, with the rules of booktabs: a float; a longtable where it is longer than a page; one on a turned
/// page (environment landscape) where it is wider. It takes `\usepackage{booktabs,longtable,pdflscape}`. Columns of
/// numbers stand to the right with their decimals, texts to the left, absent cells are a dash; titles and long texts
/// are broken into lines, and the type is small enough for the class article. A table that fits no page so is set as
/// entries: a row's first cell as heading, the others below it beside the titles of their columns. Its label is
/// `tab:ID`.
///
/// Every character that LaTeX gives a meaning to is escaped; Greek letters and mathematical signs become commands, so
/// that pdfLaTeX takes them; any other character beyond Latin is written as its number in brackets.
std::string latex(const StudyTable& table);

/// A text as LaTeX shows it.
std::string latex_text(const std::string& text);

}  // namespace reseed
