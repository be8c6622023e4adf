// SPDX-License-Identifier: Apache-2.0
#include <boost/program_options.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "bundle/migrations.hpp"
#include "cli/commands.hpp"
#include "cli/study_options.hpp"
#include "report/latex.hpp"
#include "report/study_files.hpp"
#include "reseed/error.hpp"

namespace reseed::cli {
namespace {

namespace po = boost::program_options;
using Json = nlohmann::json;

/// Tables that every bundle has, beside those of its study.
constexpr const char* kOwn[] = {"runs", "measures"};

/// One of the bundle's own csv files as a table: a column is one of numbers where every cell is.
StudyTable table_of_csv(const Bundle& bundle, const std::string& id) {
  const BundleTexts texts(bundle.folder, bundle.info.schema_version);
  const CsvTable csv = parse_csv(texts.read(id + ".csv"), (bundle.folder / (id + ".csv")).string());
  StudyTable table{id, id == "runs" ? "Runs" : "Values", "", {}, {}};
  table.rows.resize(csv.rows.size());
  for (std::size_t c = 0; c < csv.columns.size(); ++c) {
    bool numbers = true, whole = true;
    for (const auto& row : csv.rows) {
      numbers = numbers && (row[c].empty() || parse_double(row[c]));
      whole = whole && (row[c].empty() || parse_integer(row[c]));
    }
    table.columns.push_back({csv.columns[c], csv.columns[c], "", !numbers ? -1 : whole ? 0 : 4});
    for (std::size_t r = 0; r < csv.rows.size(); ++r) {
      const std::string& cell = csv.rows[r][c];
      if (cell.empty())
        table.rows[r].emplace_back();
      else if (numbers)
        table.rows[r].emplace_back(*parse_double(cell));
      else
        table.rows[r].emplace_back(cell);
    }
  }
  return table;
}

StudyTable table_of(const Bundle& bundle, const std::string& id, const StudyReport& report) {
  for (const StudyTable& table : report.tables)
    if (table.id == id) return table;
  std::vector<std::string> known;
  for (const char* own : kOwn) {
    if (id == own) return table_of_csv(bundle, id);
    known.emplace_back(own);
  }
  for (const StudyTable& table : report.tables) known.push_back(table.id);
  throw Error(ErrorKind::usage, "export",
              "want a table of the bundle, found \"" + id + "\"" + did_you_mean(id, known) +
                  "; reseed export BUNDLE lists them");
}

Json json_of(const StudyTable& table) {
  Json columns = Json::array(), rows = Json::array();
  for (const StudyColumn& column : table.columns)
    columns.push_back({{"name", column.name}, {"title", column.title}, {"unit", column.unit}});
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const StudyCell& cell : row) {
      if (const auto* number = std::get_if<double>(&cell))
        cells.push_back(*number);
      else if (const auto* text = std::get_if<std::string>(&cell))
        cells.push_back(*text);
      else
        cells.push_back(nullptr);
    }
    rows.push_back(std::move(cells));
  }
  return {{"id", table.id},
          {"title", table.title},
          {"caption", table.caption},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)}};
}

void list(const StudyReport& report) {
  std::cout << "runs\tRuns\nmeasures\tValues\n";
  for (const StudyTable& table : report.tables) std::cout << table.id << '\t' << table.title << '\n';
}

}  // namespace

/// `reseed export BUNDLE [TABLE --format latex|csv|json]`: a table for a paper or a program; without TABLE, which there
/// are.
int export_table(const Arguments& arguments) {
  std::vector<std::string> words;
  std::string format;
  po::options_description known;
  known.add_options()("word", po::value(&words))("format", po::value(&format));
  po::positional_options_description positions;
  positions.add("word", -1);
  parse_words(arguments, known, positions, "export");
  if (words.empty() || words.size() > 2)
    throw Error(ErrorKind::usage, "export", "want BUNDLE [TABLE --format latex|csv|json]");
  const Bundle bundle = read_bundle(words[0]);  // newer, damaged or no bundle: that is said first
  const StudyReport report = read_study_files(bundle.folder);
  if (words.size() == 1) {
    list(report);
    return 0;
  }
  const StudyTable table = table_of(bundle, words[1], report);
  if (format == "latex")
    std::cout << latex(table);
  else if (format == "json")
    std::cout << json_of(table).dump(1) << '\n';
  else if (format == "csv")
    std::cout << BundleTexts(bundle.folder, bundle.info.schema_version)
                     .read((table.id == "runs" || table.id == "measures" ? "" : "tables/") + table.id + ".csv");
  else
    throw Error(ErrorKind::usage, "--format", "want latex, csv or json, found \"" + format + "\"");
  return 0;
}

}  // namespace reseed::cli
