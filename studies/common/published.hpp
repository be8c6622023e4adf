// SPDX-License-Identifier: Apache-2.0
//
// Published numbers of Du and Nguyen 2023 for the studies that are held against them. In a study's CMakeLists.txt:
//
//   reseed_add_study(NAME SOURCES ... ${RESEED_PUBLISHED})     # compiled into the plugin, part of its source digest
//
// and in the study, with `[study] published = "du_nguyen_2023"` in the manifest:
//
//   #include "../common/published.hpp"
//   const published::Facts facts(data.published());            // empty() where the manifest names none
//   const auto cell = facts.cell("bert", "rte", "standard", "kappa");      // the paper's names
//   const auto name = published::measure_named("kappa");       // ->id "fleiss_kappa": hold it against `instability`
//   published::paper_model(group.model)                        // "bert-large" -> "bert"; empty: not a model of the
//   paper facts.row(1).effect, facts.remark(1), facts.rows_about("kappa")        // the paper-versus-code list
//   facts.file("layer-curves.toml").find(...)                  // anything else, as the file has it
//
// Every published number of instability is to be held against StudyValue::instability (the paper prints 1 - kappa).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toml/node.hpp"

namespace reseed::published {

/// Paper's names in its own order.
inline const std::vector<std::string> kModels = {"bert", "roberta"};
inline const std::vector<std::string> kTasks = {"rte", "mrpc", "cola"};  ///< of Tables 1 and 4; Table 3 has "sst2"
inline const std::vector<std::string> kMethods = {"standard", "mixout", "llrd", "reinit", "wd_pre"};
/// Columns of Tables 1, 3 and 4: score first, then instability.
inline const std::vector<std::string> kColumns = {"score", "sd", "jsd", "kappa", "pwd"};

/// A measure of the paper and what it is called here.
struct MeasureName {
  std::string paper;    ///< "sd" | "jsd" | "kappa" | "pwd" | "svcca" | "cka" | "op"
  std::string measure;  ///< id of the measure; its variant of the paper's code is "as_published"
  std::string title;    ///< as tables print it
  /// Row of the paper-versus-code list that parts the textbook form from the one of the paper's code; 0: none does.
  int row_of_form = 0;
  /// The paper's code computes the textbook form: a manifest may leave the variant as_published out.
  bool one_form = false;
};
const std::vector<MeasureName>& measure_names();
/// By the paper's name or by the measure's id; null for a measure that the paper does not have.
const MeasureName* measure_named(std::string_view name);
/// Of a measure under either name; 0 also for an unknown one.
int row_of_form(std::string_view name);

/// The paper's name of a manifest's model, task or group; empty where the paper has none. Models by their name or
/// checkpoint ("bert-large", "bert-large-uncased", "roberta-large"; base models are no models of the paper), tasks
/// without case and hyphens ("SST-2" -> "sst2"), methods by id ("original" -> "standard"); a variant in brackets does
/// not count ("mixout (as_published)"), other options or held streams do: "reinit (k=1)" is no method of the paper.
std::optional<std::string> paper_model(std::string_view model);
std::optional<std::string> paper_task(std::string_view task);
std::optional<std::string> paper_method(std::string_view method);
/// Id of the mitigation method that the paper calls so; "" for an unknown name.
std::string method_id(std::string_view paper);

/// One number of Tables 1, 3 and 4, or a top-layer distance of Figures 2, 11, 12 and 13.
struct Cell {
  std::string table;                         ///< "table1" | "table3" | "table4"; "figures" for cka_top and op_top
  std::string model, task, method, measure;  ///< the paper's names; measure of kColumns, "cka_top" or "op_top"
  std::string metric;                        ///< "accuracy" | "f1" | "matthews_correlation"
  double value = 0.0;             ///< at full precision, a fraction (jsd: nats); cka_top, op_top have 2 decimals
  std::optional<double> printed;  ///< x 100, one decimal, as the table has it; empty for cka_top, op_top
  std::int64_t seeds = 0;         ///< runs behind it
  std::int64_t items = 0;         ///< of the test half
  std::string source;             ///< file and table, e.g. "scores-full-precision.toml: bert.rte.standard"
};

/// One row of the list of differences between the paper and its code.
struct CodeRow {
  int number = 0;
  std::string part;
  std::vector<std::string> tags;  ///< "checked" | "read" | "inferred"
  std::string paper, code, effect;
  std::vector<std::string> about;  ///< measures and methods (paper's names) whose numbers it concerns
};

/// The facts, read and checked once.
///
/// Errors: Error(data) at file:line:column for a file that is no TOML, and for a table, key or type that is not as it
/// should be.
class Facts {
 public:
  /// `files` as StudyData::published() gives them.
  explicit Facts(const std::map<std::string, std::string>& files);

  bool empty() const { return files_.empty(); }
  /// Tables 1, 4 and 3 in the paper's order, then cka_top and op_top.
  const std::vector<Cell>& cells() const { return cells_; }
  /// Null where the paper has no such number. All names are the paper's.
  const Cell* cell(std::string_view model, std::string_view task, std::string_view method,
                   std::string_view measure) const;
  /// Errors: Error(data) for a number that the list does not have.
  const CodeRow& row(int number) const;
  const std::vector<CodeRow>& rows() const { return rows_; }
  /// Numbers of the rows about a measure or method of the paper, ascending.
  std::vector<int> rows_about(std::string_view paper_name) const;
  /// "because row N of the paper-versus-code list: <what the code does>".
  std::string remark(int number) const;

  /// A file as it is, with places. Errors: Error(data) when the facts lack it.
  const TomlNode& file(const std::string& name) const;
  /// The table `path` ("bert.rte") of a file; null where it is absent.
  const TomlNode* table(const std::string& name, std::string_view path) const;
  /// A number of a table. Errors: Error(data) at its place for another type, at the table for an absent key.
  static double number(const TomlNode& table, std::string_view key);
  static std::int64_t integer(const TomlNode& table, std::string_view key);
  static const std::string& text(const TomlNode& table, std::string_view key);

 private:
  void read_cells();
  void read_rows();

  std::map<std::string, TomlNode> files_;
  std::vector<Cell> cells_;
  std::vector<CodeRow> rows_;
};

/// True when `printed` (with `decimals` decimals) is a correct rounding of `value` in the same unit: at most half a
/// unit of the last decimal away, with an allowance of 1e-9 for the decimal's own representation.
bool rounds_to(double value, double printed, int decimals);

}  // namespace reseed::published
