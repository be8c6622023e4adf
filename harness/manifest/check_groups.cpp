// SPDX-License-Identifier: Apache-2.0
// Section [[groups]].
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "manifest/group_names.hpp"
#include "manifest/sections.hpp"

namespace reseed {
namespace {

/// All runs of a study are planned at once, and those of a group are compared in pairs: twenty times the largest study
/// that was published.
constexpr std::int64_t kMostRuns = 10000;

void read_seed_list(const TomlNode& list, const std::string& path, GroupEntry& group, Mistakes& mistakes) {
  std::map<std::int64_t, std::size_t> first;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const TomlNode& item = list.items[i];
    const std::string key = path + '[' + std::to_string(i) + ']';
    if (item.kind != TomlNode::Kind::integer || item.integer < 0) {
      mistakes.add(item.place, key, "want " + kSeedRange.want + ", found " + item.description());
      continue;
    }
    const auto [entry, is_new] = first.try_emplace(item.integer, i);
    if (!is_new) {
      mistakes.add(item.place, key,
                   "want every seed once, found " + std::to_string(item.integer) + " again: it is " + path + '[' +
                       std::to_string(entry->second) + "] already");
      continue;
    }
    group.seeds.push_back(static_cast<std::uint64_t>(item.integer));
  }
}

void read_seeds(TomlTable& table, GroupEntry& group, Mistakes& mistakes) {
  const std::string want = "an array of integers or { first, count }";
  const TomlNode* seeds = table.require("seeds", want);
  if (seeds == nullptr) return;
  if (seeds->kind == TomlNode::Kind::array && !seeds->items.empty()) {
    read_seed_list(*seeds, table.path("seeds"), group, mistakes);
    return;
  }
  if (seeds->kind != TomlNode::Kind::table) {
    table.mistake("seeds", want, seeds->description());
    return;
  }
  TomlTable range(*seeds, table.path("seeds"), mistakes);
  std::int64_t first = 0;
  std::int64_t count = 0;
  range.read("first", first, kSeedRange);
  range.require("count", "a number of seeds");
  if (range.read("count", count, {"an integer from 1 to " + std::to_string(kMostRuns), 1, kMostRuns})) {
    if (first > std::numeric_limits<std::int64_t>::max() - (count - 1))
      range.note("count", "want seeds up to 9223372036854775807, found more");
    else
      for (std::int64_t i = 0; i < count; ++i) group.seeds.push_back(static_cast<std::uint64_t>(first + i));
  }
  range.finish();
}

void read_streams(TomlTable& table, GroupEntry& group, Mistakes& mistakes) {
  const TomlNode* value = table.get("streams");
  if (value == nullptr) return;
  TomlTable streams(*value, table.path("streams"), mistakes);
  for (const auto& [key, target] : {std::pair("head_init", &group.streams.head_init),
                                    {"data_order", &group.streams.data_order},
                                    {"dropout", &group.streams.dropout},
                                    {"mitigation", &group.streams.mitigation}}) {
    std::int64_t seed = 0;
    if (streams.read(key, seed, kSeedRange)) *target = static_cast<std::uint64_t>(seed);
  }
  streams.finish();
}

/// The group with which the study has more runs than can be planned is named.
void check_runs(const std::vector<GroupEntry>& groups, const TomlNode& section, Mistakes& mistakes) {
  std::size_t runs = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    runs += groups[i].models.size() * groups[i].tasks.size() * groups[i].seeds.size();
    if (runs <= static_cast<std::size_t>(kMostRuns)) continue;
    return mistakes.add(section.items[i].place, "groups[" + std::to_string(i) + ']',
                        "want at most " + std::to_string(kMostRuns) +
                            " runs (models x tasks x seeds) in a study, found " + std::to_string(runs) +
                            " up to this group; make two studies of it");
  }
}

/// Names of models or tasks: each known, each once.
void read_names(TomlTable& table, const char* key, const std::vector<std::string>& known,
                std::vector<std::string>& target, Mistakes& mistakes) {
  const std::string want = std::string("an array of names of [") + key + ".NAME]";
  const TomlNode* list = table.require(key, want);
  if (list == nullptr || !table.read_list(key, target, want)) return;
  if (target.empty()) table.mistake(key, want, "an empty array");
  for (std::size_t i = 0; i < target.size(); ++i) {
    const Place& place = list->items[i].place;
    const std::string path = table.path(key) + '[' + std::to_string(i) + ']';
    if (std::find(known.begin(), known.end(), target[i]) == known.end())
      mistakes.add(
          place, path,
          std::string("want a section [") + key + '.' + target[i] + "], found none" + did_you_mean(target[i], known));
    if (std::find(target.begin(), target.begin() + static_cast<std::ptrdiff_t>(i), target[i]) !=
        target.begin() + static_cast<std::ptrdiff_t>(i))
      mistakes.add(place, path, "want every name once, found " + target[i] + " again");
  }
}

/// The plugin that a group's mitigation names, else the one that is plain fine-tuning. Null when it is a mistake.
const PluginSpec* chosen_mitigation(TomlTable& group, TomlTable& mitigation, bool is_given, CheckContext& context) {
  if (!is_given) {
    const PluginSpec* plain = context.catalog.plain_mitigation();
    if (plain == nullptr && !lacks_all_plugins(group, "mitigation", "a mitigation method", context))
      group.require("mitigation", "a mitigation { id = ... }, as no plugin, or more than one, is plain fine-tuning");
    return plain;
  }
  std::string id;
  mitigation.require("id", "the id of a mitigation plugin");
  return mitigation.read("id", id) ? find_plugin(mitigation, "id", PluginKind::mitigation, id, context) : nullptr;
}

void read_mitigation(TomlTable& table, GroupEntry& group, CheckContext& context) {
  const TomlNode none;
  const TomlNode* value = table.get("mitigation");
  TomlTable mitigation(value != nullptr ? *value : none, table.path("mitigation"), context.mistakes);
  const PluginSpec* plugin = chosen_mitigation(table, mitigation, value != nullptr, context);
  if (plugin == nullptr) return;
  group.mitigation.id = plugin->id;
  group.mitigation.version = plugin->version;
  group.mitigation.source_digest = plugin->source_digest;
  group.mitigation.library = plugin->file.string();
  group.mitigation.options = read_plugin_options(mitigation, *plugin, {"id"});
}

bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& name) { return std::find(b.begin(), b.end(), name) != b.end(); });
}

/// Two groups that meet in a model and a task must differ in more than the seeds, and in their names.
void check_distinct(const std::vector<GroupEntry>& groups, const TomlNode& section, Mistakes& mistakes) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const GroupEntry& a = groups[j];
      const GroupEntry& b = groups[i];
      if (!overlap(a.models, b.models) || !overlap(a.tasks, b.tasks)) continue;
      const std::string path = "groups[" + std::to_string(i) + ']';
      const std::string other = "groups[" + std::to_string(j) + ']';
      if (differ_in_seeds_only(a, b))
        mistakes.add(section.items[i].place, path,
                     "want a group that differs from " + other +
                         " in more than the seeds, found none; put all seeds into one group");
      else if (a.name == b.name)
        mistakes.add(section.items[i].place, path, "want a name that " + other + " does not have, found " + b.name);
    }
  }
}

}  // namespace

void read_groups(const TomlNode& section, CheckContext& context) {
  if (section.kind != TomlNode::Kind::array || section.items.empty()) {
    context.mistakes.add(section.place, "groups", "want an array of tables [[groups]], found " + section.description());
    return;
  }
  std::vector<std::string> models;
  std::vector<std::string> tasks;
  for (const ModelEntry& model : context.manifest.models) models.push_back(model.name);
  for (const TaskEntry& task : context.manifest.tasks) tasks.push_back(task.spec.name);
  const std::size_t before = context.mistakes.size();
  for (std::size_t i = 0; i < section.items.size(); ++i) {
    const std::string path = "groups[" + std::to_string(i) + ']';
    TomlTable table(section.items[i], path, context.mistakes);
    GroupEntry group;
    group.training = context.manifest.training;
    read_names(table, "models", models, group.models, context.mistakes);
    read_names(table, "tasks", tasks, group.tasks, context.mistakes);
    read_mitigation(table, group, context);
    if (const TomlNode* training = table.get("training"))
      read_training(*training, path + ".training", group.training, context.mistakes);
    read_seeds(table, group, context.mistakes);
    read_streams(table, group, context.mistakes);
    group.name = default_group_name(group, context.manifest.training,
                                    context.catalog.find(PluginKind::mitigation, group.mitigation.id));
    const std::string want = "a name without '/' and characters that cannot be shown";
    if (table.read("name", group.name, want) && (has_control(group.name) || group.name.find('/') != std::string::npos))
      table.mistake("name", want, '"' + printable(group.name) + '"');
    table.finish();
    context.manifest.groups.push_back(std::move(group));
  }
  check_runs(context.manifest.groups, section, context.mistakes);
  if (context.mistakes.size() == before) check_distinct(context.manifest.groups, section, context.mistakes);
}

}  // namespace reseed
