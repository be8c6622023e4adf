// SPDX-License-Identifier: Apache-2.0
#include "bundle/captions_csv.hpp"

#include "base/csv.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr const char* kTable = "table";
constexpr const char* kFigure = "figure";

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = {"kind", "id", "caption", "alternative"};
  return names;
}

}  // namespace

std::string write_captions_csv(const StudyReport& report) {
  CsvTable csv;
  csv.columns = columns();
  for (const StudyTable& table : report.tables) csv.rows.push_back({kTable, table.id, table.caption, ""});
  for (const StudyFigure& figure : report.figures)
    csv.rows.push_back({kFigure, figure.id, figure.caption, figure.alternative});
  return write_csv(csv);
}

void read_captions_csv(std::string_view text, const std::string& place, StudyReport& report) {
  CsvTable csv = parse_csv(text, place);
  if (csv.columns != columns()) throw Error(ErrorKind::data, place, "want the columns of captions.csv, found others");
  const std::size_t wanted = report.tables.size() + report.figures.size();
  if (csv.rows.size() != wanted)
    throw Error(ErrorKind::data, place,
                "want a row for each of " + std::to_string(wanted) + " tables and figures, found " +
                    std::to_string(csv.rows.size()));
  std::size_t next = 0;
  const auto row_of = [&](const char* kind, const std::string& id) -> std::vector<std::string>& {
    std::vector<std::string>& row = csv.rows[next];
    if (row[0] != kind || row[1] != id)
      throw Error(ErrorKind::data, place + ':' + std::to_string(csv.lines[next]),
                  std::string("want the ") + kind + " \"" + id + "\", found the " + row[0] + " \"" + row[1] + '"');
    ++next;
    return row;
  };
  for (StudyTable& table : report.tables) table.caption = row_of(kTable, table.id)[2];
  for (StudyFigure& figure : report.figures) {
    const std::vector<std::string>& row = row_of(kFigure, figure.id);
    figure.caption = row[2];
    figure.alternative = row[3];
  }
}

}  // namespace reseed
