// SPDX-License-Identifier: Apache-2.0
// Sections [sources], [models] and [tasks].
#include <algorithm>
#include <set>

#include "base/nearest.hpp"
#include "base/words.hpp"
#include "data/descriptor.hpp"
#include "data/place.hpp"
#include "data/split.hpp"
#include "manifest/sections.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWantDataset = "the name of a data set, or the path of a descriptor that ends in .toml";

/// Calls `read` for every named table of a section; a name must be plain.
template <class Read>
void for_entries(const TomlNode& section, const std::string& path, CheckContext& context, Read read) {
  Mistakes& mistakes = context.mistakes;
  if (section.kind != TomlNode::Kind::table) {
    mistakes.add(section.place, path, "want tables [" + path + ".NAME], found " + section.description());
    return;
  }
  for (const TomlMember& member : section.members) {
    const std::string entry = path + '.' + member.key;
    const std::size_t before = mistakes.size();
    context.manifest.places[entry] = member.place.text();
    for (const TomlMember& key : member.value.members)
      context.manifest.places[entry + '.' + key.key] = key.value.place.text();
    if (!is_plain_name(member.key))
      mistakes.add(member.place, path, "want a name of letters, digits, '.', '_' and '-', found \"" + member.key + '"');
    TomlTable table(member.value, entry, mistakes);
    read(member.key, table);
    table.finish();
    if (mistakes.size() > before) context.manifest.faulty.insert(entry);
  }
}

/// The descriptor's own name; empty when there is no such data set, which is noted.
std::string check_dataset(TomlTable& table, std::string_view key, const std::string& dataset, CheckContext& context) {
  try {
    if (dataset.ends_with(".toml")) return read_descriptor(expanded_path(dataset, context.manifest.folder)).name;
    const std::vector<std::string> known = shipped_datasets();
    if (std::find(known.begin(), known.end(), dataset) != known.end()) return dataset;
    table.note(key, std::string("want ") + kWantDataset + ", found the unknown name " + dataset +
                        did_you_mean(dataset, known));
  } catch (const Error& error) {
    table.note(key, std::string("want ") + kWantDataset + ", found one that cannot be used: " + error.place() + ": " +
                        error.message());
  }
  return {};
}

void read_split_table(TomlTable& table, SplitSpec& split, CheckContext& context) {
  std::int64_t seed = 0;
  if (table.read("seed", seed, kSeedRange)) split.seed = static_cast<std::uint64_t>(seed);
  const bool by_file = table.has("indices");
  const bool by_fraction = table.has("test_fraction");
  const bool drawn = table.has("train") || table.has("validation") || table.has("test") || table.has("by");
  if (by_file + by_fraction + drawn != 1) {
    context.mistakes.add(table.place(), table.path("").substr(0, table.path("").size() - 1),
                         "want one of { seed, test_fraction }, { indices } and { seed, train, validation, test, by }");
  }
  if (by_file) {
    split.kind = SplitSpec::Kind::file;
    if (table.read("indices", split.name, "a file of positions, one a line") &&
        !fs::is_regular_file(expanded_path(split.name, context.manifest.folder)))
      table.note("indices", "want a file of positions, found none at " +
                                expanded_path(split.name, context.manifest.folder).string());
  } else if (by_fraction) {
    split.kind = SplitSpec::Kind::fraction;
    table.read("test_fraction", split.test_fraction, {"a number between 0 and 1", 0.0, 1.0, true, true});
  } else {
    split.kind = SplitSpec::Kind::drawn;
    const IntegerRange count{"a number of items of at least 1", 1};
    for (const auto& [key, target] :
         {std::pair("train", &split.train), {"validation", &split.validation}, {"test", &split.test}}) {
      if (drawn) table.require(key, count.want);
      table.read(key, *target, count);
    }
    table.read_choice("by", split.by, {"item", "document"});
  }
  table.finish();
}

void read_split(TomlTable& table, TaskSpec& task, const std::string& dataset, CheckContext& context) {
  const TomlNode* value = table.get("split");
  if (value == nullptr) return;
  if (value->kind != TomlNode::Kind::string) {
    TomlTable split(*value, table.path("split"), context.mistakes);
    if (value->kind == TomlNode::Kind::table) read_split_table(split, task.split, context);
    return;
  }
  task.split.kind = SplitSpec::Kind::named;
  task.split.name = value->string;
  if (dataset.empty()) return;
  const std::vector<std::string> known = splits_for(dataset);
  if (std::find(known.begin(), known.end(), value->string) == known.end())
    table.note("split", "want a split of " + dataset + " (" +
                            (known.empty() ? "none ships by name" : joined(known, " and ")) + "), found \"" +
                            value->string + '"' + did_you_mean(value->string, known));
}

void read_extra_tests(TomlTable& table, TaskSpec& task, CheckContext& context) {
  const TomlNode* list = table.get("extra_tests");
  if (list == nullptr) return;
  if (list->kind != TomlNode::Kind::array) {
    table.mistake("extra_tests", "an array of tables { dataset, items, seed }", list->description());
    return;
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    TomlTable entry(list->items[i], table.path("extra_tests") + '[' + std::to_string(i) + ']', context.mistakes);
    ExtraTestSpec extra;
    extra.root = task.root;
    entry.require("dataset", kWantDataset);
    if (entry.read("dataset", extra.dataset, kWantDataset)) {
      const std::string name = check_dataset(entry, "dataset", extra.dataset, context);
      if (!name.empty() && (name == "test" || !names.insert(name).second))
        entry.note("dataset", "want every test set once, found " + name + " again");
    }
    if (entry.read("root", extra.root)) check_source_reference(entry, "root", extra.root, context);
    std::int64_t number = 0;
    if (entry.read("items", number, {"an integer of at least 1", 1})) extra.items = number;
    if (entry.read("seed", number, kSeedRange)) extra.seed = static_cast<std::uint64_t>(number);
    entry.finish();
    task.extra_tests.push_back(std::move(extra));
  }
}

}  // namespace

const IntegerRange kSeedRange{"a seed: an integer from 0 to 9223372036854775807", 0};

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = {"accuracy", "f1", "macro_f1", "matthews_correlation"};
  return names;
}

void check_source_reference(TomlTable& table, std::string_view key, const std::string& text, CheckContext& context) {
  constexpr std::string_view kPrefix = "source:";
  if (!text.starts_with(kPrefix)) return;
  const std::string name = text.substr(kPrefix.size(), text.find('/') - kPrefix.size());
  std::vector<std::string> known;
  for (const PackageSource& source : context.manifest.sources) known.push_back(source.name);
  if (std::find(known.begin(), known.end(), name) == known.end())
    table.note(key, "want a section [sources." + name + "], found none" + did_you_mean(name, known));
}

void read_sources(const TomlNode& section, CheckContext& context) {
  for_entries(section, "sources", context, [&](const std::string& name, TomlTable& table) {
    PackageSource source;
    source.name = name;
    const std::size_t before = context.mistakes.size();
    for (const auto& [key, target, want] : {std::tuple("package", &source.package, "a package's name"),
                                            {"version", &source.version, "a version"},
                                            {"sha256", &source.sha256, "64 lower-case hexadecimal digits"}}) {
      table.require(key, want);
      table.read(key, *target, want);
    }
    std::string format = "wheel";
    table.require("format", "\"wheel\" or \"sdist\"");
    table.read_choice("format", format, {"wheel", "sdist"});
    source.format = format == "wheel" ? PackageSource::Format::wheel : PackageSource::Format::sdist;
    table.read("path", source.path, "a path inside the package");
    if (context.mistakes.size() == before) {
      try {
        check_source(source);
      } catch (const Error& error) {
        const std::string key = error.place().substr(error.place().rfind('.') + 1);
        table.note(key, error.message());
      }
    }
    context.manifest.sources.push_back(std::move(source));
  });
}

void read_models(const TomlNode& section, CheckContext& context) {
  for_entries(section, "models", context, [&](const std::string& name, TomlTable& table) {
    ModelEntry model;
    model.name = name;
    const std::string want = "a checkpoint: a path, a name of the model folders, or \"source:NAME\"";
    table.require("checkpoint", want);
    if (table.read("checkpoint", model.checkpoint, want))
      check_source_reference(table, "checkpoint", model.checkpoint, context);
    table.read_choice("head", model.head, {"new", "checkpoint"});
    context.manifest.models.push_back(std::move(model));
  });
}

void read_tasks(const TomlNode& section, CheckContext& context) {
  for_entries(section, "tasks", context, [&](const std::string& name, TomlTable& table) {
    TaskSpec task;
    task.name = name;
    table.require("dataset", kWantDataset);
    std::string dataset;
    if (table.read("dataset", task.dataset, kWantDataset))
      dataset = check_dataset(table, "dataset", task.dataset, context);
    if (table.read("root", task.root)) check_source_reference(table, "root", task.root, context);
    table.read_choice("metric", task.metric, metric_names());
    read_split(table, task, dataset, context);
    std::int64_t items = 0;
    if (table.read("train_items", items, {"an integer of at least 1", 1})) task.train_items = items;
    read_extra_tests(table, task, context);
    table.read("expect_counts", task.expect_counts);
    context.manifest.tasks.push_back({std::move(task)});
  });
}

}  // namespace reseed
