// SPDX-License-Identifier: Apache-2.0
#include "execute/assemble.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/run_json.hpp"
#include "base/sha256.hpp"
#include "execute/measurement.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

/// A word as part of a file name. Different words give different parts, of at most 60 letters: what was replaced or cut
/// is told apart by a digest.
std::string file_word(const std::string& text) {
  constexpr std::size_t kLongest = 50;
  std::string word = text;
  for (char& letter : word)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter != '-' && letter != '_') letter = '-';
  word = word.substr(0, kLongest);
  return word == text ? word : word + "-" + sha256(text).substr(0, 8);
}

std::string pairs_name(const PlannedGroup& group, const std::string& test_set, const std::string& subset,
                       const PlannedMeasure& measure) {
  std::string name = file_word(group.label) + "." + file_word(test_set) + "." +
                     (subset.empty() ? "" : file_word(subset) + ".") + measure.id + "." + measure.options.variant();
  // One id may occur with different options.
  if (const std::string options = options_text(measure.options); !options.empty())
    name += "." + sha256(options).substr(0, 8);
  return "pairs/" + name + ".safetensors";
}

template <class T>
std::optional<T> optional_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<T>();
}

TimingRow timing_row(const StoreEntry& entry, TaskKind kind, std::string run) {
  TimingRow row;
  row.task = entry.info.value("task", "");
  row.kind = to_string(kind);
  row.run = std::move(run);
  row.seconds = entry.info.value("seconds", 0.0);
  row.peak_bytes = optional_of<std::int64_t>(entry.info, "peak_bytes");
  return row;
}

RunRow row_of(const PlannedGroup& group, const RunSpec& spec, const RunState& state) {
  if (state.given) return *state.given;
  RunRow row;
  row.id = run_id(spec);
  row.group = group.name;
  row.model = group.model;
  row.task = group.task;
  row.mitigation = spec.mitigation.id;
  row.mitigation_variant = spec.mitigation.options.variant();
  row.mitigation_version = spec.mitigation.version;
  row.mitigation_options = options_text(spec.mitigation.options);
  row.seed = spec.seed;
  row.streams = spec.streams;
  row.outcome = state.result.outcome;
  row.reason = state.result.reason;
  row.metric = spec.task.metric;
  row.steps = state.result.steps;
  row.kept_step = state.result.kept_step;
  row.checkpoint_digest = spec.checkpoint.digest;
  row.task_digest = spec.task.digest;
  row.scores = state.result.scores;
  return row;
}

void add_run(const PlannedGroup& group, const RunSpec& spec, const RunState& state, BundleContent& content) {
  RunRow row = row_of(group, spec, state);
  const bool shared = std::any_of(content.runs.begin(), content.runs.end(),
                                  [&](const RunRow& other) { return other.id == row.id; });  // with another group
  if (state.record) {
    std::map<std::string, std::string> checksums;
    for (const EntryFile& file : state.record->files) {
      checksums[file.name] = file.sha256;
      if (content.info.records_kept)
        content.stored["records/" + row.id + "/" + file.name] = {state.record->folder / file.name, file.sha256};
    }
    row.record_digest = record_digest(checksums);
    if (!shared && !state.given) content.timing.push_back(timing_row(*state.record, TaskKind::train, row.id));
  } else if (!shared) {
    content.info.missing_runs.push_back(row.id);
  }
  content.runs.push_back(std::move(row));
}

/// By model, every list of layers that one of its records has of a test set.
using LayersOfModels = std::map<std::string, std::set<std::vector<std::int64_t>>>;

void add_layers(const PlannedGroup& group, const RunState& state, LayersOfModels& layers) {
  if (!state.record || state.result.outcome != RunOutcome::ok) return;
  for (const std::string& set : group.test_sets)
    layers[group.model].insert(layers_of_record(state.record->folder, set));
}

void add_values(const PlannedGroup& group, const std::string& test_set, const std::string& subset,
                const PlannedMeasure& measure, const ValuesState& state, BundleContent& content) {
  std::string pairs;
  if (state.entry) {
    for (const EntryFile& file : state.entry->files)
      if (file.name.ends_with(".safetensors")) {
        pairs = pairs_name(group, test_set, subset, measure);
        content.stored[pairs] = {state.entry->folder / file.name, file.sha256};
      }
    if (!state.entry->info.is_null()) content.timing.push_back(timing_row(*state.entry, TaskKind::measure, ""));
  }
  for (const Json& value : state.values) {
    MeasureRow row;
    row.group = group.name;
    row.model = group.model;
    row.task = group.task;
    row.test_set = test_set;
    row.measure = measure.id;
    row.variant = measure.options.variant();
    row.version = measure.version;
    row.layer = optional_of<std::int64_t>(value, "layer");
    row.subset = subset;
    row.value = optional_of<double>(value, "value");
    row.instability = optional_of<double>(value, "instability");
    row.unit = value.value("unit", measure.unit);
    for (const Json& flag : value.at("flags")) row.flags.push_back(*flag_from_string(flag.get<std::string>()));
    row.reason = optional_of<std::string>(value, "reason").value_or("");
    row.n_items = value.at("n_items").get<std::int64_t>();
    row.n_runs = value.at("n_runs").get<std::int64_t>();
    row.n_dims = optional_of<std::int64_t>(value, "n_dims");
    row.n_undefined = optional_of<std::int64_t>(value, "n_undefined").value_or(0);
    row.numerical_rank = optional_of<std::int64_t>(value, "numerical_rank");
    row.null = optional_of<double>(value, "null");
    row.low = optional_of<double>(value, "low");
    row.high = optional_of<double>(value, "high");
    row.options = options_text(measure.options);
    row.pairs = pairs;
    content.measures.push_back(std::move(row));
  }
}

}  // namespace

void assemble(const StudyPlan& plan, const StudyExecution& execution, BundleContent& content) {
  LayersOfModels layers;
  // Positions in the graph's list are those of the manifest.
  for (std::size_t task = 0; task < plan.subjects.size(); ++task) {
    const TaskSubject& subject = plan.subjects[task];
    const TaskKind kind = plan.graph.tasks()[task].kind;
    if (subject.again) content.trained_twice = !execution.double_run().empty();
    if (subject.again || (kind != TaskKind::train && kind != TaskKind::measure)) continue;
    const PlannedGroup& group = plan.request.groups[*subject.group];
    if (kind == TaskKind::train) {
      const RunState& state = execution.run(*subject.group, *subject.run);
      add_run(group, group.runs[*subject.run], state, content);
      add_layers(group, state, layers);
    } else {
      add_values(group, group.test_sets[*subject.test_set], execution.subset(task),
                 plan.request.measures[*subject.measure], execution.values(task), content);
    }
  }
  // Where records differ, no list holds for all of them.
  for (const auto& [model, lists] : layers)
    if (lists.size() == 1 && !lists.begin()->empty()) content.info.layers[model] = *lists.begin();
  content.info.double_run = execution.double_run();
  std::sort(content.info.missing_runs.begin(), content.info.missing_runs.end());
}

}  // namespace reseed
