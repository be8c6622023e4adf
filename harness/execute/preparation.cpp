// SPDX-License-Identifier: Apache-2.0
#include "execute/preparation.hpp"

#include <algorithm>
#include <optional>

#include "base/errors.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"
#include "data/task.hpp"
#include "execute/remembered_digest.hpp"
#include "sources/fetch.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

}  // namespace

Preparation::Preparation(const Manifest& manifest, StudyPlan& plan, const Store& store, Settings settings)
    : manifest_(manifest), plan_(plan), store_(store), settings_(std::move(settings)) {}

void Preparation::prepare(std::size_t task) {
  const TaskSubject& subject = plan_.subjects[task];
  try {
    if (subject.source)
      fetch_source(*subject.source);
    else if (subject.model)
      check_model(*subject.model);
    else if (subject.task)
      check_task(*subject.task);
  } catch (const Errors& errors) {
    mistakes_.insert(mistakes_.end(), errors.list().begin(), errors.list().end());
  } catch (const Error& error) {
    mistakes_.push_back(error);
  }
}

void Preparation::fetch_source(std::size_t index) {
  const PackageSource& source = manifest_.sources[index];
  if (settings_.fetch) {
    packages_[source.name] = fetch(source, settings_.cache, settings_.note);
  } else if (std::optional<fs::path> there = find_fetched(source, settings_.cache)) {
    packages_[source.name] = *there;
  } else {
    not_fetched_.push_back(source.name);
  }
}

bool Preparation::fetched(const std::vector<std::string>& sources) const {
  return std::all_of(sources.begin(), sources.end(), [&](const auto& name) { return packages_.contains(name); });
}

void Preparation::check_model(std::size_t index) {
  const ModelEntry& model = manifest_.models[index];
  if (!fetched(plan_.request.models[index].sources)) return;
  if (const auto known = known_checkpoint_shape(model.checkpoint)) {  // sizes can be told even when it is not there
    shapes_[model.name] = *known;
    add_sizes();
  }
  CheckpointSpec checkpoint = located(model, manifest_, packages_);
  checkpoint.digest = remembered_digest(checkpoint.folder, store_);
  shapes_[model.name] = read_checkpoint_shape(checkpoint.folder);
  check_that_it_loads(checkpoint);
  for (PlannedGroup& group : plan_.request.groups)
    if (group.model == model.name)
      for (RunSpec& run : group.runs) run.checkpoint = checkpoint;
  add_sizes();
}

void Preparation::check_that_it_loads(const CheckpointSpec& checkpoint) const {
  const nlohmann::json asked = {{"program", sha256_file(settings_.checker.program)},
                                {"checkpoint", checkpoint.digest},
                                {"head", checkpoint.head}};
  const fs::path memory = store_.memory() / ("loads-" + sha256(dump_json(asked)).substr(0, 16) + ".json");
  if (fs::exists(memory)) return;  // the name says all: it was checked and loads
  WorkerProcess worker(settings_.checker);
  result_of(worker.call({{"request", "check"}, {"folder", checkpoint.folder}, {"head", checkpoint.head}}),
            "models." + checkpoint.name);
  write_file(memory, dump_json(asked) + "\n");
}

void Preparation::check_task(std::size_t index) {
  if (!fetched(plan_.request.tasks[index].sources)) return;
  TaskSpec task = located(manifest_.tasks[index], manifest_, packages_);
  TaskData data = load_task(task);
  task.digest = data.digest;
  for (PlannedGroup& group : plan_.request.groups) {
    if (group.task != task.name) continue;
    for (RunSpec& run : group.runs) run.task = task;
    group.test_sets.clear();
    for (const TestSet& set : data.tests) group.test_sets.push_back(set.name);
  }
  data_[task.name] = std::move(data);
  add_sizes();
}

void Preparation::check_runs() {
  const std::string program = sha256_file(settings_.checker.program);
  std::optional<WorkerProcess> worker;
  for (const PlannedGroup& group : plan_.request.groups) {
    RunSpec run = group.runs.front();
    run.device = "cpu";
    const nlohmann::json spec = to_json(run);
    const nlohmann::json asked = {{"program", program}, {"run", run_id(run)}, {"records", spec.at("records")}};
    const fs::path memory = store_.memory() / ("fits-" + sha256(dump_json(asked)).substr(0, 16) + ".json");
    if (fs::exists(memory)) continue;
    try {
      if (!worker) worker.emplace(settings_.checker);
      result_of(worker->call({{"request", "check_run"}, {"spec", spec}}), group.label);
      write_file(memory, dump_json(asked) + "\n");
    } catch (const Error& error) {
      worker.reset();
      note_once(Error(error.kind(), "tasks." + group.task + " with models." + group.model + ": " + error.place(),
                      error.message()));
    }
  }
}

/// Groups of one task and one model mostly have the same mistake.
void Preparation::note_once(const Error& mistake) {
  for (const Error& known : mistakes_)
    if (std::string_view(known.what()) == mistake.what()) return;
  mistakes_.push_back(mistake);
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
