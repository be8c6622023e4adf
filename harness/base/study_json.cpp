// SPDX-License-Identifier: Apache-2.0
#include "base/study_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/nullable.hpp"
#include "reseed/error.hpp"

namespace reseed {

using Json = nlohmann::json;

// Field lists, found by nlohmann's library through the namespace of the types.
static std::optional<double> optional_number(const Json& object, const char* key) {
  const Json& value = object.at(key);
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

static Json cell_json(const StudyCell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return *number;
  if (const std::string* text = std::get_if<std::string>(&cell)) return *text;
  return nullptr;
}
static StudyCell cell_from_json(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return std::monostate{};
  throw Error(ErrorKind::data, "study report", "want a number, a text or null as cell");
}

static int whole(const Json& json, const char* key, int otherwise) {
  const auto found = json.find(key);
  if (found == json.end()) return otherwise;
  if (const auto number = int_in(*found)) return *number;
  throw Error(ErrorKind::data, "study report", std::string(key) + ": want a whole number, found " + dump_json(*found));
}

/// More than a double has, and fewer than what the page's script can show.
static constexpr int kMostDecimals = 20;

static void to_json(Json& json, const StudyColumn& column) {
  json = {{"name", column.name}, {"title", column.title}, {"unit", column.unit}, {"decimals", column.decimals}};
}
static void from_json(const Json& json, StudyColumn& column) {
  json.at("name").get_to(column.name);
  json.at("title").get_to(column.title);
  json.at("unit").get_to(column.unit);
  json.at("decimals");  // is a key of every column
  column.decimals = whole(json, "decimals", -1);
  if (column.decimals < -1 || column.decimals > kMostDecimals)
    throw Error(ErrorKind::data, "study report",
                "decimals: want -1 to " + std::to_string(kMostDecimals) + ", found " + std::to_string(column.decimals));
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StudyAnswer, question, verdict, sentence)
static void to_json(Json& json, const StudyClaim& claim) {
  json = {{"id", claim.id}, {"text", claim.text}, {"verdict", claim.verdict}, {"remark", claim.remark}};
  if (claim.source != kClaimOfPaper) json["source"] = claim.source;
}
static void from_json(const Json& json, StudyClaim& claim) {
  json.at("id").get_to(claim.id);
  json.at("text").get_to(claim.text);
  json.at("verdict").get_to(claim.verdict);
  json.at("remark").get_to(claim.remark);
  claim.source = json.value("source", kClaimOfPaper);
}
NLOHMANN_JSON_SERIALIZE_ENUM(StudySeries::Mark, {{StudySeries::Mark::points, "points"},
                                                 {StudySeries::Mark::line, "line"},
                                                 {StudySeries::Mark::band, "band"},
                                                 {StudySeries::Mark::hollow, "hollow"},
                                                 {StudySeries::Mark::dots, "dots"}})
NLOHMANN_JSON_SERIALIZE_ENUM(StudyFigure::Kind, {{StudyFigure::Kind::plot, "plot"},
                                                 {StudyFigure::Kind::heatmap, "heatmap"},
                                                 {StudyFigure::Kind::ranks, "ranks"}})

static void to_json(Json& json, const StudyTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const StudyCell& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  json = {{"id", table.id},           {"title", table.title},    {"caption", table.caption},
          {"columns", table.columns}, {"rows", std::move(rows)}, {"section", table.section}};
}
static void from_json(const Json& json, StudyTable& table) {
  json.at("id").get_to(table.id);
  json.at("title").get_to(table.title);
  table.caption = json.value("caption", "");
  json.at("columns").get_to(table.columns);
  table.section = json.value("section", "");
  for (const Json& row : json.at("rows")) {
    auto& cells = table.rows.emplace_back();
    for (const Json& cell : row) cells.push_back(cell_from_json(cell));
    if (cells.size() != table.columns.size())
      throw Error(ErrorKind::data, table.id, "a row of a table has another number of cells than columns");
  }
}

static void to_json(Json& json, const StudyPoint& point) {
  json = {{"x", point.x},
          {"y", point.y},
          {"low", nullable(point.low)},
          {"high", nullable(point.high)},
          {"label", point.label}};
}
static void from_json(const Json& json, StudyPoint& point) {
  json.at("x").get_to(point.x);
  json.at("y").get_to(point.y);
  point.low = optional_number(json, "low");
  point.high = optional_number(json, "high");
  json.at("label").get_to(point.label);
}
static void to_json(Json& json, const StudySeries& series) {
  json = {{"name", series.name}, {"mark", series.mark}, {"points", series.points}, {"like", series.like}};
}
static void from_json(const Json& json, StudySeries& series) {
  json.at("name").get_to(series.name);
  json.at("mark").get_to(series.mark);
  if (json.contains("points")) json["points"].get_to(series.points);
  series.like = whole(json, "like", -1);
}

using Cells = std::vector<std::vector<std::optional<double>>>;

static Json cells_json(const Cells& cells) {
  Json rows = Json::array();
  for (const auto& row : cells) {
    Json line = Json::array();
    for (const auto& cell : row) line.push_back(nullable(cell));
    rows.push_back(std::move(line));
  }
  return rows;
}
static Cells cells_from_json(const Json& rows) {
  Cells cells;
  for (const Json& row : rows) {
    auto& line = cells.emplace_back();
    for (const Json& cell : row)
      line.push_back(cell.is_null() ? std::nullopt : std::optional<double>(cell.get<double>()));
  }
  return cells;
}

static void to_json(Json& json, const StudyPanel& panel) {
  json = {{"title", panel.title}, {"cells", cells_json(panel.cells)}};
}
static void from_json(const Json& json, StudyPanel& panel) {
  json.at("title").get_to(panel.title);
  if (json.contains("cells")) panel.cells = cells_from_json(json["cells"]);
}

static void to_json(Json& json, const StudyFigure& figure) {
  json = {{"id", figure.id},
          {"title", figure.title},
          {"caption", figure.caption},
          {"alternative", figure.alternative},
          {"kind", figure.kind},
          {"x_title", figure.x_title},
          {"y_title", figure.y_title},
          {"x_categories", figure.x_categories},
          {"y_categories", figure.y_categories},
          {"series", figure.series},
          {"cells", cells_json(figure.cells)},
          {"cell_low", figure.cell_low},
          {"cell_high", figure.cell_high},
          {"section", figure.section}};
  if (!figure.cell_title.empty()) json["cell_title"] = figure.cell_title;
  if (!figure.panels.empty()) json["panels"] = figure.panels;
}
static void from_json(const Json& json, StudyFigure& figure) {
  json.at("id").get_to(figure.id);
  json.at("title").get_to(figure.title);
  figure.caption = json.value("caption", "");
  figure.alternative = json.value("alternative", "");
  json.at("kind").get_to(figure.kind);
  json.at("x_title").get_to(figure.x_title);
  json.at("y_title").get_to(figure.y_title);
  json.at("x_categories").get_to(figure.x_categories);
  json.at("y_categories").get_to(figure.y_categories);
  json.at("series").get_to(figure.series);
  if (json.contains("cells")) figure.cells = cells_from_json(json["cells"]);
  json.at("cell_low").get_to(figure.cell_low);
  json.at("cell_high").get_to(figure.cell_high);
  figure.section = json.value("section", "");
  figure.cell_title = json.value("cell_title", "");
  if (const auto panels = json.find("panels"); panels != json.end()) panels->get_to(figure.panels);
  if (!has_numbers(json) || figure.panels.empty()) return;
  if (const std::string mistake = mistake_of(figure); !mistake.empty())
    throw Error(ErrorKind::data, figure.id, mistake);
}

static void to_json(Json& json, const StudyPublished& row) {
  json = {{"table", row.table},         {"model", row.model},         {"task", row.task},
          {"method", row.method},       {"measure", row.measure},     {"variant", row.variant},
          {"published", row.published}, {"ours", nullable(row.ours)}, {"verdict", row.verdict},
          {"remark", row.remark}};
}
static void from_json(const Json& json, StudyPublished& row) {
  json.at("table").get_to(row.table);
  json.at("model").get_to(row.model);
  json.at("task").get_to(row.task);
  json.at("method").get_to(row.method);
  json.at("measure").get_to(row.measure);
  json.at("variant").get_to(row.variant);
  json.at("published").get_to(row.published);
  row.ours = optional_number(json, "ours");
  json.at("verdict").get_to(row.verdict);
  json.at("remark").get_to(row.remark);
}

Json to_json(const StudyReport& report) {
  return {{"answers", report.answers}, {"tables", report.tables},       {"figures", report.figures},
          {"claims", report.claims},   {"published", report.published}, {"notes", report.notes}};
}

StudyReport study_report_from_json(const Json& json) {
  StudyReport report;
  try {
    json.at("answers").get_to(report.answers);
    json.at("tables").get_to(report.tables);
    json.at("figures").get_to(report.figures);
    json.at("claims").get_to(report.claims);
    json.at("published").get_to(report.published);
    json.at("notes").get_to(report.notes);
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::data, "study report", std::string("does not have its keys and types: ") + error.what());
  }
  return report;
}

std::string mistake_of(const StudyFigure& figure) {
  if (figure.kind != StudyFigure::Kind::heatmap)
    return figure.panels.empty() ? "" : "want panels in a heat map alone, found them in another figure";
  const std::size_t rows = figure.y_categories.size(), columns = figure.x_categories.size();
  const auto fit = [&](const Cells& cells) {
    return cells.size() == rows &&
           std::all_of(cells.begin(), cells.end(), [&](const auto& row) { return row.size() == columns; });
  };
  const std::string wanted = "want " + std::to_string(rows) + " rows of " + std::to_string(columns) +
                             " cells, as the figure has categories, found others";
  if (figure.panels.empty()) return fit(figure.cells) ? "" : wanted;
  if (!figure.cells.empty()) return "want panels instead of cells, found both";
  for (const StudyPanel& panel : figure.panels)
    if (!fit(panel.cells)) return "panel \"" + panel.title + "\": " + wanted;
  return "";
}

namespace {

/// Whether a key is in all objects that were looked at or in none.
class Presence {
 public:
  void look(const Json& entry, const char* key) {
    ++places_;
    there_ += entry.contains(key) ? 1 : 0;
  }
  void look_at_all(const Json& list, const char* key) {
    for (const Json& entry : list) look(entry, key);
  }
  /// Errors: Error(data) at `place` saying `wanted` where it is in some.
  bool everywhere(const std::string& place, const std::string& wanted) const {
    if (there_ != 0 && there_ != places_)
      throw Error(ErrorKind::data, place, "want " + wanted + " in the report, or none of them, found some");
    return there_ == places_;
  }

 private:
  std::size_t places_ = 0, there_ = 0;
};

}  // namespace

void take_numbers_out(Json& report) {
  for (Json& figure : report.at("figures")) {
    figure.erase("cells");
    for (Json& series : figure.at("series")) series.erase("points");
    if (!figure.contains("panels")) continue;
    for (Json& panel : figure["panels"]) panel.erase("cells");
  }
}

bool has_numbers(const Json& figure) {
  Presence numbers;
  numbers.look(figure, "cells");
  numbers.look_at_all(figure.at("series"), "points");
  if (figure.contains("panels")) numbers.look_at_all(figure["panels"], "cells");
  return numbers.everywhere(figure.at("id").get<std::string>(), "the points of all series and all cells");
}

void take_captions_out(Json& report) {
  for (const char* list : {"tables", "figures"})
    for (Json& entry : report.at(list)) {
      entry.erase("caption");
      entry.erase("alternative");
    }
}

bool has_captions(const Json& report) {
  Presence captions;
  captions.look_at_all(report.at("tables"), "caption");
  captions.look_at_all(report.at("figures"), "caption");
  captions.look_at_all(report.at("figures"), "alternative");
  return captions.everywhere("study report", "the captions of all tables and figures");
}

}  // namespace reseed
