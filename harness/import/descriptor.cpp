// SPDX-License-Identifier: Apache-2.0
#include "import/descriptor.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "import/name.hpp"
#include "manifest/check_measuring.hpp"
#include "manifest/manifest_text.hpp"
#include "manifest/sections.hpp"

namespace reseed {
namespace {

constexpr const char* kWantReference =
    "where the array lies: \"FILE:NAME\", the name of a .npy file, or NAME where `file` says in which file";
constexpr std::int64_t kMostSeeds = 100000;

/// A word in braces that stands for nothing.
std::string unknown_placeholder(const std::string& text) {
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    const std::string word = text.substr(at, text.find('}', at) - at + 1);
    if (word != "{group}" && word != "{model}" && word != "{seed}" && word != "{layer}") return word;
  }
  return {};
}

class DescriptorReader {
 public:
  DescriptorReader(ImportDescriptor& descriptor, Mistakes& mistakes) : descriptor_(descriptor), mistakes_(mistakes) {}

  void read(TomlTable& root) {
    descriptor_.task = descriptor_.manifest.study.id;
    if (const TomlNode* section = root.get("task")) read_task(*section);
    if (const TomlNode* section = root.require("arrays", "a section [arrays] that says where the arrays lie"))
      read_arrays(*section, "arrays", "test");
    if (const TomlNode* section = root.get("validation")) read_arrays(*section, "validation", "validation");
    if (const TomlNode* section = root.get("test_sets")) read_test_sets(*section);
    if (const TomlNode* section = root.require("groups", "an array of tables [[groups]]")) read_groups(*section);
  }

 private:
  void read_task(const TomlNode& section) {
    TomlTable table(section, "task", mistakes_);
    if (table.read("name", descriptor_.task, kWantImportName) && !is_import_name(descriptor_.task))
      table.mistake("name", kWantImportName, shown_name(descriptor_.task));
    if (table.read_choice("metric", descriptor_.metric, metric_names()))
      descriptor_.metric_place = table.get("metric")->place;
    read_classes(table);
    const std::string problem = metric_problem(descriptor_.metric, descriptor_.classes.value_or(0));
    if (!problem.empty()) table.note("metric", problem);
    table.finish();
  }

  void read_classes(TomlTable& table) {
    const std::string want =
        "the names of the classes in their order, or how many there are, from 2 to " + std::to_string(kMostClasses);
    const TomlNode* value = table.get("classes");
    if (value == nullptr) return;
    if (value->kind == TomlNode::Kind::integer) {
      std::int64_t count = 0;
      if (table.read("classes", count, {want, 2, kMostClasses})) descriptor_.classes = count;
      return;
    }
    if (!table.read_list("classes", descriptor_.class_names, want)) return;
    const std::set<std::string> once(descriptor_.class_names.begin(), descriptor_.class_names.end());
    if (once.size() > static_cast<std::size_t>(kMostClasses))
      table.mistake("classes", want, std::to_string(once.size()) + " names");
    if (once.size() < 2 || once.size() < descriptor_.class_names.size())
      table.mistake("classes", "at least two names, each once", "others");
    descriptor_.classes = static_cast<std::int64_t>(descriptor_.class_names.size());
  }

  void read_arrays(const TomlNode& section, const std::string& path, const std::string& set) {
    TomlTable table(section, path, mistakes_);
    SetArrays arrays{set, path, section.place, "", {}};
    if (table.read("file", arrays.file)) {
      check_text(table, "file", arrays.file);
      check_inside(table, "file", arrays.file);
    }
    for (const char* key : {"logits", "probabilities", "predictions", "labels", "items", "representations"}) {
      std::string text;
      if (!table.read(key, text, kWantReference)) continue;
      check_text(table, key, text);
      const std::size_t colon = text.find(':');
      if (colon != std::string::npos)
        arrays.given[key] = {text.substr(0, colon), text.substr(colon + 1)};
      else if (text.ends_with(".npy"))
        arrays.given[key] = {text, ""};
      else if (!arrays.file.empty())
        arrays.given[key] = {arrays.file, text};
      else
        table.mistake(key, kWantReference, '"' + text + '"');
      if (const auto given = arrays.given.find(key); given != arrays.given.end() && given->second.file != arrays.file)
        check_inside(table, key, given->second.file);
    }
    read_layers(table, arrays);
    if (arrays.file.empty() && arrays.given.empty())
      table.note("file", "want the file of the arrays, or where each lies, found neither");
    table.finish();
    descriptor_.sets.push_back(std::move(arrays));
  }

  /// An array without {layer} has its layers in this order: another one would be taken for a slip.
  static void read_layers(TomlTable& table, SetArrays& arrays) {
    std::vector<std::int64_t> layers;
    if (!read_layer_list(table, "layers", layers, "an array of layers counted from 0 (the embeddings)")) return;
    const auto& items = table.get("layers")->items;
    if (!std::is_sorted(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.integer < b.integer; }))
      table.mistake("layers", "layers in ascending order", "another order");
    arrays.layers = std::move(layers);
  }

  static void check_text(TomlTable& table, const char* key, const std::string& text) {
    const std::string word = unknown_placeholder(text);
    if (!word.empty()) table.mistake(key, "{group}, {model}, {seed} or {layer} to be filled in", word);
  }

  /// Only what lies beside the descriptor is read.
  static void check_inside(TomlTable& table, const char* key, const std::string& file) {
    const std::filesystem::path path(file);
    if (path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end())
      table.mistake(key, "a file below the folder of import.toml, without ..",
                    shown_name(file) + ", which leaves it; put the file there");
  }

  void read_test_sets(const TomlNode& section) {
    if (section.kind != TomlNode::Kind::table) {
      mistakes_.add(section.place, "test_sets", "want tables [test_sets.NAME], found " + section.description());
      return;
    }
    for (const TomlMember& member : section.members) {
      if (!is_plain_name(member.key) || member.key == "test" || member.key == "validation")
        mistakes_.add(
            member.place, "test_sets",
            "want another name than test and validation, of letters, digits, '.', '_' and '-', found " + member.key);
      else
        read_arrays(member.value, "test_sets." + member.key, member.key);
    }
  }

  void read_groups(const TomlNode& section) {
    if (section.kind != TomlNode::Kind::array || section.items.empty()) {
      mistakes_.add(section.place, "groups", "want an array of tables [[groups]], found " + section.description());
      return;
    }
    for (std::size_t i = 0; i < section.items.size(); ++i) {
      const std::string path = "groups[" + std::to_string(i) + ']';
      TomlTable table(section.items[i], path, mistakes_);
      ImportGroup group{"", "model", std::nullopt, {}, path, section.items[i].place};
      table.require("name", kWantImportName);
      for (const auto& [key, target] : {std::pair{"name", &group.name}, {"model", &group.model}})
        if (table.read(key, *target, kWantImportName) && !is_import_name(*target))
          table.mistake(key, kWantImportName, shown_name(*target));
      read_seeds(table, group);
      table.finish();
      for (const ImportGroup& other : descriptor_.groups)
        if (other.name == group.name && other.model == group.model)
          mistakes_.add(group.place, path, "want another name or model than " + other.path + ", found " + group.name);
      descriptor_.groups.push_back(std::move(group));
    }
  }

  void read_seeds(TomlTable& table, ImportGroup& group) {
    const std::string want = "an array of seeds, or { first = 0, count = 5 }";
    if (const TomlNode* value = table.get("seeds")) {
      std::vector<std::uint64_t> seeds;
      if (value->kind == TomlNode::Kind::table) {
        TomlTable range(*value, table.path("seeds"), mistakes_);
        std::int64_t first = 0, count = 0;
        range.read("first", first, kSeedRange);
        range.require("count", "how many seeds there are");
        range.read("count", count, {"an integer from 1 to 100000", 1, kMostSeeds});
        range.finish();
        for (std::int64_t i = 0; i < count; ++i) seeds.push_back(static_cast<std::uint64_t>(first + i));
      } else {
        read_list(table, "seeds", want, seeds);
      }
      group.seeds = std::move(seeds);
    }
    read_list(table, "diverged", "an array of seeds whose training diverged", group.diverged);
    if (!group.seeds) return;
    for (const std::uint64_t seed : group.diverged)
      if (std::find(group.seeds->begin(), group.seeds->end(), seed) == group.seeds->end())
        table.mistake("diverged", "some of the seeds", std::to_string(seed) + ", which is none");
  }

  void read_list(TomlTable& table, const char* key, const std::string& want, std::vector<std::uint64_t>& target) {
    const TomlNode* value = table.get(key);
    if (value == nullptr) return;
    if (value->kind != TomlNode::Kind::array || value->items.empty()) {
      table.mistake(key, want, value->description());
      return;
    }
    for (const TomlNode& item : value->items) {
      const auto seed = static_cast<std::uint64_t>(item.integer);
      if (item.kind != TomlNode::Kind::integer || item.integer < 0)
        mistakes_.add(item.place, table.path(key), "want a seed of at least 0, found " + item.description());
      else if (std::find(target.begin(), target.end(), seed) != target.end())
        mistakes_.add(item.place, table.path(key),
                      "want every seed once, found " + std::to_string(item.integer) + " again");
      else
        target.push_back(seed);
    }
  }

  ImportDescriptor& descriptor_;
  Mistakes& mistakes_;
};

/// The measures that the command line asks for, or all where nobody asks.
void choose_measures(ManifestText& manifest, const std::string& measures, const PluginCatalog& catalog) {
  const bool listed = manifest.root.find("measures") != nullptr;
  if (measures.empty() && listed) return;
  std::erase_if(manifest.root.members, [](const TomlMember& member) { return member.key == "measures"; });
  if (measures.empty() || measures == "all") {
    for (const std::string& id : catalog.ids(PluginKind::measure)) add_measure(manifest, id, "--measures");
    return;
  }
  for (std::size_t begin = 0; begin <= measures.size();) {
    const std::size_t end = std::min(measures.find(',', begin), measures.size());
    add_measure(manifest, measures.substr(begin, end - begin), "--measures");
    begin = end + 1;
  }
}

}  // namespace

std::string metric_problem(const std::string& metric, std::int64_t classes) {
  if (metric != "f1" || classes == 0 || classes == 2) return {};
  return "want a metric for " + std::to_string(classes) + " classes, found f1, which is defined for two; use macro_f1";
}

ImportDescriptor read_import_descriptor(const std::filesystem::path& file, const std::string& shown,
                                        const std::string& measures, const PluginCatalog& catalog) {
  ManifestText text = parse_manifest(read_file(file), shown);
  choose_measures(text, measures, catalog);
  ImportDescriptor descriptor;
  descriptor.text = text.text;
  Mistakes mistakes(ErrorKind::manifest);
  TomlTable root(text.root, "", mistakes);
  descriptor.manifest = read_measuring(root, catalog);
  descriptor.manifest.folder = file.parent_path();
  DescriptorReader(descriptor, mistakes).read(root);
  root.finish();
  mistakes.throw_if_any();
  return descriptor;
}

}  // namespace reseed
