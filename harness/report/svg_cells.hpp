// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// Names of a heat map's rows, left of it: over several lines where they are long.
class RowNames {
 public:
  explicit RowNames(const StudyFigure& figure);

  /// Rows and columns hold the same names: rows are numbered, and for the columns the numbers are enough.
  bool numbered() const { return numbered_; }
  /// Of the widest line, in the figure's units.
  double width() const { return width_; }
  /// Height of all rows, for cells of such a width.
  double row_height(double cell_width) const;
  /// The first `rows` names, right-aligned at `x`; the rows begin at `top`.
  std::string draw(double x, double top, double row_height, std::size_t rows) const;

 private:
  std::vector<std::vector<std::string>> lines_;  ///< of each name
  double width_ = 0.0;
  bool numbered_ = false;
};

/// A cell's number as it is shown; a dash for one that is undefined.
std::string cell_text(const std::optional<double>& cell);

/// A rectangle in the colour of a share of the scale: -1 is orange, 0 the page's ground, 1 blue. Both ends differ in
/// hue, and cells always have their number.
std::string svg_ground(double x, double y, double width, double height, double share);

/// The colour bar of a figure of heat maps below `y`, its title above and the numbers of its ends below it, added to
/// `out`; where what follows begins. `width`: room for the title.
double draw_bar(const StudyFigure& figure, double x, double y, double width, std::string& out);
inline constexpr double kBarWidth = 176.0;

/// Cells of a heat map, the upper left corner of the first at (x, y). Texts are to stand in a group of their own, which
/// has anchor and size.
struct DrawnCells {
  std::string grounds;
  std::string texts;
};
DrawnCells draw_cells(const StudyFigure& figure, const std::vector<std::vector<std::optional<double>>>& cells, double x,
                      double y, double width, double height);

}  // namespace reseed
