// SPDX-License-Identifier: Apache-2.0
// What sections with plugins share: ids, variants and options against what plugins declare.
#include <algorithm>
#include <utility>

#include "base/nearest.hpp"
#include "base/words.hpp"
#include "manifest/sections.hpp"
#include "plugin/resolve_options.hpp"

namespace reseed {
namespace {

std::optional<OptionValue> scalar(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::string: return node.string;
    case TomlNode::Kind::integer: return node.integer;
    case TomlNode::Kind::number: return node.number;
    case TomlNode::Kind::boolean: return node.boolean;
    default: return std::nullopt;
  }
}

}  // namespace

bool lacks_all_plugins(TomlTable& table, std::string_view key, const std::string& want, CheckContext& context) {
  if (!context.catalog.is_empty()) return false;
  if (std::exchange(context.told_of_no_plugin, true)) return true;
  std::vector<std::string> folders;
  for (const std::filesystem::path& folder : context.catalog.folders()) folders.push_back(folder.string());
  table.mistake(key, want,
                "no plugins at all" + (folders.empty() ? "" : " in " + joined(folders, " and ")) +
                    "; build reseed's own (./reseed build), or name their folder with --plugins");
  return true;
}

const PluginSpec* find_plugin(TomlTable& table, std::string_view key, PluginKind kind, const std::string& id,
                              CheckContext& context) {
  const PluginSpec* plugin = context.catalog.find(kind, id);
  if (plugin != nullptr) return plugin;
  const std::string want = "the id of a " + std::string(to_string(kind)) + " plugin";
  if (lacks_all_plugins(table, key, want, context)) return nullptr;
  const std::vector<std::string> known = context.catalog.ids(kind);
  std::string message = "want " + want + ", found \"" + id + "\", which no plugin has" + did_you_mean(id, known);
  if (nearest(id, known).empty() && !known.empty()) message += "; there are " + joined(known, " and ");
  for (const RefusedPlugin& refused : context.catalog.refused())
    message += "; not usable: " + refused.file.string() + ": " + refused.reason;
  table.note(key, message);
  return nullptr;
}

Options read_plugin_options(TomlTable& table, const PluginSpec& plugin, const std::vector<std::string>& others) {
  std::string variant;
  table.read("variant", variant, "the name of a variant");
  std::map<std::string, OptionValue> given;
  for (const TomlMember& member : table.node().members) {
    if (member.key == "variant" || std::find(others.begin(), others.end(), member.key) != others.end()) continue;
    table.get(member.key);
    if (const auto value = scalar(member.value))
      given.emplace(member.key, *value);
    else
      table.mistake(member.key, "a number, a string, true or false", member.value.description());
  }
  ResolvedOptions resolved = resolve_options(plugin, variant, given);
  for (const OptionMistake& mistake : resolved.mistakes) {
    const auto member = std::find_if(table.node().members.begin(), table.node().members.end(),
                                     [&](const TomlMember& m) { return m.key == mistake.option; });
    const bool is_unknown = mistake.option != "variant" && plugin.option(mistake.option) == nullptr;
    const Place& place = member == table.node().members.end() ? table.place()
                         : is_unknown                         ? member->place
                                                              : member->value.place;
    table.mistakes().add(place, table.path(mistake.option), mistake.message);
  }
  return std::move(resolved.options);
}

}  // namespace reseed
