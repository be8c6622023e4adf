// SPDX-License-Identifier: Apache-2.0
#include "bundle/asked_for.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "reseed/error.hpp"
#include "toml/node.hpp"

namespace reseed {
namespace {

using Kind = TomlNode::Kind;

[[noreturn]] void refuse(const TomlNode& node, const std::string& key, const std::string& want) {
  throw Error(ErrorKind::data, node.place.text(), key + ": want " + want + ", found " + node.description());
}

/// The member, which must be there and of a kind.
const TomlNode& member(const TomlNode& table, const std::string& key, Kind kind, const std::string& want) {
  const TomlNode* found = table.find(key);
  if (found == nullptr) throw Error(ErrorKind::data, table.place.text(), key + ": want " + want + ", found nothing");
  if (found->kind != kind) refuse(*found, key, want);
  return *found;
}

std::string text(const TomlNode& table, const std::string& key) {
  return member(table, key, Kind::string, "a string").string;
}

std::string text_or(const TomlNode& table, const std::string& key, const std::string& otherwise) {
  return table.find(key) == nullptr ? otherwise : text(table, key);
}

bool boolean_or(const TomlNode& table, const std::string& key, bool otherwise) {
  return table.find(key) == nullptr ? otherwise : member(table, key, Kind::boolean, "a boolean").boolean;
}

std::vector<std::string> texts(const TomlNode& table, const std::string& key) {
  std::vector<std::string> list;
  for (const TomlNode& item : member(table, key, Kind::array, "an array of strings").items) {
    if (item.kind != Kind::string) refuse(item, key, "a string");
    list.push_back(item.string);
  }
  return list;
}

std::vector<std::int64_t> integers(const TomlNode& array, const std::string& key) {
  std::vector<std::int64_t> list;
  for (const TomlNode& item : array.items) {
    if (item.kind != Kind::integer) refuse(item, key, "an integer");
    list.push_back(item.integer);
  }
  return list;
}

/// The tables of an array of tables; none where it is not there.
std::vector<const TomlNode*> tables(const TomlNode& root, const std::string& key) {
  std::vector<const TomlNode*> list;
  if (root.find(key) == nullptr) return list;
  for (const TomlNode& item : member(root, key, Kind::array, "an array of tables").items) {
    if (item.kind != Kind::table) refuse(item, key, "a table");
    list.push_back(&item);
  }
  return list;
}

const TomlNode* section(const TomlNode& root, const std::string& key) {
  return root.find(key) == nullptr ? nullptr : &member(root, key, Kind::table, "a table");
}

/// An option's value as options_text writes it.
nlohmann::json option_of(const TomlNode& node, const std::string& key) {
  switch (node.kind) {
    case Kind::string: return node.string;
    case Kind::integer: return node.integer;
    case Kind::number: return node.number;
    case Kind::boolean: return node.boolean;
    default: refuse(node, key, "a string, a number or a boolean");
  }
}

AskedMeasure measure_of(const TomlNode& table) {
  AskedMeasure measure;
  nlohmann::json options = nlohmann::json::object();
  measure.id = text(table, "id");
  measure.variant = text(table, "variant");
  for (const TomlMember& entry : table.members) {
    if (entry.key == "id" || entry.key == "variant") continue;
    if (entry.key != "layers") {
      options[entry.key] = option_of(entry.value, entry.key);
    } else if (entry.value.kind == Kind::array) {
      measure.layers = AskedMeasure::Layers::listed;
      measure.listed = integers(entry.value, "layers");
    } else if (entry.value.kind == Kind::string && (entry.value.string == "all" || entry.value.string == "top")) {
      measure.layers = entry.value.string == "all" ? AskedMeasure::Layers::all : AskedMeasure::Layers::top;
    } else {
      refuse(entry.value, "layers", "\"all\", \"top\" or an array of integers");
    }
  }
  if (!options.empty()) measure.options = dump_json(options);
  return measure;
}

std::set<std::uint64_t> seeds_of(const TomlNode& group) {
  std::set<std::uint64_t> seeds;
  for (const std::int64_t seed : integers(member(group, "seeds", Kind::array, "an array of integers"), "seeds"))
    seeds.insert(static_cast<std::uint64_t>(seed));
  return seeds;
}

/// Takes the test sets of a task of [tasks]: its own, and the extra ones. A descriptor that ships has the name of its
/// test set, one of the user is a path.
void add_test_sets(const TomlNode& root, AskedGroup& group) {
  const TomlNode* list = section(root, "tasks");
  if (list == nullptr || list->find(group.task) == nullptr)
    throw Error(ErrorKind::data, root.place.text(), "tasks: want the task " + group.task + " of a group, found none");
  group.test_sets = {"test"};
  const TomlNode& table = member(*list, group.task, Kind::table, "a table");
  for (const TomlNode* extra : tables(table, "extra_tests")) {
    const std::string dataset = text(*extra, "dataset");
    if (dataset.ends_with(".toml"))
      ++group.unnamed;
    else
      group.test_sets.push_back(dataset);
  }
}

/// Groups of runs that were made elsewhere: one model each, one task for all.
void add_imported_groups(const TomlNode& root, const TomlNode& imported, AskedFor& asked) {
  const std::string task = text(member(root, "task", Kind::table, "a table"), "name");
  std::vector<std::string> sets = texts(imported, "sets");
  std::erase(sets, "validation");
  for (const TomlNode* group : tables(root, "groups"))
    asked.groups.push_back({text(*group, "name"), text(*group, "model"), task, seeds_of(*group), sets, 0});
}

void add_groups(const TomlNode& root, AskedFor& asked) {
  for (const TomlNode* group : tables(root, "groups"))
    for (const std::string& model : texts(*group, "models"))
      for (const std::string& task : texts(*group, "tasks")) {
        AskedGroup asked_group{text(*group, "name"), model, task, seeds_of(*group), {}, 0};
        add_test_sets(root, asked_group);
        asked.groups.push_back(std::move(asked_group));
      }
}

std::vector<ItemSubset> subsets_of(const TomlNode& root, const SubsetKeys& keys) {
  const TomlNode& analysis = member(root, "analysis", Kind::table, "a table");
  const auto integer = [&](const std::string& key) {
    return member(analysis, key, Kind::integer, "an integer").integer;
  };
  try {
    return asked_subsets(
        keys, {text(analysis, keys.rates), integer(keys.draws), integer(keys.seed), text(analysis, keys.items)});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::manifest) throw;
    throw Error(ErrorKind::data, analysis.place.text(), error.place() + ": " + error.message());
  }
}

}  // namespace

AskedFor asked_for(std::string_view resolved_manifest, const std::string& place, const BundleInfo& info) {
  const TomlNode root = parse_toml(resolved_manifest, place, ErrorKind::data);
  AskedFor asked;
  const TomlNode& study = member(root, "study", Kind::table, "a table");
  asked.study = text(study, "id");
  asked.kind = text_or(study, "kind", "");
  if (const TomlNode* records = section(root, "records")) {
    asked.records_kept = text_or(*records, "keep", "link") != "none";
    if (const TomlNode* layers = records->find("layers"); layers != nullptr && layers->kind == Kind::array)
      asked.recorded_layers = integers(*layers, "layers");
  }
  if (const TomlNode* execution = section(root, "execution"))
    asked.double_run = boolean_or(*execution, "double_run", false);
  if (const TomlNode* imported = section(root, "imported"))
    add_imported_groups(root, *imported, asked);
  else
    add_groups(root, asked);
  for (const TomlNode* measure : tables(root, "measures")) asked.measures.push_back(measure_of(*measure));
  for (const PluginUse& use : info.plugins)
    if (use.kind == "study" && use.subsets) asked.subsets = subsets_of(root, *use.subsets);
  return asked;
}

}  // namespace reseed
