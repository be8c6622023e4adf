// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "report/figure_text.hpp"
#include "report/svg_cells.hpp"
#include "report/svg_parts.hpp"

namespace reseed {

std::string svg_heatmap(const StudyFigure& figure) {
  const RowNames rows(figure);
  std::vector<std::string> columns = figure.x_categories;
  if (rows.numbered())
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c] = std::to_string(c + 1);
  const CategoryTexts names(columns, 10.0 + rows.width(), kFigureWidth - 2.0);
  const double row_height = rows.row_height(names.step());
  const DrawnCells cells = draw_cells(figure, figure.cells, names.left(), kFigureTop, names.step(), row_height);
  const double bottom = kFigureTop + row_height * static_cast<double>(figure.cells.size());
  std::string bar;
  double height = bottom + names.height() + 2.0;
  if (!figure.cell_title.empty()) {
    const double left = std::min(names.left(), kFigureWidth - kFigureRight - kBarWidth);
    height = draw_bar(figure, left, height + 10.0, kFigureWidth - kFigureRight - left, bar);
  }
  return svg_head(figure, height + names.list_height()) + cells.grounds + "<g text-anchor=\"end\">\n" +
         rows.draw(names.left() - 6.0, kFigureTop, row_height, figure.cells.size()) +
         "</g>\n<g text-anchor=\"middle\" font-size=\"11\">\n" + cells.texts + "</g>\n" + names.draw(bottom) + bar +
         names.draw_list(height) + "</svg>\n";
}

}  // namespace reseed
