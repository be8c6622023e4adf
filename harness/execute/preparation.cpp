// SPDX-License-Identifier: Apache-2.0
#include "execute/preparation.hpp"

#include <optional>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

}  // namespace

Preparation::Preparation(const Manifest& manifest, StudyPlan& plan, const Store& store, Settings settings)
    : manifest_(manifest), plan_(plan), store_(store), inputs_(manifest, store, std::move(settings)) {}

void Preparation::prepare(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  if (subject.source)
    inputs_.fetch_source(*subject.source);
  else if (subject.model)
    check_model(*subject.model);
  else if (subject.task)
    check_task(*subject.task);
}

void Preparation::check_model(std::size_t index) {
  if (const auto known = known_checkpoint_shape(manifest_.models[index].checkpoint)) {
    shapes_[manifest_.models[index].name] = *known;  // sizes can be told even when it is not there
    add_sizes();
  }
  const std::optional<CheckpointSpec> checkpoint = inputs_.checkpoint(index);
  if (!checkpoint) return;
  shapes_[checkpoint->name] = read_checkpoint_shape(checkpoint->folder);
  for (PlannedGroup& group : plan_.request.groups)
    if (group.model == checkpoint->name)
      for (RunSpec& run : group.runs) run.checkpoint = *checkpoint;
  add_sizes();
}

void Preparation::check_task(std::size_t index) {
  std::optional<Inputs::Task> task = inputs_.task(index);
  if (!task) return;
  for (PlannedGroup& group : plan_.request.groups) {
    if (group.task != task->spec.name) continue;
    for (RunSpec& run : group.runs) run.task = task->spec;
    group.test_sets.clear();
    for (const TestSet& set : task->data.tests) group.test_sets.push_back(set.name);
  }
  data_[task->spec.name] = std::move(task->data);
  add_sizes();
}

void Preparation::check_runs() {
  std::string program;  // digest of the worker's file, when it is asked for anything
  std::optional<WorkerProcess> worker;
  for (const PlannedGroup& group : plan_.request.groups) {
    RunSpec run = group.runs.front();
    if (run.checkpoint.digest.empty() || run.task.digest.empty()) continue;
    if (program.empty()) program = sha256_file(inputs_.settings().checker.program);
    run.device = "cpu";
    const nlohmann::json spec = to_json(run);
    const nlohmann::json asked = {{"program", program}, {"run", run_id(run)}, {"records", spec.at("records")}};
    const fs::path memory = store_.memory() / ("fits-" + sha256(dump_json(asked)).substr(0, 16) + ".json");
    if (fs::exists(memory)) continue;
    try {
      if (!worker) worker.emplace(inputs_.settings().checker);
      result_of(worker->call({{"request", "check_run"}, {"spec", spec}}), group.label);
      write_file(memory, dump_json(asked) + "\n");
    } catch (const Error& error) {
      worker.reset();
      // Groups of one task and one model mostly have the same mistake.
      inputs_.add_mistake(
          Error(error.kind(), "tasks." + group.task + " with models." + group.model + ": " + error.place(),
                error.message()),
          "tasks." + group.task);
    }
  }
}

void Preparation::add_sizes() {
  for (std::size_t i = 0; i < plan_.request.groups.size(); ++i) {
    const PlannedGroup& group = plan_.request.groups[i];
    const auto shape = shapes_.find(group.model);
    const auto data = data_.find(group.task);
    if (shape != shapes_.end() && data != data_.end()) sizes_[i] = size_of(group.runs[0], data->second, shape->second);
  }
}

}  // namespace reseed
