// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reseed/study_report.hpp"

namespace reseed {

/// One figure as a self-contained SVG document: axes with units, a legend, a title and a description for those who
/// do not see it. Colours are safe for colour-blind readers, each series has its own mark as well; light and dark
/// follow the reader's setting. Equal figures give equal bytes.
std::string svg(const StudyFigure& figure);

/// Width of that drawing in its own units, of which a text's line takes 12: 400, or more where panels stand side by
/// side.
double svg_width(const StudyFigure& figure);

/// The style rules that svg() puts into every document, for pages that hold several.
const char* svg_style();

}  // namespace reseed
