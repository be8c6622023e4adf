// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/number.hpp"
#include "report/markup.hpp"
#include "report/scale.hpp"

namespace reseed {
namespace {

constexpr double kWidth = 520.0;
constexpr double kPlotHeight = 250.0;
constexpr double kLeft = 62.0;
constexpr double kRight = 14.0;
constexpr double kTop = 12.0;
constexpr double kLegendRow = 19.0;
constexpr double kLetter = 6.6;       // mean width of a letter at 12 units
constexpr std::size_t kLongest = 34;  // letters of a name; longer ones are cut

/// Number of series that have a colour of their own; further ones begin again with other marks.
constexpr std::size_t kColours = 7;

std::string number(double value) { return fixed(std::round(value * 100.0) / 100.0, 2); }

std::string text(double x, double y, std::string_view anchor, std::string_view content, std::string_view more = {}) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + std::string(anchor) + "\" " +
         std::string(more) + ">" + escaped(content) + "</text>\n";
}

/// Code points of a UTF-8 text.
std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char letter) { return (static_cast<unsigned char>(letter) & 0xc0) != 0x80; }));
}

double width_of(std::string_view text) { return kLetter * static_cast<double>(letters(text)); }

/// At most `most` code points; the rest becomes an ellipsis.
std::string shortened(std::string_view text, std::size_t most) {
  if (letters(text) <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xc0) != 0x80 && ++seen == most) break;
  return std::string(text.substr(0, end)) + "…";
}

std::string line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
         "\" class=\"" + std::string(kind) + "\"/>\n";
}

/// The mark of a series at a place: circle, square, triangle, diamond, cross in turn.
std::string mark(std::size_t series, double x, double y, bool hollow, const std::string& label) {
  const std::string kind =
      "class=\"" + std::string(hollow ? "h" : "m") + " c" + std::to_string(series % kColours) + "\"";
  const std::string title = label.empty() ? "/>\n" : "><title>" + escaped(label) + "</title>";
  const double r = 4.0;
  const auto path = [&](const std::string& d) {
    return "<path d=\"" + d + "\" " + kind + title + (label.empty() ? "" : "</path>\n");
  };
  switch (series % 5) {
    case 0:
      return "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"4\" " + kind + title +
             (label.empty() ? "" : "</circle>\n");
    case 1: return path("M" + number(x - 3.6) + " " + number(y - 3.6) + "h7.2v7.2h-7.2z");
    case 2: return path("M" + number(x) + " " + number(y - r - 0.6) + "l4.6 8.2h-9.2z");
    case 3: return path("M" + number(x) + " " + number(y - r - 1) + "l5 5l-5 5l-5 -5z");
    default: return path("M" + number(x - 4) + " " + number(y + 4.2) + "h8l-4 -8.4z");
  }
}

std::string head(const StudyFigure& figure, double height) {
  const std::string id = escaped(figure.id);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " " + number(height) +
         "\" role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-desc\" class=\"figure\">\n<title id=\"" + id +
         "-title\">" + escaped(figure.title) + "</title>\n<desc id=\"" + id + "-desc\">" + escaped(figure.alternative) +
         "</desc>\n<style>" + svg_style() + "</style>\n";
}

/// Number of the series from which colour and shape come.
std::size_t look(const StudyFigure& figure, std::size_t s) {
  const int like = figure.series[s].like;
  return like >= 0 && static_cast<std::size_t>(like) < figure.series.size() ? static_cast<std::size_t>(like) : s;
}

/// Legend in rows below the plot; returns its height.
double legend(const StudyFigure& figure, double top, std::string& out) {
  double x = kLeft;
  double y = top;
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    const double width = 26.0 + width_of(shortened(series.name, kLongest));
    if (x > kLeft && x + width > kWidth - kRight) {
      x = kLeft;
      y += kLegendRow;
    }
    const std::string colour = " c" + std::to_string(look(figure, s) % kColours);
    if (series.mark == StudySeries::Mark::line) out += line(x - 6, y - 4, x + 10, y - 4, "l" + colour);
    if (series.mark == StudySeries::Mark::band)
      out += "<rect x=\"" + number(x - 6) + "\" y=\"" + number(y - 9) + "\" width=\"16\" height=\"10\" class=\"b" +
             colour + "\"/>\n";
    else
      out += mark(look(figure, s), x + 2, y - 4, series.mark == StudySeries::Mark::hollow, "");
    out += text(x + 14, y, "start", shortened(series.name, kLongest));
    x += width + 8.0;
  }
  return y - top + kLegendRow;
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

/// The texts below a categorical axis: turned when they would touch each other.
class CategoryTexts {
 public:
  CategoryTexts(const std::vector<std::string>& names, double left) : left_(left) {
    for (const std::string& name : names) {
      texts_.push_back(shortened(name, kLongest));
      longest_ = std::max(longest_, width_of(texts_.back()));
    }
    turned_ = longest_ > step() - 4.0;
    // A turned text ends at its place on the axis: the first ones need room on the left.
    if (turned_)
      for (std::size_t i = 0; i < texts_.size(); ++i)
        left_ =
            std::max(left_, (kCosine * width_of(texts_[i]) + 4.0 - (kWidth - kRight) * share(i)) / (1.0 - share(i)));
  }
  double left() const { return left_; }
  double step() const {
    return (kWidth - left_ - kRight) / static_cast<double>(std::max<std::size_t>(1, texts_.size()));
  }
  /// Height that the texts take.
  double height() const { return turned_ ? 20.0 + kSine * longest_ : 24.0; }
  std::string draw(double y) const {
    std::string out;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const double x = left_ + step() * (static_cast<double>(i) + 0.5);
      out += turned_ ? text(x, y + 12.0, "end", texts_[i],
                            "transform=\"rotate(-35 " + number(x) + " " + number(y + 12.0) + ")\"")
                     : text(x, y + 16.0, "middle", texts_[i]);
    }
    return out;
  }

 private:
  static constexpr double kCosine = 0.82;  // of 35 degrees
  static constexpr double kSine = 0.58;

  /// Where text `i` stands between the left and the right end of the axis, 0..1.
  double share(std::size_t i) const { return (static_cast<double>(i) + 0.5) / static_cast<double>(texts_.size()); }

  std::vector<std::string> texts_;
  double left_;
  double longest_ = 0.0;
  bool turned_ = false;
};

std::string plot(const StudyFigure& figure) {
  const bool ranks = figure.kind == StudyFigure::Kind::ranks;
  const bool categories = !figure.x_categories.empty();
  Range xs;
  Range ys;
  for (const StudySeries& series : figure.series)
    for (const StudyPoint& point : series.points) {
      xs.add(point.x);
      ys.add(point.y);
      if (point.low) ys.add(*point.low);
      if (point.high) ys.add(*point.high);
    }
  if (ys.empty()) ys.add(0.0);
  if (xs.empty()) xs.add(0.0);
  const double bottom = kTop + kPlotHeight;
  // Rank 1 stands on top.
  const Scale y = ranks ? Scale(ys.low, std::max(ys.high, ys.low + 1.0), kTop + 14.0, bottom - 14.0,
                                static_cast<int>(std::max(1.0, ys.high - ys.low)))
                        : Scale(ys.low, ys.high, bottom, kTop);
  const CategoryTexts names(figure.x_categories, kLeft);
  const double left = names.left();
  const double step = names.step();
  const Scale x_numbers(xs.low, xs.high, kLeft + 8.0, kWidth - kRight - 8.0, 7);
  const auto x = [&](double value) { return categories ? left + step * (value + 0.5) : x_numbers(value); };

  std::string body;
  for (const double tick : y.ticks()) {
    body += line(left, y(tick), kWidth - kRight, y(tick), "g");
    body += text(left - 7.0, y(tick) + 4.0, "end", y.text(tick));
  }
  body += line(left, bottom, kWidth - kRight, bottom, "a");
  double height = bottom;
  if (categories) {
    body += names.draw(bottom);
    height += names.height();
  } else {
    for (const double tick : x_numbers.ticks()) {
      body += line(x(tick), bottom, x(tick), bottom + 4.0, "a");
      body += text(x(tick), bottom + 17.0, "middle", x_numbers.text(tick));
    }
    height += 24.0;
  }
  if (!figure.x_title.empty()) {
    height += 14.0;
    body += text((kLeft + kWidth - kRight) / 2.0, height, "middle", figure.x_title);
  }
  body += text(14.0, kTop + kPlotHeight / 2.0, "middle", figure.y_title,
               "transform=\"rotate(-90 14 " + number(kTop + kPlotHeight / 2.0) + ")\"");

  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    const std::string colour = " c" + std::to_string(look(figure, s) % kColours);
    if (series.mark == StudySeries::Mark::band && !series.points.empty()) {
      std::string forth;
      std::string back;
      for (const StudyPoint& point : series.points) {
        forth += (forth.empty() ? "M" : "L") + number(x(point.x)) + " " + number(y(point.high.value_or(point.y)));
        back = "L" + number(x(point.x)) + " " + number(y(point.low.value_or(point.y))) + back;
      }
      body += "<path d=\"" + forth + back + "z\" class=\"b" + colour + "\"><title>" + escaped(series.name) +
              "</title></path>\n";
      continue;
    }
    if ((series.mark == StudySeries::Mark::line || ranks) && series.points.size() > 1) {
      std::string d;
      for (const StudyPoint& point : series.points)
        d += (d.empty() ? "M" : "L") + number(x(point.x)) + " " + number(y(point.y));
      body += "<path d=\"" + d + "\" class=\"l" + colour + "\"/>\n";
    }
    for (const StudyPoint& point : series.points) {
      if (point.low && point.high) body += line(x(point.x), y(*point.low), x(point.x), y(*point.high), "i" + colour);
      const std::string label = point.label.empty() ? series.name + ": " + fixed(point.y, 4) : point.label;
      body += mark(look(figure, s), x(point.x), y(point.y), series.mark == StudySeries::Mark::hollow, label);
    }
  }
  height += 24.0;
  height += figure.series.size() > 1 ? legend(figure, height, body) : -10.0;
  return head(figure, height) + body + "</svg>\n";
}

std::string heatmap(const StudyFigure& figure) {
  double longest = 0.0;
  for (const std::string& name : figure.y_categories) longest = std::max(longest, width_of(shortened(name, kLongest)));
  const CategoryTexts names(figure.x_categories, 14.0 + longest);
  const double left = names.left();
  const double step = names.step();
  const double row_height = std::clamp(step, 24.0, 46.0);
  std::string body;
  for (std::size_t r = 0; r < figure.cells.size(); ++r) {
    const double y = kTop + row_height * static_cast<double>(r);
    if (r < figure.y_categories.size())
      body += text(left - 7.0, y + row_height / 2.0 + 4.0, "end", shortened(figure.y_categories[r], kLongest));
    for (std::size_t c = 0; c < figure.cells[r].size(); ++c) {
      const double x = left + step * static_cast<double>(c);
      const auto& cell = figure.cells[r][c];
      // From orange over the page's ground to blue: both ends differ in hue and the text is always there.
      const double span = figure.cell_high - figure.cell_low;
      const double share = cell && span > 0 ? std::clamp((*cell - figure.cell_low) / span * 2.0 - 1.0, -1.0, 1.0) : 0.0;
      body += "<rect x=\"" + number(x + 1) + "\" y=\"" + number(y + 1) + "\" width=\"" + number(step - 2) +
              "\" height=\"" + number(row_height - 2) + "\" class=\"" + (share < 0 ? "lo" : "hi") +
              "\" fill-opacity=\"" + number(cell ? std::abs(share) * 0.75 : 0.0) + "\"/>\n";
      body += text(x + step / 2.0, y + row_height / 2.0 + 4.0, "middle", cell ? fixed(*cell, 2) : "–");
    }
  }
  const double bottom = kTop + row_height * static_cast<double>(figure.cells.size());
  body += names.draw(bottom);
  const double height = bottom + names.height() + 8.0;
  return head(figure, height) + body + "</svg>\n";
}

}  // namespace

const char* svg_style() {
  // Okabe and Ito's colours; the dark setting uses lighter ones of the same hues.
  return ".figure{font:12px system-ui,sans-serif;color:#1b1f24}"
         ".figure text{fill:currentColor}.figure .g{stroke:currentColor;stroke-opacity:.13}"
         ".figure .a{stroke:currentColor;stroke-opacity:.6}"
         ".c0{--c:#0072b2}.c1{--c:#d55e00}.c2{--c:#009e73}.c3{--c:#8f5a9e}.c4{--c:#b8860b}.c5{--c:#3a97c9}.c6{--c:#"
         "5c5c5c}"
         ".figure .m{fill:var(--c);stroke:none;fill-opacity:.85}.figure .h{fill:none;stroke:var(--c);stroke-width:1.6}"
         ".figure .l{fill:none;stroke:var(--c);stroke-width:2}.figure "
         ".i{stroke:var(--c);stroke-width:1.6;stroke-opacity:.6}"
         ".figure .b{fill:var(--c);fill-opacity:.16;stroke:var(--c);stroke-opacity:.55;stroke-dasharray:4 3}.figure "
         ".hi{fill:#0072b2}.figure .lo{fill:#d55e00}"
         "@media(prefers-color-scheme:dark){.figure{color:#e6e8eb}.c0{--c:#56b4e9}.c1{--c:#ff8c42}.c2{--c:#2fd0a2}"
         ".c3{--c:#d9a5e6}.c4{--c:#f0c94d}.c5{--c:#8fd3ff}.c6{--c:#b5b5b5}}"
         "@media print{.figure{color:#000}}";
}

std::string svg(const StudyFigure& figure) {
  return figure.kind == StudyFigure::Kind::heatmap ? heatmap(figure) : plot(figure);
}

}  // namespace reseed
