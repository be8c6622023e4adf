// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/number.hpp"
#include "report/figure_text.hpp"
#include "report/markup.hpp"
#include "report/scale.hpp"

namespace reseed {
namespace {

// Narrow enough for texts to stay readable when a phone shows the figure at three quarters of its size.
constexpr double kWidth = 400.0;
constexpr double kPlotHeight = 220.0;
constexpr double kRight = 12.0;
constexpr double kTop = 8.0;
constexpr double kLine = 15.0;  // of a title over several lines
constexpr double kLegendRow = 18.0;
constexpr std::size_t kLongest = 34;  // letters of a name; longer ones are cut

/// Number of series that have a colour of their own; further ones begin again with other marks.
constexpr std::size_t kColours = 7;

std::string colour_of(std::size_t series) { return "c" + std::to_string(series % kColours); }

std::string line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return "<path d=\"M" + coordinate(x1) + ' ' + coordinate(y1) + (y1 == y2 ? "H" + coordinate(x2) : "") +
         (y1 != y2 && x1 == x2 ? "V" + coordinate(y2) : "") +
         (y1 != y2 && x1 != x2 ? "L" + coordinate(x2) + ' ' + coordinate(y2) : "") + "\" class=\"" + std::string(kind) +
         "\"/>\n";
}

/// The mark of a series at a place: circle, square, triangle, diamond, triangle upside down in turn.
std::string mark(std::size_t series, double x, double y, const std::string& label) {
  const std::string at = coordinate(x) + ' ';
  std::string shape;
  switch (series % 5) {
    case 0: shape = "circle cx=\"" + coordinate(x) + "\" cy=\"" + coordinate(y) + "\" r=\"4\""; break;
    case 1: shape = "path d=\"M" + coordinate(x - 3.6) + ' ' + coordinate(y - 3.6) + "h7.2v7.2h-7.2z\""; break;
    case 2: shape = "path d=\"M" + at + coordinate(y - 4.6) + "l4.6 8.2h-9.2z\""; break;
    case 3: shape = "path d=\"M" + at + coordinate(y - 5.0) + "l5 5l-5 5l-5 -5z\""; break;
    default: shape = "path d=\"M" + at + coordinate(y + 4.6) + "l4.6 -8.2h-9.2z\"";
  }
  if (label.empty()) return '<' + shape + "/>\n";
  return '<' + shape + "><title>" + escaped(label) + "</title></" + (series % 5 == 0 ? "circle" : "path") + ">\n";
}

std::string group(const std::string& kind, const std::string& content) {
  return content.empty() ? "" : "<g class=\"" + kind + "\">\n" + content + "</g>\n";
}

std::string head(const StudyFigure& figure, double height) {
  const std::string id = escaped(figure.id);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + coordinate(kWidth) + ' ' + coordinate(height) +
         "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-desc\" class=\"figure\">\n<title id=\"" + id +
         "-title\">" + escaped(figure.title) + "</title>\n<desc id=\"" + id + "-desc\">" + escaped(figure.alternative) +
         "</desc>\n<style>" + svg_style() + "</style>\n";
}

/// Number of the series from which colour and shape come.
std::size_t look(const StudyFigure& figure, std::size_t s) {
  const int like = figure.series[s].like;
  return like >= 0 && static_cast<std::size_t>(like) < figure.series.size() ? static_cast<std::size_t>(like) : s;
}

/// All marks of the series stand above the category of its name: the axis names it.
bool named_by_axis(const StudyFigure& figure, const StudySeries& series) {
  const auto found = std::find(figure.x_categories.begin(), figure.x_categories.end(), series.name);
  if (found == figure.x_categories.end() || series.mark != StudySeries::Mark::points) return false;
  const auto place = static_cast<double>(found - figure.x_categories.begin());
  return std::all_of(series.points.begin(), series.points.end(),
                     [&](const StudyPoint& point) { return std::round(point.x) == place; });
}

/// Legend in rows below the plot; returns its height.
double legend(const StudyFigure& figure, double left, double top, std::string& out) {
  const double start = std::min(left + 6.0, 40.0);
  double x = start;
  double y = top;
  bool any = false;
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    if (series.mark == StudySeries::Mark::dots || named_by_axis(figure, series)) continue;
    any = true;
    const std::string name = shortened(series.name, kLongest);
    const double width = 24.0 + width_of(name);
    if (x > start && x + width > kWidth) {
      x = start;
      y += kLegendRow;
    }
    const std::string colour = colour_of(look(figure, s));
    if (series.mark == StudySeries::Mark::line) out += line(x - 6, y - 4, x + 10, y - 4, "l " + colour);
    if (series.mark == StudySeries::Mark::band)
      out += group("b " + colour, "<path d=\"M" + coordinate(x - 6) + ' ' + coordinate(y - 9) + "h16v10h-16z\"/>\n");
    else
      out += group((series.mark == StudySeries::Mark::hollow ? "h " : "m ") + colour,
                   mark(look(figure, s), x + 2, y - 4, ""));
    out += svg_text(x + 14, y, "", name);
    x += width + 10.0;
  }
  return any ? y - top + kLegendRow : 0.0;
}

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

/// A title over as many lines as it takes.
std::string title_lines(const std::string& title, double x, double y, std::string_view anchor) {
  std::string out;
  if (title.empty()) return out;
  for (const std::string& one : wrapped_lines(title, static_cast<std::size_t>(kWidth / kLetterWidth))) {
    out += svg_text(x, y, anchor, one, "class=\"t\"");
    y += kLine;
  }
  return out;
}

double lines_of(const std::string& title) {
  if (title.empty()) return 0.0;
  return static_cast<double>(wrapped_lines(title, static_cast<std::size_t>(kWidth / kLetterWidth)).size());
}

std::string plot(const StudyFigure& figure) {
  const bool ranks = figure.kind == StudyFigure::Kind::ranks;
  const bool categories = !figure.x_categories.empty();
  Range xs;
  Range ys;
  for (const StudySeries& series : figure.series)
    for (const StudyPoint& point : series.points) {
      if (series.mark != StudySeries::Mark::dots) xs.add(point.x);  // dots stand around the places of other marks
      ys.add(point.y);
      if (point.low) ys.add(*point.low);
      if (point.high) ys.add(*point.high);
    }
  const bool nothing = ys.empty();
  if (nothing) ys.add(0.0);
  if (xs.empty()) xs.add(0.0);
  // The y title stands above the axis, where it reads without turning the head.
  const double top = kTop + kLine * lines_of(figure.y_title) + 4.0;
  const double bottom = top + kPlotHeight;
  // Rank 1 stands on top.
  const Scale y = ranks ? Scale(ys.low, std::max(ys.high, ys.low + 1.0), top + 14.0, bottom - 14.0,
                                static_cast<int>(std::max(1.0, ys.high - ys.low)))
                        : Scale(ys.low, ys.high, bottom, top);
  double ticks_width = 0.0;
  for (const double tick : y.ticks()) ticks_width = std::max(ticks_width, width_of(y.text(tick)));
  const CategoryTexts names(figure.x_categories, ticks_width + 10.0, kWidth - kRight);
  const double left = names.left();
  const double step = names.step();
  const Scale x_numbers(xs.low, xs.high, left + 10.0, kWidth - kRight - 10.0, 7);
  const auto x = [&](double value) { return categories ? left + step * (value + 0.5) : x_numbers(value); };

  std::string grid;
  std::string ticks;
  for (const double tick : y.ticks()) {
    grid += "M" + coordinate(left) + ' ' + coordinate(y(tick)) + "H" + coordinate(kWidth - kRight);
    ticks += svg_text(left - 6.0, y(tick) + 4.0, "", y.text(tick));
  }
  std::string body = title_lines(figure.y_title, 0.0, kTop + 4.0, "") + "<path d=\"" + grid + "\" class=\"g\"/>\n" +
                     "<g text-anchor=\"end\">\n" + ticks + "</g>\n";
  body += line(left, bottom, kWidth - kRight, bottom, "a");
  double height = bottom;
  if (categories) {
    body += names.draw(bottom);
    height += names.height();
  } else {
    std::string marks;
    for (const double tick : x_numbers.ticks()) {
      marks += "M" + coordinate(x(tick)) + ' ' + coordinate(bottom) + "v4";
      body += svg_text(x(tick), bottom + 17.0, "middle", x_numbers.text(tick));
    }
    body += "<path d=\"" + marks + "\" class=\"a\"/>\n";
    height += 22.0;
  }
  if (!figure.x_title.empty()) {
    body += title_lines(figure.x_title, (left + kWidth - kRight) / 2.0, height + 13.0, "middle");
    height += 2.0 + kLine * lines_of(figure.x_title);
  }

  if (nothing)
    body +=
        svg_text((left + kWidth - kRight) / 2.0, (top + bottom) / 2.0, "middle", "no value is defined", "class=\"t\"");
  // What lies behind the marks comes first.
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    const std::string colour = colour_of(look(figure, s));
    if (series.mark == StudySeries::Mark::band && !series.points.empty()) {
      std::string forth;
      std::string back;
      for (const StudyPoint& point : series.points) {
        forth +=
            (forth.empty() ? "M" : "L") + coordinate(x(point.x)) + ' ' + coordinate(y(point.high.value_or(point.y)));
        back = "L" + coordinate(x(point.x)) + ' ' + coordinate(y(point.low.value_or(point.y))) + back;
      }
      body += "<path d=\"" + forth + back + "z\" class=\"b " + colour + "\"><title>" + escaped(series.name) +
              "</title></path>\n";
    }
    if (series.mark == StudySeries::Mark::dots && !series.points.empty()) {
      std::string dots;
      for (const StudyPoint& point : series.points)
        dots += "M" + coordinate(x(point.x)) + ' ' + coordinate(y(point.y)) + "h0";
      body +=
          "<path d=\"" + dots + "\" class=\"d " + colour + "\"><title>" + escaped(series.name) + "</title></path>\n";
    }
  }
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    if (series.mark == StudySeries::Mark::band || series.mark == StudySeries::Mark::dots) continue;
    const std::string colour = colour_of(look(figure, s));
    if ((series.mark == StudySeries::Mark::line || ranks) && series.points.size() > 1) {
      std::string d;
      for (const StudyPoint& point : series.points)
        d += (d.empty() ? "M" : "L") + coordinate(x(point.x)) + ' ' + coordinate(y(point.y));
      body += "<path d=\"" + d + "\" class=\"l " + colour + "\"/>\n";
    }
    std::string intervals;
    std::string marks;
    for (const StudyPoint& point : series.points) {
      if (point.low && point.high)
        intervals += "M" + coordinate(x(point.x)) + ' ' + coordinate(y(*point.low)) + "V" + coordinate(y(*point.high));
      const std::string label = point.label.empty() ? series.name + ": " + fixed(point.y, 4) : point.label;
      marks += mark(look(figure, s), x(point.x), y(point.y), label);
    }
    if (!intervals.empty()) body += "<path d=\"" + intervals + "\" class=\"i " + colour + "\"/>\n";
    body += group((series.mark == StudySeries::Mark::hollow ? "h " : "m ") + colour, marks);
  }
  height += 14.0;
  if (figure.series.size() > 1) height += legend(figure, left, height + 4.0, body);
  return head(figure, height - 4.0) + body + "</svg>\n";
}

/// Rows and columns hold the same names: the columns are then numbered like the rows.
bool is_symmetric(const StudyFigure& figure) {
  return figure.x_categories == figure.y_categories && figure.x_categories.size() > 2;
}

std::string heatmap(const StudyFigure& figure) {
  constexpr std::size_t kWideLabel = 20;  // letters
  const bool numbered = is_symmetric(figure);
  std::vector<std::vector<std::string>> labels;
  double longest = 0.0;
  for (std::size_t r = 0; r < figure.y_categories.size(); ++r) {
    labels.push_back(wrapped_lines(shortened(figure.y_categories[r], kLongest), kWideLabel));
    if (numbered) labels.back().back() += "  " + std::to_string(r + 1);
    for (const std::string& one : labels.back()) longest = std::max(longest, width_of(one));
  }
  std::vector<std::string> columns = figure.x_categories;
  if (numbered)
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c] = std::to_string(c + 1);
  const CategoryTexts names(columns, 10.0 + longest, kWidth - 2.0);
  const double left = names.left();
  const double step = names.step();
  const double row_height = std::clamp(step * 0.8, 28.0, 40.0);
  std::string rows;
  std::string texts;
  std::string cells;
  for (std::size_t r = 0; r < figure.cells.size(); ++r) {
    const double y = kTop + row_height * static_cast<double>(r);
    if (r < labels.size()) {
      double at = y + row_height / 2.0 + 4.0 - 6.5 * static_cast<double>(labels[r].size() - 1);
      for (const std::string& one : labels[r]) {
        rows += svg_text(left - 6.0, at, "", one);
        at += 13.0;
      }
    }
    for (std::size_t c = 0; c < figure.cells[r].size(); ++c) {
      const double x = left + step * static_cast<double>(c);
      const auto& cell = figure.cells[r][c];
      // From orange over the page's ground to blue: both ends differ in hue and the text is always there.
      const double span = figure.cell_high - figure.cell_low;
      const double share = cell && span > 0 ? std::clamp((*cell - figure.cell_low) / span * 2.0 - 1.0, -1.0, 1.0) : 0.0;
      cells += "<rect x=\"" + coordinate(x + 1) + "\" y=\"" + coordinate(y + 1) + "\" width=\"" + coordinate(step - 2) +
               "\" height=\"" + coordinate(row_height - 2) + "\" class=\"" + (share < 0 ? "lo" : "hi") +
               "\" fill-opacity=\"" + fixed(cell ? std::abs(share) * 0.75 : 0.0, 2) + "\"/>\n";
      texts += svg_text(x + step / 2.0, y + row_height / 2.0 + 4.0, "", cell ? fixed(*cell, 2) : "–");
    }
  }
  const double bottom = kTop + row_height * static_cast<double>(figure.cells.size());
  const double height = bottom + names.height() + 2.0;
  return head(figure, height) + cells + "<g text-anchor=\"end\">\n" + rows +
         "</g>\n<g text-anchor=\"middle\" font-size=\"11\">\n" + texts + "</g>\n" + names.draw(bottom) + "</svg>\n";
}

}  // namespace

const char* svg_style() {
  // Hues after Okabe and Ito, their lightness set so that five series stay apart for readers without red or green cones
  // too; the dark setting has lighter ones of the same hues, print always the others.
  return ".figure{font:12px system-ui,sans-serif;color:#1b1f24}"
         ".figure text{fill:currentColor}.figure .t{opacity:.75}.figure .g{stroke:currentColor;stroke-opacity:.13}"
         ".figure .a{stroke:currentColor;stroke-opacity:.6}"
         ".c0{--c:#0072b2}.c1{--c:#a83e08}.c2{--c:#13a07a}.c3{--c:#6a1d5e}.c4{--c:#ba880e}.c5{--c:#3a97c9}.c6{--c:#"
         "5c5c5c}"
         ".figure .m{fill:var(--c);stroke:none;fill-opacity:.85}.figure .h{fill:none;stroke:var(--c);stroke-width:1.6}"
         ".figure .l{fill:none;stroke:var(--c);stroke-width:2}.figure "
         ".i{stroke:var(--c);stroke-width:1.6;stroke-opacity:.6}"
         ".figure .d{stroke:var(--c);stroke-width:3.4;stroke-linecap:round;stroke-opacity:.45}"
         ".figure .b{fill:var(--c);fill-opacity:.16;stroke:var(--c);stroke-opacity:.55;stroke-dasharray:4 3}.figure "
         ".hi{fill:#0072b2}.figure .lo{fill:#d55e00}"
         "@media screen and (prefers-color-scheme:dark){.figure{color:#e6e8eb}.c0{--c:#5aa9f2}.c1{--c:#d56a30}.c2{--c:#"
         "86efc8}.c3{--c:#ad5b9e}.c4{--c:#f2dd60}.c5{--c:#8fd3ff}.c6{--c:#b5b5b5}}"
         "@media print{.figure{color:#000}}";
}

std::string svg(const StudyFigure& figure) {
  return figure.kind == StudyFigure::Kind::heatmap ? heatmap(figure) : plot(figure);
}

}  // namespace reseed
