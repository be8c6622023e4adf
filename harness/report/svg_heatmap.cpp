// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/figure_text.hpp"
#include "report/svg_parts.hpp"

namespace reseed {
namespace {

constexpr std::size_t kWideLabel = 20;  // letters of a line left of a row
constexpr double kLabelLine = 13.0;

/// Rows and columns hold the same names: the columns are then numbered like the rows.
bool is_symmetric(const StudyFigure& figure) {
  return figure.x_categories == figure.y_categories && figure.x_categories.size() > 2;
}

}  // namespace

std::string svg_heatmap(const StudyFigure& figure) {
  const bool numbered = is_symmetric(figure);
  std::vector<std::vector<std::string>> labels;
  double longest = 0.0;
  std::size_t most_lines = 1;
  for (std::size_t r = 0; r < figure.y_categories.size(); ++r) {
    labels.push_back(fitted_lines(figure.y_categories[r], kWideLabel));
    if (numbered) labels.back().back() += "  " + std::to_string(r + 1);
    for (const std::string& one : labels.back()) longest = std::max(longest, width_of(one));
    most_lines = std::max(most_lines, labels.back().size());
  }
  std::vector<std::string> columns = figure.x_categories;
  if (numbered)
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c] = std::to_string(c + 1);
  const CategoryTexts names(columns, 10.0 + longest, kFigureWidth - 2.0);
  const double left = names.left();
  const double step = names.step();
  const double row_height =
      std::max(std::clamp(step * 0.8, 28.0, 40.0), kLabelLine * static_cast<double>(most_lines) + 4.0);
  std::string rows;
  std::string texts;
  std::string cells;
  for (std::size_t r = 0; r < figure.cells.size(); ++r) {
    const double y = kFigureTop + row_height * static_cast<double>(r);
    if (r < labels.size()) {
      double at = y + row_height / 2.0 + 4.0 - kLabelLine / 2.0 * static_cast<double>(labels[r].size() - 1);
      for (const std::string& one : labels[r]) {
        rows += svg_text(left - 6.0, at, "", one);
        at += kLabelLine;
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
  const double bottom = kFigureTop + row_height * static_cast<double>(figure.cells.size());
  const double height = bottom + names.height() + 2.0;
  return svg_head(figure, height + names.list_height()) + cells + "<g text-anchor=\"end\">\n" + rows +
         "</g>\n<g text-anchor=\"middle\" font-size=\"11\">\n" + texts + "</g>\n" + names.draw(bottom) +
         names.draw_list(height) + "</svg>\n";
}

}  // namespace reseed
