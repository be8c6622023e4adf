// SPDX-License-Identifier: Apache-2.0
#include "bundle/file_schemas.hpp"

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "bundle/crate.hpp"
#include "bundle/figure_csv.hpp"
#include "bundle/schema.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kRecords = "records/";

/// "records/RUN/FILE" for a file of any record; every other name as it is.
std::string kind_of(const std::string& name) {
  if (!name.starts_with(kRecords)) return name;
  const std::size_t slash = name.find('/', kRecords.size());
  return slash == std::string::npos ? name : "records/RUN" + name.substr(slash);
}

/// A column of a study's table: numbers where the report gives decimals, else texts.
Json column_of(const Json& column) {
  const bool number = column.at("decimals").get<std::int64_t>() >= 0;
  return {{"name", column.at("name")}, {"type", number ? "number" : "string"}, {"required", false}};
}

/// The table of tables.json that the numbers of a figure fit.
const char* kind_of_numbers(const Json& figure) {
  if (figure.at("kind") != "heatmap") return "figures/PLOT.csv";
  return figure.contains("panels") ? "figures/PANELS.csv" : "figures/HEATMAP.csv";
}

}  // namespace

FileSchemas::Shipped::Shipped() {
  for (const auto& [name, schema] : std::map<std::string, std::string>{{"bundle.json", "bundle"},
                                                                       {"environment.json", "environment"},
                                                                       {kCrateFile, "crate"},
                                                                       {"records/RUN/outcome.json", "outcome"},
                                                                       {"tables/report.json", "report"}})
    schemas[name] = read_schema(schema + ".schema.json");
  const Json all = read_schema("tables.json");
  try {
    tables = all.at("tables");
    further = all.at("further_columns");
  } catch (const Json::exception&) {
    throw Error(ErrorKind::internal, (share_directory() / "schema/tables.json").string(),
                "want tables and further_columns, found others; install program and share folder of one version again");
  }
}

const FileSchemas::Shipped& FileSchemas::shipped() {
  static const Shipped schemas;
  return schemas;
}

FileSchemas::FileSchemas() : shipped_(&shipped()) {}

void FileSchemas::take_report(std::string_view text) {
  const Json report = parse_json(text, "tables/report.json");
  if (const auto found = schema_mistakes(report, shipped_->schemas.at("tables/report.json")); !found.empty())
    throw Error(ErrorKind::data, "tables/report.json", found.front());
  study_tables_.clear();
  for (const Json& table : report.at("tables")) {
    Json columns = Json::array();
    for (const Json& column : table.at("columns")) columns.push_back(column_of(column));
    study_tables_["tables/" + table.at("id").get<std::string>() + ".csv"] = std::move(columns);
  }
  for (const Json& figure : report.at("figures"))
    study_tables_[figure_csv(figure.at("id").get<std::string>())] = shipped_->tables.at(kind_of_numbers(figure));
}

const Json* FileSchemas::schema_of(const std::string& name) const {
  const auto found = shipped_->schemas.find(kind_of(name));
  return found == shipped_->schemas.end() ? nullptr : &found->second;
}

const Json* FileSchemas::columns_of(const std::string& name) const {
  if (const auto study = study_tables_.find(name); study != study_tables_.end()) return &study->second;
  const auto found = shipped_->tables.find(kind_of(name));
  return found == shipped_->tables.end() ? nullptr : &*found;
}

bool FileSchemas::knows(const std::string& name) const {
  return schema_of(name) != nullptr || columns_of(name) != nullptr;
}

std::vector<std::string> FileSchemas::mistakes(const std::string& name, std::string_view text) const {
  if (const Json* schema = schema_of(name)) return schema_mistakes(parse_json(text, name), *schema);
  if (const Json* columns = columns_of(name)) {
    const auto further = shipped_->further.find(name);
    return table_mistakes(parse_csv(text, name), *columns, further == shipped_->further.end() ? Json() : *further);
  }
  return {};
}

bool wants_schema(std::string_view name) { return name.ends_with(".json") || name.ends_with(".csv"); }

}  // namespace reseed
