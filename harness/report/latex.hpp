// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// A table as a LaTeX float with the rules of the package booktabs (`\usepackage{booktabs}`), ready for \input: columns
/// of numbers to the right with their decimals, texts to the left, absent cells a dash. Its label is `tab:ID`.
///
/// Every character that LaTeX gives a meaning to is escaped; Greek letters and mathematical signs become commands, so
/// that pdfLaTeX takes them; any other character beyond Latin is written as its number in brackets.
std::string latex(const StudyTable& table);

/// A text as LaTeX shows it.
std::string latex_text(const std::string& text);

}  // namespace reseed
