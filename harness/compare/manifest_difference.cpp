// SPDX-License-Identifier: Apache-2.0
#include "compare/manifest_difference.hpp"

#include <cmath>

#include "base/number.hpp"
#include "toml/node.hpp"

namespace reseed {
namespace {

using Kind = TomlNode::Kind;
using Values = std::map<std::string, std::string>;

std::string text_of(const TomlNode& node) {
  switch (node.kind) {
    case Kind::string: return '"' + node.string + '"';
    case Kind::integer: return std::to_string(node.integer);
    case Kind::number: {
      if (!std::isfinite(node.number)) return std::isnan(node.number) ? "nan" : node.number > 0 ? "inf" : "-inf";
      // 1 and 1.0 mean one number.
      return std::abs(node.number) < 1e15 && node.number == std::trunc(node.number)
                 ? std::to_string(static_cast<std::int64_t>(node.number))
                 : shortest(node.number);
    }
    case Kind::boolean: return node.boolean ? "true" : "false";
    case Kind::array: {
      std::string text;
      for (const TomlNode& item : node.items) text += (text.empty() ? "" : ", ") + text_of(item);
      return '[' + text + ']';
    }
    case Kind::table: {
      Values members;  // the order of keys says nothing
      for (const TomlMember& member : node.members) members[member.key] = text_of(member.value);
      std::string text;
      for (const auto& [key, value] : members) text += (text.empty() ? "" : ", ") + key + " = " + value;
      return '{' + text + '}';
    }
    default: return node.description();
  }
}

/// What an entry of a list of tables is called: its name, or its id with variant and options.
std::string name_of(const TomlNode& entry) {
  const auto string_at = [&](const char* key) {
    const TomlNode* found = entry.find(key);
    return found != nullptr && found->kind == Kind::string ? found->string : std::string();
  };
  if (const std::string name = string_at("name"); !name.empty()) return name;
  std::string name = string_at("id");
  if (name.empty()) return name;
  std::string more;
  for (const TomlMember& member : entry.members)
    if (member.key != "id" && member.key != "layers" && member.key != "variant")
      more += ", " + member.key + " = " + text_of(member.value);
  return name + " (" + string_at("variant") + more + ")";
}

void collect(const TomlNode& node, const std::string& path, Values& values) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (node.kind == Kind::table && !node.members.empty()) {
    for (const TomlMember& member : node.members) collect(member.value, below(member.key), values);
    return;
  }
  const bool tables = node.kind == Kind::array && !node.items.empty() && node.items.front().kind == Kind::table;
  if (!tables) {
    values[path] = text_of(node);
    return;
  }
  std::map<std::string, int> seen;
  for (const TomlNode& item : node.items) {
    std::string name = name_of(item);
    if (name.empty())
      name = std::to_string(seen[""]++);
    else if (seen[name]++ > 0)
      name += " #" + std::to_string(seen[name]);
    collect(item, below(name), values);
  }
}

}  // namespace

std::map<std::string, std::string> manifest_values(const std::string& resolved_manifest, const std::string& place) {
  Values values;
  collect(parse_toml(resolved_manifest, place, ErrorKind::data), "", values);
  return values;
}

Values manifest_values_of(const Bundle& bundle) {
  return manifest_values(bundle.resolved_manifest, (bundle.folder / "manifest.resolved.toml").string());
}

std::vector<OriginDifference> differing_keys(const Values& a, const Values& b) {
  std::vector<OriginDifference> differences;
  Values all = a;
  all.insert(b.begin(), b.end());
  for (const auto& [key, value] : all) {
    const auto in_a = a.find(key), in_b = b.find(key);
    OriginDifference difference{key, std::nullopt, std::nullopt};
    if (in_a != a.end()) difference.a = in_a->second;
    if (in_b != b.end()) difference.b = in_b->second;
    if (difference.a != difference.b) differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace reseed
