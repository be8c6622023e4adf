// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reseed/study_report.hpp"

namespace reseed {

/// The file that holds the numbers of a figure: "figures/ID.csv".
std::string figure_csv(const std::string& id);

/// The numbers that a figure is drawn from. Plots and ranks: `series,x,y,low,high,label`, a row for each mark. Heat
/// maps: `row,column,value`, a row for each cell, before it `panel` where there are panels; an empty value is
/// undefined. Series, panels, rows and columns are positions in the figure's lists, from 0.
///
/// Errors: Error(plugin) for a heat map that mistake_of() finds: its cells are not those of its categories.
std::string write_figure_csv(const StudyFigure& figure);

/// Inverse of write_figure_csv(): fills in the points of the figure's series or its cells, which were empty.
///
/// Errors: Error(data) naming `place` and line for other columns, a number that is none, a series that the figure does
/// not have, and cells that are not one for each two categories, row by row.
void read_figure_csv(std::string_view text, const std::string& place, StudyFigure& figure);

}  // namespace reseed
