// SPDX-License-Identifier: Apache-2.0
#include "bundle/figure_csv.hpp"

#include <algorithm>
#include <array>

#include "base/csv.hpp"
#include "base/number.hpp"
#include "base/study_json.hpp"
#include "base/words.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Cells = std::vector<std::vector<std::optional<double>>>;

bool is_heatmap(const StudyFigure& figure) { return figure.kind == StudyFigure::Kind::heatmap; }

std::vector<std::string> columns_of(const StudyFigure& figure) {
  if (!is_heatmap(figure)) return {"series", "x", "y", "low", "high", "label"};
  if (figure.panels.empty()) return {"row", "column", "value"};
  return {"panel", "row", "column", "value"};
}

std::string cell_of(const std::optional<double>& number) { return number ? shortest(*number) : ""; }

/// One row for each cell; `before` stands in front of it.
void add_cells(const Cells& cells, const std::vector<std::string>& before, CsvTable& csv) {
  for (std::size_t r = 0; r < cells.size(); ++r)
    for (std::size_t c = 0; c < cells[r].size(); ++c) {
      std::vector<std::string>& row = csv.rows.emplace_back(before);
      row.insert(row.end(), {std::to_string(r), std::to_string(c), cell_of(cells[r][c])});
    }
}

/// The cells of a csv file, each with the place that an error names.
class Reader {
 public:
  Reader(std::string_view text, const std::string& place, const StudyFigure& figure)
      : csv_(parse_csv(text, place)), place_(place) {
    if (const std::vector<std::string> wanted = columns_of(figure); csv_.columns != wanted)
      throw Error(ErrorKind::data, place,
                  "want the columns " + joined(wanted, " and ") + ", found " + joined(csv_.columns, " and "));
  }

  void read_points(std::vector<StudySeries>& series) const {
    for (std::size_t r = 0; r < csv_.rows.size(); ++r) {
      const auto position = parse_integer(cell(r, 0));
      if (!position || *position < 0 || static_cast<std::size_t>(*position) >= series.size())
        fail(r, "series: want the position of one of " + std::to_string(series.size()) + " series, from 0, found \"" +
                    cell(r, 0) + '"');
      series[static_cast<std::size_t>(*position)].points.push_back(
          {number(r, 1), number(r, 2), number_or_none(r, 3), number_or_none(r, 4), cell(r, 5)});
    }
  }

  /// `maps`: panels, each of `rows` times `columns` cells, which stand in their order.
  void read_cells(const std::vector<Cells*>& maps, std::size_t rows, std::size_t columns) const {
    const std::size_t wanted = maps.size() * rows * columns;
    if (csv_.rows.size() != wanted)
      throw Error(ErrorKind::data, place_,
                  "want " + std::to_string(wanted) + " cells, one for each two categories, found " +
                      std::to_string(csv_.rows.size()));
    const std::size_t value = csv_.columns.size() - 1;
    std::size_t next = 0;
    for (std::size_t m = 0; m < maps.size(); ++m)
      for (std::size_t r = 0; r < rows; ++r) {
        auto& line = maps[m]->emplace_back();
        for (std::size_t c = 0; c < columns; ++c, ++next) {
          const std::array<std::size_t, 3> position = {m, r, c};
          for (std::size_t i = 0; i < value; ++i)
            if (const std::string want = std::to_string(position[i + 3 - value]); cell(next, i) != want)
              fail(next, csv_.columns[i] + ": want " + want + ", as the cells stand row by row, found \"" +
                             cell(next, i) + '"');
          line.push_back(number_or_none(next, value));
        }
      }
  }

 private:
  const std::string& cell(std::size_t row, std::size_t column) const { return csv_.rows[row][column]; }

  [[noreturn]] void fail(std::size_t row, const std::string& message) const {
    throw Error(ErrorKind::data, place_ + ':' + std::to_string(csv_.lines[row]), message);
  }

  double number(std::size_t row, std::size_t column) const {
    const auto found = parse_double(cell(row, column));
    if (!found) fail(row, csv_.columns[column] + ": want a number, found \"" + cell(row, column) + '"');
    return *found;
  }
  std::optional<double> number_or_none(std::size_t row, std::size_t column) const {
    return cell(row, column).empty() ? std::nullopt : std::optional<double>(number(row, column));
  }

  CsvTable csv_;
  const std::string& place_;
};

}  // namespace

std::string figure_csv(const std::string& id) { return "figures/" + id + ".csv"; }

std::string write_figure_csv(const StudyFigure& figure) {
  if (const std::string mistake = mistake_of(figure); !mistake.empty())
    throw Error(ErrorKind::plugin, "figure " + figure.id, mistake);
  CsvTable csv;
  csv.columns = columns_of(figure);
  if (!is_heatmap(figure)) {
    for (std::size_t s = 0; s < figure.series.size(); ++s)
      for (const StudyPoint& point : figure.series[s].points)
        csv.rows.push_back({std::to_string(s), shortest(point.x), shortest(point.y), cell_of(point.low),
                            cell_of(point.high), point.label});
  } else if (figure.panels.empty()) {
    add_cells(figure.cells, {}, csv);
  } else {
    for (std::size_t p = 0; p < figure.panels.size(); ++p) add_cells(figure.panels[p].cells, {std::to_string(p)}, csv);
  }
  return write_csv(csv);
}

void read_figure_csv(std::string_view text, const std::string& place, StudyFigure& figure) {
  const Reader reader(text, place, figure);
  if (!is_heatmap(figure)) {
    reader.read_points(figure.series);
    if (const std::string mistake = mistake_of(figure); !mistake.empty()) throw Error(ErrorKind::data, place, mistake);
    return;
  }
  std::vector<Cells*> maps;
  for (StudyPanel& panel : figure.panels) maps.push_back(&panel.cells);
  if (maps.empty()) maps.push_back(&figure.cells);
  reader.read_cells(maps, figure.y_categories.size(), figure.x_categories.size());
}

}  // namespace reseed
