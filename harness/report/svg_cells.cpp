// SPDX-License-Identifier: Apache-2.0
#include "report/svg_cells.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/figure_text.hpp"
#include "report/svg_parts.hpp"

namespace reseed {
namespace {

constexpr std::size_t kWideLabel = 20;  // letters of a line left of a row
constexpr double kLabelLine = 13.0;

constexpr int kSwatches = 11;  // steps of the colour bar
constexpr double kSwatch = kBarWidth / kSwatches;
constexpr double kSwatchHeight = 12.0;

}  // namespace

RowNames::RowNames(const StudyFigure& figure)
    : numbered_(figure.x_categories == figure.y_categories && figure.x_categories.size() > 2) {
  for (const std::string& name : figure.y_categories) {
    lines_.push_back(fitted_lines(name, kWideLabel));
    if (numbered_) lines_.back().back() += "  " + std::to_string(lines_.size());
    for (const std::string& line : lines_.back()) width_ = std::max(width_, width_of(line));
  }
}

double RowNames::row_height(double cell_width) const {
  std::size_t most = 1;
  for (const auto& lines : lines_) most = std::max(most, lines.size());
  return std::max(std::clamp(cell_width * 0.8, 28.0, 40.0), kLabelLine * static_cast<double>(most) + 4.0);
}

std::string RowNames::draw(double x, double top, double row_height, std::size_t rows) const {
  std::string out;
  for (std::size_t r = 0; r < std::min(rows, lines_.size()); ++r) {
    double y = top + row_height * static_cast<double>(r) + row_height / 2.0 + 4.0 -
               kLabelLine / 2.0 * static_cast<double>(lines_[r].size() - 1);
    for (const std::string& line : lines_[r]) {
      out += svg_text(x, y, "", line);
      y += kLabelLine;
    }
  }
  return out;
}

std::string cell_text(const std::optional<double>& cell) { return cell ? fixed(*cell, 2) : "–"; }

std::string svg_ground(double x, double y, double width, double height, double share) {
  return "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" + coordinate(width) + "\" height=\"" +
         coordinate(height) + "\" class=\"" + (share < 0 ? "lo" : "hi") + "\" fill-opacity=\"" +
         fixed(std::abs(share) * 0.75, 2) + "\"/>\n";
}

double draw_bar(const StudyFigure& figure, double x, double y, double width, std::string& out) {
  if (!figure.cell_title.empty())
    for (const std::string& line :
         fitted_lines(figure.cell_title, static_cast<std::size_t>(std::max(1.0, width / kLetterWidth)))) {
      out += svg_text(x, y + 10.0, "", line, "class=\"t\"");
      y += kTitleLine;
    }
  for (int s = 0; s < kSwatches; ++s)
    out += svg_ground(x + kSwatch * s, y, kSwatch, kSwatchHeight, 2.0 * s / (kSwatches - 1) - 1.0);
  const double low = figure.cell_low, high = figure.cell_high;
  y += kSwatchHeight + 14.0;
  out += svg_text(x, y, "", fixed(low, 2)) + svg_text(x + kBarWidth / 2.0, y, "middle", fixed((low + high) / 2.0, 2)) +
         svg_text(x + kBarWidth, y, "end", fixed(high, 2));
  return y + 4.0;
}

DrawnCells draw_cells(const StudyFigure& figure, const std::vector<std::vector<std::optional<double>>>& cells, double x,
                      double y, double width, double height) {
  DrawnCells drawn;
  const double span = figure.cell_high - figure.cell_low;
  for (std::size_t r = 0; r < cells.size(); ++r)
    for (std::size_t c = 0; c < cells[r].size(); ++c) {
      const auto& cell = cells[r][c];
      const double left = x + width * static_cast<double>(c);
      const double top = y + height * static_cast<double>(r);
      const double share = cell && span > 0 ? std::clamp((*cell - figure.cell_low) / span * 2.0 - 1.0, -1.0, 1.0) : 0.0;
      drawn.grounds += svg_ground(left + 1, top + 1, width - 2, height - 2, share);
      drawn.texts += svg_text(left + width / 2.0, top + height / 2.0 + 4.0, "", cell_text(cell));
    }
  return drawn;
}

}  // namespace reseed
