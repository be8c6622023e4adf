// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// Which schema holds for which JSON and CSV file of a bundle (harness/bundle/schema, share/reseed/schema).
///
/// bundle.json, environment.json, tables/report.json and outcome.json of a record have a JSON schema each; runs.csv,
/// measures.csv, timing.csv, published.csv, tables/answers.csv, tables/captions.csv and the logs of a record a table of
/// tables.json; a table of the study has the columns that tables/report.json lists, the numbers of its figures those of
/// their kind. The crate (ro-crate-metadata.json) has a checker of its own, crate.hpp.
class FileSchemas {
 public:
  /// Errors: Error(internal) when the shipped schemas cannot be read.
  FileSchemas();

  /// Takes the columns of the study's tables and figures from the text of tables/report.json. Errors: Error(data) for
  /// what is no report.
  void take_report(std::string_view text);

  /// True for a file that has a schema; that of the crate is of its form alone. Other kinds of files - tensors,
  /// drawings, pages - have none.
  bool knows(const std::string& name) const;

  /// What of a file's text does not fit its schema, one line each. Errors: Error(data) for a text that is no strict
  /// JSON or no table at all.
  std::vector<std::string> mistakes(const std::string& name, std::string_view text) const;

 private:
  /// The columns of a table and what may stand behind them; null for a name that is no table.
  const nlohmann::json* columns_of(const std::string& name) const;
  const nlohmann::json* schema_of(const std::string& name) const;

  /// The shipped ones, read once by a program.
  struct Shipped {
    Shipped();
    std::map<std::string, nlohmann::json> schemas;  ///< by name, records as "records/RUN/..."
    nlohmann::json tables;
    nlohmann::json further;
  };
  static const Shipped& shipped();

  const Shipped* shipped_;
  std::map<std::string, nlohmann::json> study_tables_;  ///< and figures, by the names of their files
};

/// True for a name that ends in .json or .csv: every such file of a bundle has a schema.
bool wants_schema(std::string_view name);

}  // namespace reseed
