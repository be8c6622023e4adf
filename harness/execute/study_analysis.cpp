// SPDX-License-Identifier: Apache-2.0
#include "execute/study_analysis.hpp"

#include <map>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/nullable.hpp"
#include "base/number.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"
#include "base/study_json.hpp"
#include "data/task.hpp"
#include "manifest/published_facts.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr const char* kReport = "report.json";

/// The record is read where it lies in the store, whether the bundle keeps it or not.
Json run_json(const RunRow& run, const RunState& state) {
  return {{"id", run.id},
          {"seed", run.seed},
          {"outcome", to_string(run.outcome)},
          {"scores", run.scores},
          {"record", state.record ? Json(state.record->folder.string()) : Json(nullptr)}};
}

/// The options that differ from the plugin's defaults: "unit=bit", several separated by ", ".
std::string options_beside_defaults(const std::string& text, const PluginSpec& plugin) {
  std::string out;
  if (text.empty()) return out;
  const Json given = parse_json(text, "options");
  for (const auto& [name, value] : given.items()) {
    const std::string shown = value.is_string() ? value.get<std::string>() : dump_json(value);
    const OptionSpec* declared = plugin.option(name);
    const auto default_number = declared == nullptr ? std::nullopt : parse_double(declared->default_value);
    const bool same = declared != nullptr && (shown == declared->default_value ||
                                              (value.is_number() && default_number == value.get<double>()));
    if (!same) out += (out.empty() ? "" : ", ") + name + "=" + shown;
  }
  return out;
}

/// measures.csv has the interval of the value; a study wants that of the instability.
std::pair<Json, Json> instability_interval(const MeasureRow& row, const MeasureTraits& traits) {
  if (!row.low || !row.high) return {nullptr, nullptr};
  if (traits.instability == "1 - value") return {1.0 - *row.high, 1.0 - *row.low};
  return {*row.low, *row.high};
}

/// How a study's worker works out what a value of a measure of the whole group would be without one of its runs; null
/// for other values and on sub-samples.
Json measured_by(const MeasureRow& row, const PluginSpec& plugin) {
  if (plugin.measure->arity != Arity::group || !row.subset.empty() || !row.value) return nullptr;
  return {{"library", plugin.file.string()},
          {"source_digest", plugin.source_digest},
          {"options", row.options.empty() ? Json::object() : parse_json(row.options, "options")}};
}

Json value_json(const MeasureRow& row, const PluginSpec& plugin, const BundleContent& content) {
  const MeasureTraits& traits = *plugin.measure;
  const auto [low, high] = instability_interval(row, traits);
  Json flags = Json::array();
  for (const Flag flag : row.flags) flags.push_back(to_string(flag));
  const auto pairs = content.stored.find(row.pairs);
  return {{"group", row.group},
          {"model", row.model},
          {"task", row.task},
          {"test_set", row.test_set},
          {"measure", row.measure},
          {"variant", row.variant},
          {"options", options_beside_defaults(row.options, plugin)},
          {"layer", nullable(row.layer)},
          {"subset", row.subset},
          {"unit", row.unit},
          {"value", nullable(row.value)},
          {"instability", nullable(row.instability)},
          {"low", low},
          {"high", high},
          {"null", nullable(row.null)},
          {"flags", flags},
          {"reason", row.reason},
          {"n_items", row.n_items},
          {"n_runs", row.n_runs},
          {"n_dims", nullable(row.n_dims)},
          {"numerical_rank", nullable(row.numerical_rank)},
          {"arity", to_string(traits.arity)},
          {"direction", to_string(traits.direction)},
          {"measured_by", measured_by(row, plugin)},
          {"pairs",
           row.pairs.empty() || pairs == content.stored.end() ? Json(nullptr) : Json(pairs->second.source.string())}};
}

/// "bert-large-uncased" for "models/bert-large-uncased", "source:NAME" and the like: no folder of this machine.
std::string checkpoint_name(const Manifest& manifest, const std::string& model) {
  for (const ModelEntry& entry : manifest.models) {
    if (entry.name != model) continue;
    constexpr std::string_view kSource = "source:";
    const bool package = entry.checkpoint.starts_with(kSource);
    const std::filesystem::path path(package ? entry.checkpoint.substr(kSource.size()) : entry.checkpoint);
    return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
  }
  return {};
}

/// A descriptor's name as the manifest has it; of a file that the user wrote, its stem.
std::string dataset_name(const TaskSpec& task) {
  return task.dataset.ends_with(".toml") ? std::filesystem::path(task.dataset).stem().string() : task.dataset;
}

/// Texts and label names of every task, once per task.
void add_texts(const StudyPlan& plan, Json& request) {
  request["texts"] = Json::object();
  request["label_names"] = plan.request.label_names;
  if (plan.request.given) return;  // their data need not be there
  for (const PlannedGroup& group : plan.request.groups) {
    if (group.runs.empty() || request["label_names"].contains(group.task)) continue;
    const TaskData data = load_task(group.runs.front().task);
    request["label_names"][group.task] = data.labels;
    for (const TestSet& set : data.tests) {
      if (!set.text_may_be_shown) continue;
      Json& texts = request["texts"][group.task][set.name];
      texts = Json::array();
      for (const Example& example : set.examples)
        texts.push_back(example.text_pair ? example.text + " | " + *example.text_pair : example.text);
    }
  }
}

/// The published facts that the manifest names. Errors: Error(data) when they changed since the manifest was read.
PublishedFacts facts_of(const StudySection& study) {
  if (study.published.empty()) return {};
  PublishedFacts facts = published_facts(study.published);
  if (published_digest(facts) != study.published_sha256)
    throw Error(ErrorKind::data, study.published, "the published facts changed while the study ran; call again");
  return facts;
}

/// Everything that the report is made of, without a path: what the key is computed from.
Json without_paths(Json request, const BundleContent& content) {
  request.erase("library");
  for (Json& group : request["groups"])
    for (Json& run : group["runs"]) run.erase("record");
  for (Json& value : request["values"]) {
    value.erase("pairs");
    if (value["measured_by"].is_object()) value["measured_by"].erase("library");
  }
  for (const RunRow& run : content.runs) request["records"][run.id] = run.record_digest;
  for (const auto& [name, file] : content.stored)
    if (name.starts_with("pairs/")) request["stored"][name] = file.sha256;
  return request;
}

}  // namespace

Json StudyAnalysis::request(const BundleContent& content, const StudyExecution& execution) const {
  const PluginSpec& study = catalog_.at(PluginKind::study, manifest_.study.kind, "study.kind");
  Json request = {{"request", "analyse"},
                  {"library", study.file.string()},
                  {"id", study.id},
                  {"options", to_json(manifest_.analysis.study)},
                  {"groups", Json::array()},
                  {"values", Json::array()},
                  {"published", facts_of(manifest_.study)},
                  {"failure", nullptr},
                  {"bootstrap",
                   {{"seed", manifest_.analysis.bootstrap_seed},
                    {"samples", manifest_.analysis.samples},
                    {"self_pairs", manifest_.analysis.self_pairs}}}};
  if (const auto& rule = manifest_.analysis.failure)
    request["failure"] = {{"metric", rule->metric}, {"not_above", nullable(rule->not_above)}, {"on", rule->on}};
  std::map<std::string, const RunRow*> rows;
  for (const RunRow& row : content.runs) rows[row.id] = &row;
  for (std::size_t g = 0; g < plan_.request.groups.size(); ++g) {
    const PlannedGroup& group = plan_.request.groups[g];
    Json members = Json::array();
    for (std::size_t r = 0; r < group.runs.size(); ++r)
      members.push_back(run_json(*rows.at(execution.id(g, r)), execution.run(g, r)));
    request["groups"].push_back(
        {{"name", group.name},
         {"model", group.model},
         {"task", group.task},
         {"method", group.name},
         {"metric", group.metric},
         {"checkpoint", checkpoint_name(manifest_, group.model)},
         {"dataset", group.runs.empty() ? "" : dataset_name(group.runs.front().task)},
         {"mitigation", group.runs.empty() ? "" : group.runs.front().mitigation.id},
         {"train_items", nullable(group.runs.empty() ? std::nullopt : group.runs.front().task.train_items)},
         {"runs", std::move(members)}});
  }
  for (const MeasureRow& row : content.measures)
    request["values"].push_back(value_json(row, catalog_.at(PluginKind::measure, row.measure, "measures"), content));
  add_texts(plan_, request);
  return request;
}

Step StudyAnalysis::start(const BundleContent& content, const StudyExecution& execution, const Json& measuring_class) {
  Step step;
  step.program = "reseed-measure";
  step.request = request(content, execution);
  const PluginSpec& study = catalog_.at(PluginKind::study, manifest_.study.kind, "study.kind");
  Json identity = without_paths(step.request, content);
  identity["study"] = {study.id, study.version, study.source_digest};
  identity["device"] = measuring_class;
  key_ = {"analysis", sha256(dump_json(identity))};
  if (const auto found = store_.find(key_); found.entry) {
    report_ = study_report_from_json(parse_json(read_file(found.entry->folder / kReport), kReport));
    return {};
  }
  step.kind = Step::Kind::request;
  return step;
}

void StudyAnalysis::finish(const Answer& answer) {
  const std::string who = "analysis of " + manifest_.study.kind;
  if (answer.event.kind != WorkerEvent::Kind::done) {
    problem_ = who + ": " + (answer.event.place.empty() ? "" : answer.event.place + ": ") + answer.event.message;
    return;
  }
  report_ = study_report_from_json(answer.event.result);
  Store::Draft draft = store_.draft();
  write_file(draft.folder() / kReport, dump_json(answer.event.result));
  store_.commit(std::move(draft), key_, {{"task", who}, {"seconds", answer.usage.seconds}});
}

}  // namespace reseed
