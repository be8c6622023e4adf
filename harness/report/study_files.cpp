// SPDX-License-Identifier: Apache-2.0
#include "report/study_files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/study_json.hpp"
#include "bundle/answers_csv.hpp"
#include "bundle/captions_csv.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/migrations.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/row_counts.hpp"
#include "report/svg.hpp"

namespace reseed {
namespace {

constexpr const char* kReport = "tables/report.json";
constexpr const char* kPublished = "published.csv";
constexpr const char* kStudyReport = "study report";

/// An id becomes the name of a file and a label in LaTeX.
void check_id(ErrorKind kind, const std::string& place, const std::string& id, std::set<std::string>& seen) {
  const bool plain = !id.empty() && id.size() <= 120 && std::all_of(id.begin(), id.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '-' || letter == '_';
  });
  if (!plain)
    throw Error(kind, place, "want letters, digits, '-' and '_' as id of a table or figure, found \"" + id + "\"");
  if (!seen.insert(id).second) throw Error(kind, place, "two tables or two figures are called \"" + id + "\"");
}

std::string cell_text(const StudyCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return shortest(*number);
  if (const std::string* text = std::get_if<std::string>(&cell)) return *text;
  return {};
}

CsvTable csv_of(const StudyTable& table) {
  CsvTable csv;
  for (const StudyColumn& column : table.columns) csv.columns.push_back(column.name);
  for (const auto& row : table.rows) {
    auto& cells = csv.rows.emplace_back();
    for (const StudyCell& cell : row) cells.push_back(cell_text(cell));
  }
  return csv;
}

void read_table(const std::string& text, const std::string& place, StudyTable& table) {
  const CsvTable csv = parse_csv(text, place);
  if (csv.columns.size() != table.columns.size())
    throw Error(ErrorKind::data, place, "has other columns than " + std::string(kReport) + " says");
  for (const auto& cells : csv.rows) {
    auto& row = table.rows.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (cells[c].empty())
        row.emplace_back();
      else if (table.columns[c].decimals < 0)
        row.emplace_back(cells[c]);
      else if (const auto number = parse_double(cells[c]))
        row.emplace_back(*number);
      else
        throw Error(ErrorKind::data, place,
                    "column " + table.columns[c].name + ": want a number, found \"" + cells[c] + "\"");
    }
  }
}

/// The layout that tables/report.json holds: what stands in csv files stands nowhere else.
StudyReport report_in(const nlohmann::json& json, const std::string& place) {
  StudyReport report;
  try {
    report = study_report_from_json(json);
  } catch (const Error& error) {
    throw Error(error.kind(), place, error.place() + ": " + error.message());
  }
  nlohmann::json layout = json;
  take_numbers_out(layout);
  take_captions_out(layout);
  for (const char* list : {"answers", "claims", "notes", "published"})
    if (!json.at(list).empty())
      throw Error(ErrorKind::data, place, std::string(list) + ": want none, as they stand in a csv file, found some");
  if (layout != json)
    throw Error(ErrorKind::data, place,
                "want figures and tables without numbers and captions, which stand in csv files, found some of them");
  return report;
}

}  // namespace

std::map<std::string, std::string> study_files(const StudyReport& report) {
  std::map<std::string, std::string> files;
  // Bundles have these of their own.
  std::set<std::string> tables = {"runs", "measures", "answers", "captions", "published", "timing"};
  std::set<std::string> figures;
  StudyReport layout = report;
  for (StudyTable& table : layout.tables) {
    check_id(ErrorKind::plugin, kStudyReport, table.id, tables);
    files["tables/" + table.id + ".csv"] = write_csv(csv_of(table));
    // Which columns hold numbers is part of the layout: a csv cell "1" may be either.
    for (StudyColumn& column : table.columns) {
      const auto position = static_cast<std::size_t>(&column - table.columns.data());
      const bool text = std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
        return std::holds_alternative<std::string>(row[position]);
      });
      if (text) column.decimals = -1;
    }
    table.rows.clear();
  }
  for (const StudyFigure& figure : report.figures) {
    check_id(ErrorKind::plugin, kStudyReport, figure.id, figures);
    files["figures/" + figure.id + ".svg"] = svg(figure);
    files[figure_csv(figure.id)] = write_figure_csv(figure);
  }
  if (!report.answers.empty() || !report.notes.empty()) {
    files[kAnswersFile] = write_answers_csv({report.answers, report.notes});
    layout.answers.clear();
    layout.notes.clear();
  }
  if (!report.published.empty() || !report.claims.empty()) {
    files[kPublished] = write_published_csv({report.published, report.claims});
    layout.published.clear();
    layout.claims.clear();
  }
  if (!report.tables.empty() || !report.figures.empty()) files[kCaptionsFile] = write_captions_csv(report);
  nlohmann::json json = to_json(layout);
  take_numbers_out(json);
  take_captions_out(json);
  json[kPublishedRows] = report.published.size() + report.claims.size();
  json[kAnswerRows] = report.answers.size() + report.notes.size();
  for (std::size_t t = 0; t < report.tables.size(); ++t) json["tables"][t][kRowCount] = report.tables[t].rows.size();
  for (std::size_t f = 0; f < report.figures.size(); ++f) {
    const std::string name = figure_csv(report.figures[f].id);
    json["figures"][f][kRowCount] = parse_csv(files.at(name), name).rows.size();
  }
  files[kReport] = json.dump(1) + '\n';
  return files;
}

StudyReport read_study_files(const std::filesystem::path& bundle) {
  const BundleTexts texts(bundle, bundle_schema_version(bundle));
  if (!texts.has(kReport)) return {};
  texts.further();  // what an older bundle says twice or in part is told first
  const std::string layout = (bundle / kReport).string();
  const nlohmann::json json = parse_json(texts.read(kReport), layout);
  StudyReport report = report_in(json, layout);
  std::set<std::string> tables, figures;
  for (const StudyTable& table : report.tables) check_id(ErrorKind::data, layout, table.id, tables);
  for (const StudyFigure& figure : report.figures) check_id(ErrorKind::data, layout, figure.id, figures);
  if (!report.tables.empty() || !report.figures.empty())
    read_captions_csv(texts.read(kCaptionsFile), (bundle / kCaptionsFile).string(), report);
  for (StudyTable& table : report.tables) {
    const std::string name = "tables/" + table.id + ".csv";
    read_table(texts.read(name), (bundle / name).string(), table);
  }
  for (StudyFigure& figure : report.figures) {
    const std::string name = figure_csv(figure.id);
    read_figure_csv(texts.read(name), (bundle / name).string(), figure);
    // A study that tells a figure in no words; its title at least is told.
    if (figure.alternative.empty()) figure.alternative = figure.title + ": not described.";
  }
  if (texts.has(kAnswersFile)) {
    AnswerRows rows = parse_answers_csv(texts.read(kAnswersFile), (bundle / kAnswersFile).string());
    report.answers = std::move(rows.answers);
    report.notes = std::move(rows.notes);
  }
  if (texts.has(kPublished)) {
    PublishedRows rows = parse_published_csv(texts.read(kPublished), (bundle / kPublished).string());
    report.published = std::move(rows.values);
    report.claims = std::move(rows.claims);
  }
  return report;
}

}  // namespace reseed
