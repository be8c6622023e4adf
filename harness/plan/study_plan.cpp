// SPDX-License-Identifier: Apache-2.0
#include "plan/study_plan.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/number.hpp"

namespace reseed {
namespace {

constexpr const char* kChecked = "a checked study";
constexpr const char* kAnswers = "answers";
constexpr const char* kTwin = "a second training";

std::string source_of(const std::string& name) { return "source:" + name; }
std::string record_of(const std::string& group, const RunSpec& run) {
  return "record of " + group + " seed " + std::to_string(run.seed);
}
std::string layer_of(const std::string& record, const std::string& layer) { return record + ", layer " + layer; }

/// Builds the list of tasks; each says only what it consumes and produces.
class Builder {
 public:
  explicit Builder(const StudyRequest& request) : request_(request) {}

  void build() {
    for (std::size_t i = 0; i < request_.sources.size(); ++i)
      add({TaskKind::fetch, "fetch " + request_.sources[i], {}, {source_of(request_.sources[i])}}, {.source = i});
    Task checked{TaskKind::check, "check study", {}, {kChecked}};
    for (std::size_t i = 0; i < request_.models.size(); ++i)
      checked.consumes.push_back(add_input("model", request_.models[i], {.model = i}));
    for (std::size_t i = 0; i < request_.tasks.size(); ++i)
      checked.consumes.push_back(add_input("task", request_.tasks[i], {.task = i}));
    add(std::move(checked), {});
    Task analyse{TaskKind::analyse, "analyse", {kChecked}, {kAnswers}};
    // All runs stand before all values: workers that train do not make room for workers that measure in between.
    for (std::size_t i = 0; i < request_.groups.size(); ++i) add_runs(i, analyse);
    for (std::size_t i = 0; i < request_.groups.size(); ++i) add_values(i, analyse);
    add(std::move(analyse), {});
    Task bundle{TaskKind::bundle, "write bundle", {kAnswers}, {"bundle"}};
    if (request_.double_run && !request_.groups.empty() && !request_.groups[0].runs.empty()) {
      const std::string record = record_of(request_.groups[0].label, request_.groups[0].runs[0]);
      add({TaskKind::train, "train again " + record.substr(10), {kChecked, record}, {kTwin}},
          {.group = 0, .run = 0, .again = true});
      bundle.consumes.push_back(kTwin);
    }
    add(std::move(bundle), {});
  }

  std::vector<Task> tasks;
  std::vector<TaskSubject> subjects;

 private:
  void add(Task task, TaskSubject subject) {
    tasks.push_back(std::move(task));
    subjects.push_back(subject);
  }

  std::string add_input(const std::string& what, const PlannedInput& input, TaskSubject subject) {
    const std::string artefact = what + ":" + input.name;
    Task task{TaskKind::check, "check " + what + " " + input.name, {}, {artefact}};
    for (const std::string& source : input.sources) task.consumes.push_back(source_of(source));
    add(std::move(task), subject);
    return artefact;
  }

  /// Layers that a measure names one by one.
  std::set<std::int64_t> layers_asked_for() const {
    std::set<std::int64_t> layers;
    for (const PlannedMeasure& measure : request_.measures)
      if (measure.reads_representations) layers.insert(measure.layers.listed.begin(), measure.layers.listed.end());
    return layers;
  }

  void add_runs(std::size_t index, Task& analyse) {
    const PlannedGroup& group = request_.groups[index];
    for (std::size_t i = 0; i < group.runs.size(); ++i) {
      const RunSpec& run = group.runs[i];
      const std::string record = record_of(group.label, run);
      Task train{TaskKind::train,
                 (request_.given ? "take " : "train ") + group.label + " seed " + std::to_string(run.seed),
                 {kChecked},
                 {record}};
      if (!request_.given) train.consumes.insert(train.consumes.end(), {"model:" + group.model, "task:" + group.task});
      // Without [records] layers every layer is recorded.
      const std::set<std::int64_t> layers =
          run.records.layers ? std::set(run.records.layers->begin(), run.records.layers->end()) : layers_asked_for();
      for (const std::int64_t layer : layers) train.produces.push_back(layer_of(record, std::to_string(layer)));
      add(std::move(train), {.group = index, .run = i});
      analyse.consumes.push_back(record);
    }
  }

  void add_values(std::size_t index, Task& analyse) {
    const PlannedGroup& group = request_.groups[index];
    for (std::size_t set = 0; set < group.test_sets.size(); ++set)
      for (std::size_t i = 0; i < request_.measures.size(); ++i)
        add_value(group, {.group = index, .measure = i, .test_set = set}, analyse);
    // Sub-samples are of the task's own test set, which is the first.
    for (std::size_t subset = 0; subset < request_.subsets.size(); ++subset)
      for (std::size_t i = 0; i < request_.measures.size(); ++i)
        add_value(group, {.group = index, .measure = i, .test_set = 0, .subset = subset}, analyse);
  }

  void add_value(const PlannedGroup& group, const TaskSubject& subject, Task& analyse) {
    const PlannedMeasure& measure = request_.measures[*subject.measure];
    std::string name = label_of(measure) + " of " + group.label + " on " + group.test_sets[*subject.test_set];
    if (subject.subset) name += ", " + subset_name(request_.subsets[*subject.subset], {});
    Task task{TaskKind::measure, "measure " + name, {kChecked}, {"values " + name}};
    for (const RunSpec& run : group.runs) {
      const std::string record = record_of(group.label, run);
      task.consumes.push_back(record);
      if (measure.reads_representations)
        for (const std::int64_t layer : measure.layers.listed)
          task.consumes.push_back(layer_of(record, std::to_string(layer)));
    }
    add(std::move(task), subject);
    analyse.consumes.push_back("values " + name);
  }

  const StudyRequest& request_;
};

}  // namespace

std::string label_of(const PlannedMeasure& measure) {
  std::string label = measure.id + " (" + measure.options.variant();
  for (const auto& [name, value] : measure.options.values()) {
    label += ", " + name + "=";
    if (const auto* number = std::get_if<double>(&value))
      label += shortest(*number);
    else if (const auto* integer = std::get_if<std::int64_t>(&value))
      label += std::to_string(*integer);
    else if (const auto* boolean = std::get_if<bool>(&value))
      label += *boolean ? "true" : "false";
    else
      label += std::get<std::string>(value);
  }
  return label + ")";
}

StudyPlan plan_study(StudyRequest request) {
  Builder builder(request);
  builder.build();
  return {std::move(request), TaskGraph(std::move(builder.tasks)), std::move(builder.subjects)};
}

}  // namespace reseed
