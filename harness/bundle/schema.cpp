// SPDX-License-Identifier: Apache-2.0
#include "bundle/schema.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using nlohmann::json;

bool is_of_type(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw Error(ErrorKind::internal, "schema", "want a type, found " + type);
}

constexpr const char* kInstallAgain =
    "; this file belongs to the program: install program and share folder of one version again";

constexpr std::array<std::string_view, 7> kTypes = {"object", "array",   "string", "integer",
                                                    "number", "boolean", "null"};

/// Errors: Error(internal) for a schema that the checker could not follow, found before any file is held against it.
void require_known_keywords(const json& schema) {
  const auto refuse = [](const std::string& want, const json& found) {
    throw Error(ErrorKind::internal, "schema", "want " + want + ", found " + dump_json(found));
  };
  if (schema.is_boolean()) return;
  if (!schema.is_object()) return refuse("a schema", schema);
  for (const auto& [keyword, rule] : schema.items()) {
    if (keyword == "type") {
      for (const json& type : rule.is_array() ? rule : json::array({rule}))
        if (!type.is_string() || std::find(kTypes.begin(), kTypes.end(), type.get<std::string>()) == kTypes.end())
          refuse("a type", type);
    } else if (keyword == "properties") {
      if (!rule.is_object()) refuse("properties", rule);
      for (const json& member : rule) require_known_keywords(member);
    } else if (keyword == "additionalProperties" || keyword == "items") {
      require_known_keywords(rule);
    } else if (keyword == "anyOf") {
      if (!rule.is_array()) refuse("schemas in anyOf", rule);
      for (const json& choice : rule) require_known_keywords(choice);
    } else if (keyword == "enum" || keyword == "required") {
      if (!rule.is_array()) refuse("a list behind " + keyword, rule);
    } else if (keyword == "minimum" || keyword == "maxItems") {
      if (!rule.is_number()) refuse("a number behind " + keyword, rule);
    } else if (keyword != "$schema" && keyword != "title" && keyword != "description") {
      refuse("a keyword that is checked", keyword);
    }
  }
}

class Checker {
 public:
  std::vector<std::string> found;

  void check(const json& value, const json& schema, const std::string& path) {
    if (schema == false) {
      found.push_back((path.empty() ? "" : path + ": ") + "want no such key, found it");
      return;
    }
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "type")
        check_type(value, rule, path);
      else if (keyword == "enum")
        note_unless(std::find(rule.begin(), rule.end(), value) != rule.end(), path, "one of " + dump_json(rule), value);
      else if (keyword == "minimum")
        note_unless(!value.is_number() || value >= rule, path, "at least " + dump_json(rule), value);
      else if (keyword == "maxItems")
        note_unless(!value.is_array() || value.size() <= rule.get<std::size_t>(), path,
                    "at most " + dump_json(rule) + " entries", value);
      else if (keyword == "required")
        check_required(value, rule, path);
      else if (keyword == "properties" || keyword == "additionalProperties")
        continue;  // below, together
      else if (keyword == "items")
        check_items(value, rule, path);
      else if (keyword == "anyOf")
        check_any(value, rule, path);
      else if (keyword != "$schema" && keyword != "title" && keyword != "description")
        throw Error(ErrorKind::internal, "schema", "want a keyword that is checked, found " + keyword);
    }
    if (value.is_object()) check_members(value, schema, path);
  }

 private:
  void note_unless(bool fits, const std::string& path, const std::string& want, const json& value) {
    if (fits) return;
    std::string shown = dump_json(value);
    if (shown.size() > 80) shown = shown.substr(0, 77) + "...";
    found.push_back((path.empty() ? "" : path + ": ") + "want " + want + ", found " + shown);
  }

  void check_type(const json& value, const json& rule, const std::string& path) {
    std::vector<std::string> types;
    if (rule.is_string())
      types = {rule.get<std::string>()};
    else
      types = rule.get<std::vector<std::string>>();
    note_unless(std::any_of(types.begin(), types.end(), [&](const auto& type) { return is_of_type(value, type); }),
                path, "a value of the type " + joined(types, " or "), value);
  }

  void check_required(const json& value, const json& keys, const std::string& path) {
    for (const json& key : keys)
      if (value.is_object() && !value.contains(key.get<std::string>()))
        found.push_back((path.empty() ? "" : path + ": ") + "want the key " + key.get<std::string>() + ", found none");
  }

  void check_items(const json& value, const json& schema, const std::string& path) {
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) check(value[i], schema, path + '[' + std::to_string(i) + ']');
  }

  /// The mistakes of the last choice are told: schemas have the most demanding one there.
  void check_any(const json& value, const json& choices, const std::string& path) {
    Checker last;
    for (const json& choice : choices) {
      last = Checker();
      last.check(value, choice, path);
      if (last.found.empty()) return;
    }
    found.insert(found.end(), last.found.begin(), last.found.end());
  }

  void check_members(const json& value, const json& schema, const std::string& path) {
    const json none = json::object();
    const json& known = schema.contains("properties") ? schema.at("properties") : none;
    const json others = schema.value("additionalProperties", json(true));
    for (const auto& [key, member] : value.items()) {
      const std::string inner = path.empty() ? key : path + '.' + key;
      if (known.contains(key))
        check(member, known.at(key), inner);
      else if (others.is_object())
        check(member, others, inner);
      else if (others == false)
        found.push_back(inner + ": want only keys of the schema, found another");
    }
  }
};

bool is_cell_of_type(const std::string& cell, const std::string& type) {
  if (type == "string") return true;
  if (type == "integer") return parse_integer(cell).has_value();
  if (type == "number") return parse_double(cell).has_value();
  if (type == "boolean") return cell == "true" || cell == "false";
  throw Error(ErrorKind::internal, "schema", "want a type of cells, found " + type);
}

/// What a cell of a column should hold; "" where it does.
std::string wanted(const std::string& cell, const json& column) {
  const std::string type = column.at("type").get<std::string>();
  const std::string a_value = "a value of the type " + type;
  if (cell.empty()) return column.at("required").get<bool>() ? a_value : "";
  if (!is_cell_of_type(cell, type)) return a_value;
  if (column.contains("enum")) {
    const std::vector<std::string> words = column.at("enum");
    if (std::find(words.begin(), words.end(), cell) == words.end()) return joined(words);
  }
  if (column.contains("minimum") && parse_double(cell).value_or(0.0) < column.at("minimum").get<double>())
    return "at least " + dump_json(column.at("minimum"));
  return "";
}

}  // namespace

json read_schema(const std::string& name) {
  const std::filesystem::path file = share_directory() / "schema" / name;
  try {
    json schema = parse_json(read_file(file), file.string());
    if (name.ends_with(".schema.json")) require_known_keywords(schema);
    return schema;
  } catch (const Error& error) {
    throw Error(ErrorKind::internal, file.string(), error.message() + kInstallAgain);
  }
}

std::vector<std::string> schema_mistakes(const json& value, const json& schema) {
  Checker checker;
  checker.check(value, schema, "");
  return checker.found;
}

std::vector<std::string> table_mistakes(const CsvTable& table, const json& columns, const json& further) {
  std::vector<std::string> names;
  for (const json& column : columns) names.push_back(column.at("name").get<std::string>());
  const std::size_t there = table.columns.size();
  const bool more = !further.is_null() && there > names.size();
  if (there < names.size() || (there > names.size() && !more) ||
      !std::equal(names.begin(), names.end(), table.columns.begin()))
    return {"want the columns " + joined(names, " and ") + (further.is_null() ? "" : ", further ones behind them") +
            ", found " + joined(table.columns, " and ")};
  std::vector<std::string> found;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    for (std::size_t c = 0; c < there; ++c)
      if (const std::string want = wanted(table.rows[r][c], c < names.size() ? columns[c] : further); !want.empty())
        found.push_back("line " + std::to_string(table.lines[r]) + ", " + table.columns[c] + ": want " + want +
                        ", found \"" + table.rows[r][c] + '"');
  return found;
}

}  // namespace reseed
