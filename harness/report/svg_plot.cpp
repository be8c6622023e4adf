// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "report/figure_text.hpp"
#include "report/markup.hpp"
#include "report/scale.hpp"
#include "report/svg_parts.hpp"

namespace reseed {
namespace {

constexpr double kPlotHeight = 220.0;
constexpr double kRankMargin = 14.0;
constexpr double kRowHeight = 24.0;      // of a category that has a row
constexpr double kRowLine = 13.0;        // height of a line of its name
constexpr std::size_t kRowLetters = 24;  // of a line of its name

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

/// What a figure's points cover: places and values.
struct Ranges {
  Range x, y;
  bool nothing = false;  ///< no value
};

Ranges ranges_of(const StudyFigure& figure) {
  Ranges ranges;
  for (const StudySeries& series : figure.series)
    for (const StudyPoint& point : series.points) {
      if (series.mark != StudySeries::Mark::dots) ranges.x.add(point.x);  // dots stand around places of other marks
      ranges.y.add(point.y);
      if (point.low) ranges.y.add(*point.low);
      if (point.high) ranges.y.add(*point.high);
    }
  ranges.nothing = ranges.y.empty();
  if (ranges.nothing) ranges.y.add(0.0);
  if (ranges.x.empty()) ranges.x.add(0.0);
  return ranges;
}

double widest_tick(const Scale& scale) {
  double width = 0.0;
  for (const double tick : scale.ticks()) width = std::max(width, width_of(scale.text(tick)));
  return width;
}

struct Place {
  double x, y;
  std::string text() const { return coordinate(x) + ' ' + coordinate(y); }
};

/// What stands around the marks of a plot, and where a mark stands in it.
class Axes {
 public:
  virtual ~Axes() = default;
  virtual Place at(double x, double y) const = 0;
  virtual std::string draw() const = 0;
  virtual double left() const = 0;
  virtual double height() const = 0;
  virtual Place middle() const = 0;
};

/// Values upwards, numbers or categories to the right.
class Upright : public Axes {
 public:
  Upright(const StudyFigure& figure, const Ranges& ranges)
      : figure_(figure),
        // The y title stands above the axis, where it reads without turning the head.
        top_(kFigureTop + title_height(figure.y_title) + 4.0),
        y_(values(figure, ranges.y, top_)),
        names_(figure.x_categories, widest_tick(y_) + 10.0, kFigureWidth - kFigureRight),
        x_(ranges.x.low, ranges.x.high, names_.left() + 10.0, kFigureWidth - kFigureRight - 10.0, 7) {}

  Place at(double x, double y) const override {
    return {by_names() ? left() + names_.step() * (x + 0.5) : x_(x), y_(y)};
  }
  double left() const override { return names_.left(); }
  Place middle() const override { return {centre(), (top_ + bottom()) / 2.0}; }
  double height() const override {
    return bottom() + below() + (figure_.x_title.empty() ? 0.0 : 2.0 + title_height(figure_.x_title)) +
           names_.list_height();
  }
  bool names_fit() const { return names_.upright(); }

  std::string draw() const override {
    std::string grid;
    std::string ticks;
    for (const double tick : y_.ticks()) {
      grid += "M" + coordinate(left()) + ' ' + coordinate(y_(tick)) + "H" + coordinate(kFigureWidth - kFigureRight);
      ticks += svg_text(left() - 6.0, y_(tick) + 4.0, "", y_.text(tick));
    }
    std::string out = title_lines(figure_.y_title, 0.0, kFigureTop + 4.0, "") + "<path d=\"" + grid +
                      "\" class=\"g\"/>\n<g text-anchor=\"end\">\n" + ticks + "</g>\n" +
                      svg_line(left(), bottom(), kFigureWidth - kFigureRight, bottom(), "a");
    if (by_names()) {
      out += names_.draw(bottom());
    } else {
      std::string marks;
      for (const double tick : x_.ticks()) {
        marks += "M" + coordinate(x_(tick)) + ' ' + coordinate(bottom()) + "v4";
        out += svg_text(x_(tick), bottom() + 17.0, "middle", x_.text(tick));
      }
      out += "<path d=\"" + marks + "\" class=\"a\"/>\n";
    }
    out += title_lines(figure_.x_title, centre(), bottom() + below() + 13.0, "middle");
    return out + names_.draw_list(height() - names_.list_height());
  }

 private:
  /// Rank 1 stands on top.
  static Scale values(const StudyFigure& figure, const Range& y, double top) {
    constexpr double kMostRanks = 50.0;
    const double bottom = top + kPlotHeight;
    if (figure.kind != StudyFigure::Kind::ranks) return {y.low, y.high, bottom, top};
    return {y.low, std::max(y.high, y.low + 1.0), top + kRankMargin, bottom - kRankMargin,
            static_cast<int>(std::clamp(y.high - y.low, 1.0, kMostRanks))};
  }
  bool by_names() const { return !figure_.x_categories.empty(); }
  double bottom() const { return top_ + kPlotHeight; }
  double below() const { return by_names() ? names_.height() : 22.0; }
  double centre() const { return (left() + kFigureWidth - kFigureRight) / 2.0; }

  const StudyFigure& figure_;
  double top_;
  Scale y_;
  CategoryTexts names_;
  Scale x_;
};

/// Values to the right, a row for every category: names of any length stand beside their marks and need not be turned.
class Rows : public Axes {
 public:
  Rows(const StudyFigure& figure, const Ranges& ranges)
      : figure_(figure), names_(lines_of(figure)), left_(left_of(names_)), values_(values(ranges.y, left_)) {
    double y = kFigureTop + title_height(figure.y_title) + title_height(figure.x_title) + 2.0;
    tops_.push_back(y);
    for (const auto& lines : names_)
      tops_.push_back(y += std::max(kRowHeight, kRowLine * static_cast<double>(lines.size()) + 6.0));
  }

  Place at(double x, double y) const override {
    const double last = static_cast<double>(names_.size()) - 1.0;
    const double row = std::clamp(std::round(x), 0.0, last);
    // Beside its middle a place stands by the height of a plain row, so that marks side by side look alike everywhere.
    return {values_(y), middle_of(static_cast<std::size_t>(row)) + (x - row) * kRowHeight};
  }
  double left() const override { return left_; }
  double height() const override { return tops_.back() + 22.0; }
  Place middle() const override {
    return {(left_ + kFigureWidth - kFigureRight) / 2.0, (tops_.front() + tops_.back()) / 2.0};
  }

  std::string draw() const override {
    std::string out = title_lines(figure_.y_title, 0.0, kFigureTop + 4.0, "") +
                      title_lines(figure_.x_title, 0.0, kFigureTop + 4.0 + title_height(figure_.y_title), "");
    std::string grid;
    std::string texts;
    for (const double tick : values_.ticks()) {
      grid += "M" + coordinate(values_(tick)) + ' ' + coordinate(tops_.front()) + "V" + coordinate(tops_.back());
      texts += svg_text(values_(tick), tops_.back() + 17.0, "middle", values_.text(tick));
    }
    std::string labels;
    for (std::size_t r = 0; r < names_.size(); ++r) {
      grid += "M" + coordinate(left_) + ' ' + coordinate(middle_of(r)) + "H" + coordinate(kFigureWidth - kFigureRight);
      double y = middle_of(r) + 4.0 - kRowLine / 2.0 * static_cast<double>(names_[r].size() - 1);
      for (const std::string& line : names_[r]) {
        labels += svg_text(left_ - 8.0, y, "", line);
        y += kRowLine;
      }
    }
    return out + "<path d=\"" + grid + "\" class=\"g\"/>\n<g text-anchor=\"end\">\n" + labels + "</g>\n" + texts +
           svg_line(left_, tops_.back(), kFigureWidth - kFigureRight, tops_.back(), "a");
  }

 private:
  static std::vector<std::vector<std::string>> lines_of(const StudyFigure& figure) {
    std::vector<std::vector<std::string>> lines;
    for (const std::string& name : figure.x_categories) lines.push_back(fitted_lines(name, kRowLetters));
    return lines;
  }
  static double left_of(const std::vector<std::vector<std::string>>& names) {
    double width = 0.0;
    for (const auto& lines : names)
      for (const std::string& line : lines) width = std::max(width, width_of(line));
    return width + 12.0;
  }
  /// As many ticks as have room beside each other.
  static Scale values(const Range& y, double left) {
    const double room = kFigureWidth - kFigureRight - left;
    constexpr double kBetween = 14.0;
    for (int ticks = 5; ticks > 1; --ticks) {
      const double half = widest_tick(Scale(y.low, y.high, 0.0, room, ticks)) / 2.0;
      Scale scale(y.low, y.high, left + 6.0, kFigureWidth - std::max(kFigureRight, half), ticks);
      const double needed = static_cast<double>(scale.ticks().size() - 1) * (2.0 * half + kBetween);
      if (needed <= scale(scale.ticks().back()) - scale(scale.ticks().front())) return scale;
    }
    return {y.low, y.high, left + 6.0, kFigureWidth - 2.0 * kFigureRight, 1};
  }
  double middle_of(std::size_t row) const { return (tops_[row] + tops_[row + 1]) / 2.0; }

  const StudyFigure& figure_;
  std::vector<std::vector<std::string>> names_;
  double left_;
  Scale values_;
  std::vector<double> tops_;  ///< of every row, and the end of the last one
};

/// Bands and dots, which lie behind the marks.
std::string behind(const StudyFigure& figure, const Axes& axes) {
  std::string out;
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    if (series.points.empty()) continue;
    const std::string end = colour_of(look_of(figure, s)) + "\"><title>" + escaped(series.name) + "</title></path>\n";
    if (series.mark == StudySeries::Mark::band) {
      std::string forth;
      std::string back;
      for (const StudyPoint& point : series.points) {
        forth += (forth.empty() ? "M" : "L") + axes.at(point.x, point.high.value_or(point.y)).text();
        back = "L" + axes.at(point.x, point.low.value_or(point.y)).text() + back;
      }
      out += "<path d=\"" + forth + back + "z\" class=\"b " + end;
    }
    if (series.mark == StudySeries::Mark::dots) {
      std::string dots;
      for (const StudyPoint& point : series.points) dots += "M" + axes.at(point.x, point.y).text() + "h0";
      out += "<path d=\"" + dots + "\" class=\"d " + end;
    }
  }
  return out;
}

/// Marks with their intervals and the lines between them.
std::string marks(const StudyFigure& figure, const Axes& axes) {
  std::string out;
  for (std::size_t s = 0; s < figure.series.size(); ++s) {
    const StudySeries& series = figure.series[s];
    if (series.mark == StudySeries::Mark::band || series.mark == StudySeries::Mark::dots) continue;
    const std::string colour = colour_of(look_of(figure, s));
    const bool joined = series.mark == StudySeries::Mark::line || figure.kind == StudyFigure::Kind::ranks;
    std::string line;
    std::string intervals;
    std::string marks;
    for (const StudyPoint& point : series.points) {
      const Place place = axes.at(point.x, point.y);
      line += (line.empty() ? "M" : "L") + place.text();
      if (point.low && point.high) {
        const Place low = axes.at(point.x, *point.low);
        const Place high = axes.at(point.x, *point.high);
        intervals += "M" + low.text() + (low.x == high.x ? "V" + coordinate(high.y) : "H" + coordinate(high.x));
      }
      const std::string label = point.label.empty() ? series.name + ": " + fixed(point.y, 4) : point.label;
      marks += svg_mark(look_of(figure, s), place.x, place.y, label);
    }
    if (joined && series.points.size() > 1) out += "<path d=\"" + line + line_end(look_of(figure, s));
    if (!intervals.empty()) out += "<path d=\"" + intervals + "\" class=\"i " + colour + "\"/>\n";
    out += svg_group((series.mark == StudySeries::Mark::hollow ? "h " : "m ") + colour, marks);
  }
  return out;
}

std::string drawn(const StudyFigure& figure, const Axes& axes, bool nothing) {
  std::string body = axes.draw();
  if (nothing) body += svg_text(axes.middle().x, axes.middle().y, "middle", "no value is defined", "class=\"t\"");
  body += behind(figure, axes) + marks(figure, axes);
  double height = axes.height() + 14.0;
  height += legend(figure, axes.left(), height + 4.0, body);
  return svg_head(figure, height - 4.0) + body + "</svg>\n";
}

}  // namespace

std::string svg_plot(const StudyFigure& figure) {
  const Ranges ranges = ranges_of(figure);
  const Upright upright(figure, ranges);
  if (figure.kind == StudyFigure::Kind::ranks || figure.x_categories.empty() || upright.names_fit())
    return drawn(figure, upright, ranges.nothing);
  return drawn(figure, Rows(figure, ranges), ranges.nothing);
}

}  // namespace reseed
