// SPDX-License-Identifier: Apache-2.0
#include "published.hpp"

#include <algorithm>
#include <cmath>

#include "reseed/error.hpp"

namespace reseed::published {
namespace {

constexpr const char* kScores = "scores-full-precision.toml";
constexpr const char* kList = "paper-versus-code.toml";

[[noreturn]] void wrong(const TomlNode& at, const std::string& message) {
  throw Error(ErrorKind::data, at.place.text(), message);
}

const TomlNode& wanted(const TomlNode& table, std::string_view key) {
  const TomlNode* node = table.find(key);
  if (node == nullptr) wrong(table, "want the key " + std::string(key) + ", found none");
  return *node;
}

std::vector<std::string> texts(const TomlNode& array) {
  std::vector<std::string> words;
  if (array.kind != TomlNode::Kind::array) wrong(array, "want an array of strings, found " + array.description());
  for (const TomlNode& item : array.items) {
    if (item.kind != TomlNode::Kind::string) wrong(item, "want a string, found " + item.description());
    words.push_back(item.string);
  }
  return words;
}

std::string lower(std::string_view text) {
  std::string low;
  for (const char c : text)
    if (c != '-') low += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return low;
}

bool is_one_of(std::string_view word, const std::vector<std::string>& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The score's name in the harness: the facts write matthews.
std::string metric_name(const std::string& metric) { return metric == "matthews" ? "matthews_correlation" : metric; }

}  // namespace

const std::vector<MeasureName>& measure_names() {
  static const std::vector<MeasureName> names = {
      {"sd", "performance_sd", "SD", 10},
      {"jsd", "jensen_shannon_divergence", "JSD"},
      {"kappa", "fleiss_kappa", "kappa", 1},
      {"pwd", "pairwise_disagreement", "pairwise disagreement", 0, true},
      {"svcca", "svcca_distance", "SVCCA", 8},
      {"cka", "linear_cka_distance", "CKA", 5},
      {"op", "orthogonal_procrustes_distance", "OP", 0, true},
  };
  return names;
}

const MeasureName* measure_named(std::string_view name) {
  for (const MeasureName& known : measure_names())
    if (known.paper == name || known.measure == name) return &known;
  return nullptr;
}

int row_of_form(std::string_view name) {
  const MeasureName* known = measure_named(name);
  return known == nullptr ? 0 : known->row_of_form;
}

std::optional<std::string> paper_model(std::string_view model) {
  const std::string name = lower(model.substr(model.find_last_of('/') == model.npos ? 0 : model.find_last_of('/') + 1));
  if (name == "bertlarge" || name == "bertlargeuncased") return "bert";
  if (name == "robertalarge") return "roberta";
  return std::nullopt;
}

std::optional<std::string> paper_task(std::string_view task) {
  std::string name = lower(task.substr(task.find_last_of('/') == task.npos ? 0 : task.find_last_of('/') + 1));
  if (is_one_of(name, kTasks) || name == "sst2") return name;
  return std::nullopt;
}

std::optional<std::string> paper_method(std::string_view method) {
  std::string name(method);
  for (const char* variant : {" (as_published)", " (textbook)"})
    if (name.ends_with(variant)) name.erase(name.size() - std::string_view(variant).size());
  if (name == method_id("standard")) return "standard";
  if (name != "standard" && is_one_of(name, kMethods)) return name;
  return std::nullopt;
}

std::string method_id(std::string_view paper) {
  if (paper == "standard") return "original";
  return is_one_of(paper, kMethods) ? std::string(paper) : "";
}

bool rounds_to(double value, double printed, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::abs(value * unit - std::round(printed * unit)) <= 0.5 + 1e-9;
}

Facts::Facts(const std::map<std::string, std::string>& files) {
  for (const auto& [name, text] : files) files_.emplace(name, parse_toml(text, name, ErrorKind::data));
  if (files_.empty()) return;
  read_cells();
  read_rows();
}

const TomlNode& Facts::file(const std::string& name) const {
  const auto found = files_.find(name);
  if (found == files_.end()) throw Error(ErrorKind::data, name, "want this file among the published facts, found none");
  return found->second;
}

const TomlNode* Facts::table(const std::string& name, std::string_view path) const {
  const TomlNode* node = &file(name);
  while (node != nullptr && !path.empty()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    node = node->find(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return node;
}

double Facts::number(const TomlNode& table, std::string_view key) {
  const TomlNode& node = wanted(table, key);
  if (node.kind == TomlNode::Kind::integer) return static_cast<double>(node.integer);
  if (node.kind != TomlNode::Kind::number || !std::isfinite(node.number))
    wrong(node, std::string(key) + ": want a number, found " + node.description());
  return node.number;
}

std::int64_t Facts::integer(const TomlNode& table, std::string_view key) {
  const TomlNode& node = wanted(table, key);
  if (node.kind != TomlNode::Kind::integer)
    wrong(node, std::string(key) + ": want an integer, found " + node.description());
  return node.integer;
}

const std::string& Facts::text(const TomlNode& table, std::string_view key) {
  const TomlNode& node = wanted(table, key);
  if (node.kind != TomlNode::Kind::string)
    wrong(node, std::string(key) + ": want a string, found " + node.description());
  return node.string;
}

void Facts::read_cells() {
  std::vector<Cell> tops;
  const auto read_group = [&](const std::string& table, const std::string& model, const std::string& task,
                              const std::string& method) {
    const std::string path = model + '.' + task + '.' + method;
    const TomlNode* scores = this->table(kScores, path);
    const TomlNode* prints = this->table(table + ".toml", table == "table3" ? model : task + '.' + method);
    if (scores == nullptr || prints == nullptr) return;
    Cell cell;
    cell.table = table;
    cell.model = model;
    cell.task = task;
    cell.method = method;
    cell.metric = metric_name(text(*scores, "metric"));
    cell.seeds = integer(*scores, "n_seeds");
    cell.items = integer(*scores, "test_items");
    cell.source = std::string(kScores) + ": " + path;
    for (const std::string& column : kColumns) {
      cell.measure = column;
      cell.value = number(*scores, column);
      cell.printed = number(*prints, table == "table3" ? column + "_x100" : column);
      cells_.push_back(cell);
    }
    cell.table = "figures";
    cell.printed.reset();
    for (const char* column : {"cka_top", "op_top"}) {
      if (scores->find(column) == nullptr) continue;
      cell.measure = column;
      cell.value = number(*scores, column);
      tops.push_back(cell);
    }
  };
  for (const std::string& model : kModels)
    for (const std::string& task : kTasks)
      for (const std::string& method : kMethods) read_group(model == "bert" ? "table1" : "table4", model, task, method);
  for (const std::string& model : kModels) read_group("table3", model, "sst2", "standard");
  cells_.insert(cells_.end(), tops.begin(), tops.end());
}

const Cell* Facts::cell(std::string_view model, std::string_view task, std::string_view method,
                        std::string_view measure) const {
  for (const Cell& cell : cells_)
    if (cell.model == model && cell.task == task && cell.method == method && cell.measure == measure) return &cell;
  return nullptr;
}

void Facts::read_rows() {
  for (const TomlMember& member : wanted(file(kList), "rows").members) {
    CodeRow row;
    for (const char c : member.key) {
      if (c < '0' || c > '9' || member.key.size() > 4)
        throw Error(ErrorKind::data, member.place.text(), "want the number of a row, found " + member.key);
      row.number = 10 * row.number + (c - '0');
    }
    row.part = text(member.value, "part");
    row.tags = texts(wanted(member.value, "tags"));
    row.paper = text(member.value, "paper");
    row.code = text(member.value, "code");
    row.effect = text(member.value, "effect");
    if (const TomlNode* about = member.value.find("about")) row.about = texts(*about);
    rows_.push_back(std::move(row));
  }
  std::sort(rows_.begin(), rows_.end(), [](const CodeRow& a, const CodeRow& b) { return a.number < b.number; });
}

const CodeRow& Facts::row(int number) const {
  for (const CodeRow& row : rows_)
    if (row.number == number) return row;
  throw Error(ErrorKind::data, kList, "want row " + std::to_string(number) + ", found none");
}

std::vector<int> Facts::rows_about(std::string_view paper_name) const {
  std::vector<int> numbers;
  for (const CodeRow& row : rows_)
    if (is_one_of(paper_name, row.about)) numbers.push_back(row.number);
  return numbers;
}

std::string Facts::remark(int number) const {
  const CodeRow& row = this->row(number);
  return "because row " + std::to_string(number) +
         " of the paper-versus-code list: " + (row.code.empty() ? row.effect : row.code);
}

}  // namespace reseed::published
