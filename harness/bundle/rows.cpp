// SPDX-License-Identifier: Apache-2.0
#include "bundle/rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/csv.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

/// Thrown by read_cell: what the cell should have held.
struct Wanted {
  std::string what;
};

std::string cell(const std::string& text) { return text; }
std::string cell(int number) { return std::to_string(number); }
std::string cell(std::int64_t number) { return std::to_string(number); }
std::string cell(std::uint64_t number) { return std::to_string(number); }
std::string cell(double number) {
  if (!std::isfinite(number))
    throw Error(ErrorKind::internal, "", "a number that is not finite was about to enter a bundle");
  return shortest(number);
}
std::string cell(RunOutcome outcome) { return std::string(to_string(outcome)); }
std::string cell(const std::vector<Flag>& flags) {
  std::string text;
  for (const Flag flag : flags) text += (text.empty() ? "" : ";") + std::string(to_string(flag));
  return text;
}
template <class T>
std::string cell(const std::optional<T>& value) {
  return value ? cell(*value) : std::string();
}

void read_cell(const std::string& text, std::string& value) { value = text; }
template <class Integer>
requires std::is_integral_v<Integer>
void read_cell(const std::string& text, Integer& value) {
  const auto* end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, value);
      text.empty() || error != std::errc() || stop != end)
    throw Wanted{"an integer"};
}
void read_cell(const std::string& text, double& value) {
  const auto number = parse_double(text);
  if (!number) throw Wanted{"a number"};
  value = *number;
}
void read_cell(const std::string& text, RunOutcome& value) {
  for (const RunOutcome outcome : {RunOutcome::ok, RunOutcome::diverged, RunOutcome::error})
    if (text == to_string(outcome)) {
      value = outcome;
      return;
    }
  throw Wanted{"ok, diverged or error"};
}
void read_cell(const std::string& text, std::vector<Flag>& value) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    const auto flag = flag_from_string(std::string_view(text).substr(begin, end - begin));
    if (!flag) throw Wanted{"flags of the closed list, joined by ';'"};
    value.push_back(*flag);
    begin = end + 1;
  }
}
template <class T>
void read_cell(const std::string& text, std::optional<T>& value) {
  if (!text.empty()) read_cell(text, value.emplace());
}

/// One column of a table of Rows.
template <class Row>
struct Column {
  std::string_view name;
  std::function<std::string(const Row&)> get;
  std::function<void(Row&, const std::string&)> set;
};

template <class Row, class T>
Column<Row> column(std::string_view name, T Row::*member) {
  return {name, [member](const Row& row) { return cell(row.*member); },
          [member](Row& row, const std::string& text) { read_cell(text, row.*member); }};
}
/// Canonical JSON of an object, or nothing.
Column<MeasureRow> options_column() {
  return {"options", [](const MeasureRow& row) { return row.options; },
          [](MeasureRow& row, const std::string& text) {
            const auto is_object = [&] {
              try {
                return parse_json(text, "").is_object();
              } catch (const Error&) {
                return false;
              }
            };
            if (!text.empty() && !is_object()) throw Wanted{"a JSON object or nothing"};
            row.options = text;
          }};
}
Column<RunRow> stream(std::string_view name, std::uint64_t StreamSeeds::*member) {
  return {name, [member](const RunRow& row) { return cell(row.streams.*member); },
          [member](RunRow& row, const std::string& text) { read_cell(text, row.streams.*member); }};
}

const std::vector<Column<RunRow>>& run_columns() {
  static const std::vector<Column<RunRow>> columns = {column("id", &RunRow::id),
                                                      column("group", &RunRow::group),
                                                      column("model", &RunRow::model),
                                                      column("task", &RunRow::task),
                                                      column("mitigation", &RunRow::mitigation),
                                                      column("mitigation_variant", &RunRow::mitigation_variant),
                                                      column("mitigation_version", &RunRow::mitigation_version),
                                                      column("mitigation_options", &RunRow::mitigation_options),
                                                      column("seed", &RunRow::seed),
                                                      stream("stream_head_init", &StreamSeeds::head_init),
                                                      stream("stream_data_order", &StreamSeeds::data_order),
                                                      stream("stream_dropout", &StreamSeeds::dropout),
                                                      stream("stream_mitigation", &StreamSeeds::mitigation),
                                                      column("outcome", &RunRow::outcome),
                                                      column("reason", &RunRow::reason),
                                                      column("metric", &RunRow::metric),
                                                      column("steps", &RunRow::steps),
                                                      column("kept_step", &RunRow::kept_step),
                                                      column("checkpoint_digest", &RunRow::checkpoint_digest),
                                                      column("task_digest", &RunRow::task_digest),
                                                      column("record_digest", &RunRow::record_digest)};
  return columns;
}

const std::vector<Column<MeasureRow>>& measure_columns() {
  static const std::vector<Column<MeasureRow>> columns = {column("group", &MeasureRow::group),
                                                          column("model", &MeasureRow::model),
                                                          column("task", &MeasureRow::task),
                                                          column("test_set", &MeasureRow::test_set),
                                                          column("measure", &MeasureRow::measure),
                                                          column("variant", &MeasureRow::variant),
                                                          column("version", &MeasureRow::version),
                                                          column("layer", &MeasureRow::layer),
                                                          column("subset", &MeasureRow::subset),
                                                          column("value", &MeasureRow::value),
                                                          column("instability", &MeasureRow::instability),
                                                          column("unit", &MeasureRow::unit),
                                                          column("flags", &MeasureRow::flags),
                                                          column("reason", &MeasureRow::reason),
                                                          column("n_items", &MeasureRow::n_items),
                                                          column("n_runs", &MeasureRow::n_runs),
                                                          column("n_dims", &MeasureRow::n_dims),
                                                          column("n_undefined", &MeasureRow::n_undefined),
                                                          column("numerical_rank", &MeasureRow::numerical_rank),
                                                          column("null", &MeasureRow::null),
                                                          column("low", &MeasureRow::low),
                                                          column("high", &MeasureRow::high),
                                                          options_column(),
                                                          column("pairs", &MeasureRow::pairs)};
  return columns;
}

const std::vector<Column<TimingRow>>& timing_columns() {
  static const std::vector<Column<TimingRow>> columns = {column("task", &TimingRow::task),
                                                         column("kind", &TimingRow::kind),
                                                         column("run", &TimingRow::run),
                                                         column("seconds", &TimingRow::seconds),
                                                         column("peak_bytes", &TimingRow::peak_bytes),
                                                         column("attempts", &TimingRow::attempts)};
  return columns;
}

template <class Row>
CsvTable table_of(const std::vector<Row>& rows, const std::vector<Column<Row>>& columns) {
  CsvTable table;
  for (const auto& column : columns) table.columns.emplace_back(column.name);
  for (const Row& row : rows) {
    table.rows.emplace_back();
    for (const auto& column : columns) table.rows.back().push_back(column.get(row));
  }
  return table;
}

[[noreturn]] void fail(const std::string& place, std::size_t line, std::string_view column,
                       const std::string& message) {
  throw Error(ErrorKind::data, place + ":" + std::to_string(line), std::string(column) + ": " + message);
}

template <class Row>
std::vector<Row> rows_of(const CsvTable& table, const std::vector<Column<Row>>& columns, const std::string& place) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (i >= table.columns.size() || table.columns[i] != columns[i].name)
      fail(place, 1, columns[i].name,
           "want this column in place " + std::to_string(i + 1) + ", found " +
               (i < table.columns.size() ? table.columns[i] : std::string("none")));
  std::vector<Row> rows(table.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < columns.size(); ++i) try {
        columns[i].set(rows[r], table.rows[r][i]);
      } catch (const Wanted& wanted) {
        fail(place, table.lines[r], columns[i].name, "want " + wanted.what + ", found \"" + table.rows[r][i] + "\"");
      }
  return rows;
}

template <class Row>
std::vector<Row> rows_of_all(std::string_view text, const std::vector<Column<Row>>& columns, const std::string& place) {
  const CsvTable table = parse_csv(text, place);
  if (table.columns.size() > columns.size())
    fail(place, 1, table.columns[columns.size()], "want no such column, found one");
  return rows_of(table, columns, place);
}

}  // namespace

std::string options_text(const Options& options) {
  nlohmann::json object = nlohmann::json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& held) { object[key] = held; }, value);
  return object.empty() ? "" : dump_json(object);
}

std::string record_digest(const std::map<std::string, std::string>& checksums) {
  if (checksums.empty()) return "";
  std::string text;
  for (const auto& [name, digest] : checksums) text += digest + "  " + name + "\n";
  return sha256(text);
}

std::string write_runs_csv(const std::vector<RunRow>& rows) {
  std::set<std::string> scores;
  for (const RunRow& row : rows)
    for (const auto& [set, metrics] : row.scores)
      for (const auto& [metric, score] : metrics) scores.insert(set + '.' + metric);
  CsvTable table = table_of(rows, run_columns());
  for (const std::string& name : scores) {
    table.columns.push_back(name);
    const std::string set = name.substr(0, name.rfind('.')), metric = name.substr(name.rfind('.') + 1);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto found = rows[r].scores.find(set);
      const bool has = found != rows[r].scores.end() && found->second.contains(metric);
      table.rows[r].push_back(has ? cell(found->second.at(metric)) : "");
    }
  }
  return write_csv(table);
}

std::vector<RunRow> parse_runs_csv(std::string_view text, const std::string& place) {
  const CsvTable table = parse_csv(text, place);
  std::vector<RunRow> rows = rows_of(table, run_columns(), place);
  for (std::size_t i = run_columns().size(); i < table.columns.size(); ++i) {
    const std::string& name = table.columns[i];
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name.size())
      fail(place, 1, name, "want a column SET.METRIC, found another");
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (table.rows[r][i].empty()) continue;
      const auto score = parse_double(table.rows[r][i]);
      if (!score) fail(place, table.lines[r], name, "want a number, found \"" + table.rows[r][i] + "\"");
      rows[r].scores[name.substr(0, dot)][name.substr(dot + 1)] = *score;
    }
  }
  return rows;
}

std::string write_measures_csv(const std::vector<MeasureRow>& rows) {
  return write_csv(table_of(rows, measure_columns()));
}
std::string write_timing_csv(const std::vector<TimingRow>& rows) { return write_csv(table_of(rows, timing_columns())); }

std::vector<MeasureRow> parse_measures_csv(std::string_view text, const std::string& place) {
  return rows_of_all(text, measure_columns(), place);
}
std::vector<TimingRow> parse_timing_csv(std::string_view text, const std::string& place) {
  return rows_of_all(text, timing_columns(), place);
}

}  // namespace reseed
