// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reseed/study_report.hpp"

namespace reseed {

// Sizes in a figure's own units. It is narrow enough for texts to stay readable when a phone shows it at three quarters
// of its size.
inline constexpr double kFigureWidth = 400.0;
inline constexpr double kFigureRight = 12.0;  // margin
inline constexpr double kFigureTop = 8.0;     // margin
inline constexpr double kTitleLine = 15.0;    // height of a line of a title

/// The document's begin: title, description, style. `height` and `width` in units.
std::string svg_head(const StudyFigure& figure, double height, double width = kFigureWidth);

/// Series that differ in colour, in shape, and in the dashes of their lines, each pair in all three. Those that follow
/// have one of the colours with the shape and dashes of another.
inline constexpr std::size_t kLooks = 7;

/// Class of the colour of a series.
std::string colour_of(std::size_t series);
/// Number of the series from which colour and shape of series `s` come.
std::size_t look_of(const StudyFigure& figure, std::size_t s);

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind);
/// The end of a path that is the line of a series: class and dashes. The first series has a line without gaps.
std::string line_end(std::size_t series);
std::string svg_group(const std::string& kind, const std::string& content);
/// The mark of a series at a place: circle, square, triangle, diamond, triangle upside down, plus, hourglass in turn.
std::string svg_mark(std::size_t series, double x, double y, const std::string& label);

/// A title over as many lines as it takes, and the height of them.
std::string title_lines(const std::string& title, double x, double y, std::string_view anchor);
double title_height(const std::string& title);

/// Legend in rows below a plot, drawn into `out`; its height. Names that are wider than the figure take several lines.
double legend(const StudyFigure& figure, double left, double top, std::string& out);

/// The kinds of figures, each a whole document.
std::string svg_plot(const StudyFigure& figure);
std::string svg_heatmap(const StudyFigure& figure);
/// Heat maps side by side: the one kind that may be wider than kFigureWidth, and its width.
std::string svg_panels(const StudyFigure& figure);
double panels_width(const StudyFigure& figure);

}  // namespace reseed
