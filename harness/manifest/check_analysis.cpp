// SPDX-License-Identifier: Apache-2.0
// Sections [[measures]], [records] and [analysis].
#include <algorithm>
#include <set>

#include "base/json.hpp"
#include "base/run_json.hpp"
#include "manifest/sections.hpp"
#include "plugin/resolve_options.hpp"
#include "plugin/study_subsets.hpp"

#include <nlohmann/json.hpp>

namespace reseed {
namespace {

void read_layers(TomlTable& table, MeasureEntry& measure) {
  const std::string want = "\"all\", \"top\" or an array of layers counted from 0";
  measure.layers = MeasureEntry::Layers::all;
  const TomlNode* value = table.get("layers");
  if (value == nullptr) return;
  if (value->kind == TomlNode::Kind::array) {
    if (read_layer_list(table, "layers", measure.listed, want)) measure.layers = MeasureEntry::Layers::listed;
    return;
  }
  std::string word = "all";
  table.read_choice("layers", word, {"all", "top"});
  if (word == "top") measure.layers = MeasureEntry::Layers::top;
}

void read_bootstrap(TomlTable& analysis, AnalysisSection& section) {
  const TomlNode* value = analysis.get("bootstrap");
  if (value == nullptr) return;
  TomlTable table(*value, analysis.path("bootstrap"), analysis.mistakes());
  table.read("samples", section.samples,
             {"an integer from 40 (fewer have no 2.5 % quantile) to 10000000", 40, 10000000});
  table.read_choice("self_pairs", section.self_pairs, {"exclude", "include_zero"});
  std::int64_t seed = 0;
  if (table.read("seed", seed, kSeedRange)) section.bootstrap_seed = static_cast<std::uint64_t>(seed);
  table.finish();
}

void read_failure(TomlTable& analysis, AnalysisSection& section) {
  const TomlNode* value = analysis.get("failure");
  if (value == nullptr) return;
  TomlTable table(*value, analysis.path("failure"), analysis.mistakes());
  FailureRule rule;
  table.read_choice("metric", rule.metric, metric_names());
  const TomlNode* bound = table.get("not_above");
  if (bound != nullptr && !(bound->kind == TomlNode::Kind::string && bound->string == "majority_share")) {
    double number = 0.0;
    if (table.read("not_above", number, {"\"majority_share\" or a number from -1 to 1", -1.0, 1.0}))
      rule.not_above = number;
  }
  table.read_choice("on", rule.on, {"test", "validation"});
  table.finish();
  section.failure = rule;
}

}  // namespace

bool read_layer_list(TomlTable& table, std::string_view key, std::vector<std::int64_t>& target,
                     const std::string& want) {
  const TomlNode* value = table.get(key);
  if (value == nullptr) return false;
  if (value->kind != TomlNode::Kind::array || value->items.empty()) {
    table.mistake(key, want, value->description());
    return false;
  }
  std::set<std::int64_t> seen;
  for (const TomlNode& item : value->items) {
    if (item.kind != TomlNode::Kind::integer || item.integer < 0 || item.integer > 100000)
      table.mistakes().add(item.place, table.path(key),
                           "want a layer counted from 0 (the embeddings), found " + item.description());
    else if (!seen.insert(item.integer).second)
      table.mistakes().add(item.place, table.path(key),
                           "want every layer once, found " + std::to_string(item.integer) + " again");
  }
  target.assign(seen.begin(), seen.end());
  return true;
}

void read_measures(const TomlNode& section, CheckContext& context) {
  if (section.kind != TomlNode::Kind::array || section.items.empty()) {
    context.mistakes.add(section.place, "measures",
                         "want an array of tables [[measures]], found " + section.description());
    return;
  }
  std::map<std::string, std::size_t> seen;
  for (std::size_t i = 0; i < section.items.size(); ++i) {
    const std::string path = "measures[" + std::to_string(i) + ']';
    TomlTable table(section.items[i], path, context.mistakes);
    MeasureEntry measure;
    table.require("id", "the id of a measure plugin");
    const PluginSpec* plugin = nullptr;
    if (table.read("id", measure.id)) plugin = find_plugin(table, "id", PluginKind::measure, measure.id, context);
    if (plugin == nullptr) continue;  // nothing else of this entry can be checked
    measure.version = plugin->version;
    if (plugin->measure && plugin->measure->reads == Reads::representations)
      read_layers(table, measure);
    else if (table.has("layers"))
      table.note("layers", "want layers only for measures of representations, found them with " + measure.id);
    measure.options = read_plugin_options(table, *plugin, {"id", "layers"});
    table.finish();
    const std::string identity = measure.id + dump_json(to_json(measure.options)) +
                                 std::to_string(static_cast<int>(measure.layers)) +
                                 dump_json(nlohmann::json(measure.listed));
    const auto [first, is_new] = seen.try_emplace(identity, i);
    if (!is_new)
      context.mistakes.add(section.items[i].place, path,
                           "want every measure once, found " + measure.id + " (" + measure.options.variant() +
                               "), which is there already as measures[" + std::to_string(first->second) +
                               "]; leave one of them out");
    context.manifest.measures.push_back(std::move(measure));
  }
}

void read_records(const TomlNode& section, CheckContext& context) {
  TomlTable table(section, "records", context.mistakes);
  RecordSection& records = context.manifest.records;
  table.read_choice("keep", records.keep, {"link", "copy", "none"});
  const TomlNode* layers = table.get("layers");
  const std::string want = "\"all\" or an array of layers counted from 0";
  if (layers != nullptr && !(layers->kind == TomlNode::Kind::string && layers->string == "all")) {
    std::vector<std::int64_t> listed;
    if (read_layer_list(table, "layers", listed, want)) records.spec.layers = std::move(listed);
  }
  table.read_choice("precision", records.spec.precision, {"float32", "float16"});
  table.read("weights", records.spec.weights);
  table.finish();
}

void read_analysis(const TomlNode* section, CheckContext& context) {
  const TomlNode none;
  TomlTable table(section != nullptr ? *section : none, "analysis", context.mistakes);
  AnalysisSection& analysis = context.manifest.analysis;
  read_bootstrap(table, analysis);
  read_failure(table, analysis);
  if (const TomlNode* value = table.get("null")) {
    TomlTable null(*value, "analysis.null", context.mistakes);
    std::int64_t seed = 0;
    if (null.read("seed", seed, kSeedRange)) analysis.null_seed = static_cast<std::uint64_t>(seed);
    null.finish();
  }
  const PluginSpec* study = context.catalog.find(PluginKind::study, context.manifest.study.kind);
  if (study == nullptr) return;  // its own keys are not known
  analysis.study = read_plugin_options(table, *study, {"bootstrap", "failure", "null"});
  if (analysis.study.values().size() != study->options.size()) return;  // what is missing was noted as a mistake
  try {
    study_subsets(*study, analysis.study);
  } catch (const Error& error) {
    table.note(error.place(), error.message());
  }
}

}  // namespace reseed
