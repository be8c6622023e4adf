// SPDX-License-Identifier: Apache-2.0
#include "toml/table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/nearest.hpp"
#include "base/words.hpp"

namespace reseed {
namespace {

const TomlNode kEmpty{};

}  // namespace

bool NumberRange::holds(double number) const {
  if (!std::isfinite(number)) return false;
  return (low_excluded ? number > low : number >= low) && (high_excluded ? number < high : number <= high);
}

TomlTable::TomlTable(const TomlNode& node, std::string path, Mistakes& mistakes)
    : node_(node.kind == TomlNode::Kind::table ? node : kEmpty), path_(std::move(path)), mistakes_(mistakes) {
  if (node.kind != TomlNode::Kind::table) mistakes_.add(node.place, path_, "want a table, found " + node.description());
}

std::string TomlTable::path(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + '.' + std::string(key);
}

const TomlNode* TomlTable::get(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  return node_.find(key);
}

bool TomlTable::has(std::string_view key) { return get(key) != nullptr; }

const TomlNode* TomlTable::require(std::string_view key, const std::string& want) {
  const TomlNode* value = get(key);
  if (value == nullptr && &node_ != &kEmpty) mistakes_.add(node_.place, path(key), "want " + want + ", found nothing");
  return value;
}

void TomlTable::mistake(std::string_view key, const std::string& want, const std::string& found) {
  note(key, "want " + want + ", found " + found);
}

void TomlTable::note(std::string_view key, const std::string& message) {
  const TomlNode* value = get(key);
  mistakes_.add(value != nullptr ? value->place : node_.place, path(key), message);
}

bool TomlTable::read(std::string_view key, std::string& target, const std::string& want) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  if (value->kind != TomlNode::Kind::string || value->string.empty()) {
    mistake(key, want, value->description());
    return false;
  }
  target = value->string;
  return true;
}

bool TomlTable::read(std::string_view key, bool& target) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  if (value->kind != TomlNode::Kind::boolean) {
    mistake(key, "true or false", value->description());
    return false;
  }
  target = value->boolean;
  return true;
}

bool TomlTable::read(std::string_view key, double& target, const NumberRange& range) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  const bool is_number = value->kind == TomlNode::Kind::number || value->kind == TomlNode::Kind::integer;
  const double number = value->kind == TomlNode::Kind::integer ? static_cast<double>(value->integer) : value->number;
  if (!is_number || !range.holds(number)) {
    mistake(key, range.want, value->description());
    return false;
  }
  target = number;
  return true;
}

bool TomlTable::read(std::string_view key, std::int64_t& target, const IntegerRange& range) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  if (value->kind != TomlNode::Kind::integer || value->integer < range.low || value->integer > range.high) {
    mistake(key, range.want, value->description());
    return false;
  }
  target = value->integer;
  return true;
}

bool TomlTable::read_choice(std::string_view key, std::string& target, const std::vector<std::string>& choices) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  if (value->kind == TomlNode::Kind::string &&
      std::find(choices.begin(), choices.end(), value->string) != choices.end()) {
    target = value->string;
    return true;
  }
  std::vector<std::string> quoted;
  for (const std::string& choice : choices) quoted.push_back('"' + choice + '"');
  std::string found = value->description();
  if (value->kind == TomlNode::Kind::string)
    if (const std::string close = nearest(value->string, choices); !close.empty())
      found += "; did you mean \"" + close + "\"?";
  mistake(key, joined(quoted), found);
  return false;
}

bool TomlTable::read_list(std::string_view key, std::vector<std::string>& target, const std::string& want) {
  const TomlNode* value = get(key);
  if (value == nullptr) return false;
  if (value->kind != TomlNode::Kind::array) {
    mistake(key, want, value->description());
    return false;
  }
  std::vector<std::string> list;
  bool good = true;
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const TomlNode& item = value->items[i];
    if (item.kind == TomlNode::Kind::string && !item.string.empty()) {
      list.push_back(item.string);
      continue;
    }
    good = false;
    mistakes_.add(item.place, path(key) + '[' + std::to_string(i) + ']', "want a string, found " + item.description());
  }
  if (good) target = std::move(list);
  return good;
}

void TomlTable::finish() {
  for (const TomlMember& member : node_.members) {
    if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
    const std::string close = nearest(member.key, known_);
    mistakes_.add(
        member.place, path(member.key),
        "unknown key; " + (close.empty() ? "known here: " + joined(known_, " and ") : "did you mean " + close + '?'));
  }
}

}  // namespace reseed
