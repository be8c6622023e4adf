// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "base/number.hpp"
#include "report/figure_text.hpp"
#include "report/svg_cells.hpp"
#include "report/svg_parts.hpp"

namespace reseed {
namespace {

constexpr double kPanelsWidth = 880.0;  // of a row of panels; what does not fit goes into the next row
constexpr double kGap = 16.0;           // between panels
constexpr double kRowGap = 12.0;        // between rows of panels
constexpr double kWidestCell = 40.0;
constexpr double kDigit = 6.0;  // width of a letter of a number, at 11 units
constexpr double kListLine = 14.0;

/// Width that the longest number of all panels needs, so that no cell runs into the next one.
double narrowest_cell(const StudyFigure& figure) {
  std::size_t most = 5;  // letters: "-0.12"
  for (const StudyPanel& panel : figure.panels)
    for (const auto& row : panel.cells)
      for (const auto& cell : row) most = std::max(most, letters(cell_text(cell)));
  return kDigit * static_cast<double>(most) + 2.0;
}

/// Where everything stands: as many panels side by side as fit, equally many in every row but the last, the names of
/// the rows left of each row of panels.
class Panels {
 public:
  explicit Panels(const StudyFigure& figure) : figure_(figure), rows_(figure), left_(10.0 + rows_.width()) {
    const double room = kPanelsWidth - 2.0 - left_;
    const double columns = static_cast<double>(std::max<std::size_t>(1, figure.x_categories.size()));
    const double narrowest = narrowest_cell(figure);
    const std::size_t count = std::max<std::size_t>(1, figure.panels.size());
    const double fitting = std::clamp((room + kGap) / (narrowest * columns + kGap), 1.0, static_cast<double>(count));
    const std::size_t lines = ceiling(count, static_cast<std::size_t>(fitting));
    beside_ = ceiling(count, lines);
    const double share = (room + kGap) / static_cast<double>(beside_) - kGap;
    step_ = std::clamp(share / columns, narrowest, std::max(narrowest, kWidestCell));
    panel_ = step_ * columns;
    height_ = rows_.row_height(step_);
    width_ = std::max(left_ + static_cast<double>(beside_) * (panel_ + kGap) - kGap, left_ + kBarWidth) + 2.0;
    name_columns();
  }

  double width() const { return width_; }

  std::string draw() const {
    std::string out;
    double y = kFigureTop;
    for (std::size_t first = 0; first < figure_.panels.size(); first += beside_)
      y = draw_row(first, std::min(figure_.panels.size(), first + beside_), y, out);
    y = draw_bar(figure_, left_, y, width_ - 2.0 - left_, out);
    for (const std::string& line : list_) {
      out += svg_text(2.0, y + kListLine, "", line);
      y += kListLine;
    }
    return svg_head(figure_, y + 6.0, width_) + out + "</svg>\n";
  }

 private:
  static std::size_t ceiling(std::size_t number, std::size_t by) { return (number + by - 1) / by; }

  std::size_t letters_in(double width) const { return static_cast<std::size_t>(std::max(1.0, width / kLetterWidth)); }

  /// Names that do not fit below a panel become numbers, which a list below the figure tells where the rows do not.
  void name_columns() {
    columns_ = figure_.x_categories;
    if (!rows_.numbered() && CategoryTexts(columns_, 0.0, panel_).upright()) return;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      columns_[c] = std::to_string(c + 1);
      if (rows_.numbered()) continue;
      for (std::string& line : fitted_lines(columns_[c] + "  " + figure_.x_categories[c], letters_in(width_ - 4.0)))
        list_.push_back(std::move(line));
    }
  }

  /// Panels `first` to `last` below `y`, drawn into `out`; where the next row begins.
  double draw_row(std::size_t first, std::size_t last, double y, std::string& out) const {
    std::vector<std::vector<std::string>> titles;
    std::size_t most = 0;
    for (std::size_t p = first; p < last; ++p) {
      titles.push_back(fitted_lines(figure_.panels[p].title, letters_in(panel_)));
      most = std::max(most, titles.back().size());
    }
    const double top = y + kTitleLine * static_cast<double>(most) + 3.0;
    const double bottom = top + height_ * static_cast<double>(figure_.y_categories.size());
    double below = 0.0;
    out += "<g text-anchor=\"end\">\n" + rows_.draw(left_ - 6.0, top, height_, figure_.y_categories.size()) + "</g>\n";
    for (std::size_t p = first; p < last; ++p) {
      const double x = left_ + static_cast<double>(p - first) * (panel_ + kGap);
      const auto& lines = titles[p - first];
      for (std::size_t l = 0; l < lines.size(); ++l)
        out += svg_text(x + panel_ / 2.0, top - 6.0 - kTitleLine * static_cast<double>(lines.size() - 1 - l), "middle",
                        lines[l], "font-weight=\"600\"");
      const DrawnCells cells = draw_cells(figure_, figure_.panels[p].cells, x, top, step_, height_);
      const CategoryTexts names(columns_, x, x + panel_);
      out +=
          cells.grounds + "<g text-anchor=\"middle\" font-size=\"11\">\n" + cells.texts + "</g>\n" + names.draw(bottom);
      below = names.height();
    }
    return bottom + below + kRowGap;
  }

  const StudyFigure& figure_;
  RowNames rows_;
  double left_;         ///< of the first panel
  std::size_t beside_;  ///< panels of a row
  double step_;         ///< width of a cell
  double height_;       ///< of a cell
  double panel_;        ///< width of a panel
  double width_;        ///< of the figure
  std::vector<std::string> columns_;
  std::vector<std::string> list_;
};

}  // namespace

double panels_width(const StudyFigure& figure) { return Panels(figure).width(); }

std::string svg_panels(const StudyFigure& figure) { return Panels(figure).draw(); }

}  // namespace reseed
