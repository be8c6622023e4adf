// SPDX-License-Identifier: Apache-2.0
#include "report/svg_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/figure_text.hpp"
#include "report/markup.hpp"
#include "report/svg.hpp"

namespace reseed {
namespace {

constexpr double kLegendRow = 18.0;

/// Which shape and dashes a series has: from the eighth on not those that its colour had before.
std::size_t form_of(std::size_t series) { return (series + series / kLooks) % kLooks; }

/// All marks of the series stand above the category of its name: the axis names it.
bool named_by_axis(const StudyFigure& figure, const StudySeries& series) {
  const auto found = std::find(figure.x_categories.begin(), figure.x_categories.end(), series.name);
  if (found == figure.x_categories.end() || series.mark != StudySeries::Mark::points) return false;
  const auto place = static_cast<double>(found - figure.x_categories.begin());
  return std::all_of(series.points.begin(), series.points.end(),
                     [&](const StudyPoint& point) { return std::round(point.x) == place; });
}

/// A series that stands alone needs no legend where a title names it.
bool named_by_title(const StudyFigure& figure, const StudySeries& series) {
  return figure.series.size() == 1 && (figure.title + '\n' + figure.y_title).find(series.name) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& title) {
  if (title.empty()) return {};
  return fitted_lines(title, static_cast<std::size_t>(kFigureWidth / kLetterWidth));
}

/// How a series looks, left of its name in the legend.
std::string sample(const StudyFigure& figure, std::size_t s, double x, double y) {
  const StudySeries& series = figure.series[s];
  const std::string colour = colour_of(look_of(figure, s));
  if (series.mark == StudySeries::Mark::band)
    return svg_group("b " + colour, "<path d=\"M" + coordinate(x - 6) + ' ' + coordinate(y - 9) + "h16v10h-16z\"/>\n");
  const bool line = series.mark == StudySeries::Mark::line;
  return (line ? "<path d=\"M" + coordinate(x - 6) + ' ' + coordinate(y - 4) + "h16" + line_end(look_of(figure, s))
               : "") +
         svg_group((series.mark == StudySeries::Mark::hollow ? "h " : "m ") + colour,
                   svg_mark(look_of(figure, s), x + 2, y - 4, ""));
}

}  // namespace

std::string colour_of(std::size_t series) { return "c" + std::to_string(series % kLooks); }

std::size_t look_of(const StudyFigure& figure, std::size_t s) {
  const int like = figure.series[s].like;
  return like >= 0 && static_cast<std::size_t>(like) < figure.series.size() ? static_cast<std::size_t>(like) : s;
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return "<path d=\"M" + coordinate(x1) + ' ' + coordinate(y1) + (y1 == y2 ? "H" + coordinate(x2) : "") +
         (y1 != y2 && x1 == x2 ? "V" + coordinate(y2) : "") +
         (y1 != y2 && x1 != x2 ? "L" + coordinate(x2) + ' ' + coordinate(y2) : "") + "\" class=\"" + std::string(kind) +
         "\"/>\n";
}

std::string line_end(std::size_t series) {
  static constexpr std::array<std::string_view, kLooks> kDashes = {"",    "7 3", "2 2.5", "8 2.5 2 2.5",
                                                                   "4 2", "1 3", "12 3"};
  const std::string_view dashes = kDashes[form_of(series)];
  return "\" class=\"l " + colour_of(series) + (dashes.empty() ? "" : "\" stroke-dasharray=\"" + std::string(dashes)) +
         "\"/>\n";
}

std::string svg_mark(std::size_t series, double x, double y, const std::string& label) {
  const std::size_t form = form_of(series);
  const std::string at = coordinate(x) + ' ';
  std::string shape;
  switch (form) {
    case 0: shape = "circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"4\""; break;
    case 1: shape = "path d=\"M" + coordinate(x - 3.6) + ' ' + coordinate(y - 3.6) + "h7.2v7.2h-7.2z\""; break;
    case 2: shape = "path d=\"M" + at + coordinate(y - 4.6) + "l4.6 8.2h-9.2z\""; break;
    case 3: shape = "path d=\"M" + at + coordinate(y - 5.0) + "l5 5l-5 5l-5 -5z\""; break;
    case 4: shape = "path d=\"M" + at + coordinate(y + 4.6) + "l4.6 -8.2h-9.2z\""; break;
    case 5:
      shape = "path d=\"M" + coordinate(x - 1.6) + ' ' + coordinate(y - 4.6) + "h3.2v3h3v3.2h-3v3h-3.2v-3h-3v-3.2h3z\"";
      break;
    default: shape = "path d=\"M" + coordinate(x - 4.2) + ' ' + coordinate(y - 4.6) + "h8.4l-8.4 9.2h8.4z\"";
  }
  if (label.empty()) return '<' + shape + "/>\n";
  return '<' + shape + "><title>" + escaped(label) + "</title></" + (form == 0 ? "circle" : "path") + ">\n";
}

std::string svg_group(const std::string& kind, const std::string& content) {
  return content.empty() ? "" : "<g class=\"" + kind + "\">\n" + content + "</g>\n";
}

std::string svg_head(const StudyFigure& figure, double height, double width) {
  const std::string id = escaped(figure.id);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + coordinate(width) + ' ' + coordinate(height) +
         "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-desc\" class=\"figure\">\n<title id=\"" + id +
         "-title\">" + escaped(figure.title) + "</title>\n<desc id=\"" + id + "-desc\">" + escaped(figure.alternative) +
         "</desc>\n<style>" + svg_style() + "</style>\n";
}

std::string title_lines(const std::string& title, double x, double y, std::string_view anchor) {
  std::string out;
  for (const std::string& one : lines_of(title)) {
    out += svg_text(x, y, anchor, one, "class=\"t\"");
    y += kTitleLine;
  }
  return out;
}

double title_height(const std::string& title) { return kTitleLine * static_cast<double>(lines_of(title).size()); }

double legend(const StudyFigure& figure, double left, double top, std::string& out) {
  const double start = std::min(left + 6.0, 40.0);
  const auto most = static_cast<std::size_t>((kFigureWidth - start - 14.0) / kLetterWidth);
  double x = start;
  double y = top;
  double row = 0.0;  // height of the row that is being filled
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    if (series.mark == StudySeries::Mark::dots || named_by_axis(figure, series) || named_by_title(figure, series))
      continue;
    const std::vector<std::string> name = fitted_lines(series.name, most);
    double width = 0.0;
    for (const std::string& one : name) width = std::max(width, 24.0 + width_of(one));
    if (x > start && x + width > kFigureWidth) {
      x = start;
      y += row;
      row = 0.0;
    }
    row = std::max(row, kLegendRow + kTitleLine * static_cast<double>(name.size() - 1));
    out += sample(figure, s, x, y);
    for (std::size_t l = 0; l < name.size(); ++l)
      out += svg_text(x + 14, y + kTitleLine * static_cast<double>(l), "", name[l]);
    x += width + 10.0;
  }
  return y - top + row;
}

}  // namespace reseed
