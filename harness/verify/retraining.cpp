// SPDX-License-Identifier: Apache-2.0
#include "verify/retraining.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"
#include "base/run_json.hpp"
#include "execute/device_class.hpp"
#include "execute/study_of_bundle.hpp"
#include "manifest/check.hpp"
#include "plan/request_study.hpp"
#include "verify/choice.hpp"
#include "verify/circumstances.hpp"

namespace reseed {
namespace {

/// Only places may be set: what a run is must stay what it was.
void check_places(const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const std::string section = setting.substr(0, std::min(setting.find('.'), setting.find('=')));
    if (section != "models" && section != "tasks")
      throw Error(ErrorKind::usage, "--set " + setting,
                  "want a key of models or tasks, where things lie on this machine, found " + section);
  }
}

bool belongs(const RunRow& row, const PlannedGroup& group) {
  return row.group == group.name && row.model == group.model && row.task == group.task;
}

template <class T>
void keep_named(std::vector<T>& list, const std::set<std::string>& names, const auto& name) {
  std::erase_if(list, [&](const T& entry) { return !names.contains(name(entry)); });
}

}  // namespace

Retraining::Retraining(const Bundle& bundle, const PluginCatalog& catalog, Store& store, Settings settings)
    : bundle_(bundle),
      catalog_(catalog),
      store_(store),
      settings_(std::move(settings)),
      chosen_(choose()),
      draft_(store.draft()),
      scratch_(draft_.folder() / "store"),
      manifest_(manifest_of_chosen()),
      plan_(plan_of_chosen()),
      preparation_(manifest_, plan_, store, {settings_.cache, true, settings_.worker("reseed-train"), settings_.note}),
      execution_(plan_, scratch_, context()) {}

std::vector<const RunRow*> Retraining::choose() {
  check_places(settings_.places);
  std::vector<const RunRow*> rows;
  std::vector<Repeatable> candidates;
  std::set<std::string> seen;  // groups may share runs
  for (const RunRow& row : bundle_.runs) {
    if (row.mitigation.empty())
      throw Error(ErrorKind::data, bundle_.folder.string(),
                  "want runs that reseed trained, found runs that were made elsewhere: they cannot be trained again");
    if (row.record_digest.empty() || !seen.insert(row.id).second) continue;
    rows.push_back(&row);
    candidates.push_back({row.group + '\n' + row.model + '\n' + row.task, row.id});
  }
  candidates_ = rows.size();
  std::vector<const RunRow*> chosen;
  for (const std::size_t position : choose_spread(candidates, settings_.count, bundle_.content_digest))
    chosen.push_back(rows[position]);
  return chosen;
}

/// The bundle's manifest, of its models, tasks and sources only those that the chosen runs need.
Manifest Retraining::manifest_of_chosen() const {
  Manifest manifest = check_manifest(manifest_of_bundle(bundle_, settings_.places), catalog_);
  std::set<std::string> groups, models, tasks, sources;
  for (const RunRow* row : chosen_) {
    groups.insert(row->group);
    models.insert(row->model);
    tasks.insert(row->task);
  }
  keep_named(manifest.models, models, [](const ModelEntry& model) { return model.name; });
  keep_named(manifest.tasks, tasks, [](const TaskEntry& task) { return task.spec.name; });
  keep_named(manifest.groups, groups, [](const GroupEntry& group) { return group.name; });
  for (GroupEntry& group : manifest.groups) {
    keep_named(group.models, models, [](const std::string& name) { return name; });
    keep_named(group.tasks, tasks, [](const std::string& name) { return name; });
  }
  for (const ModelEntry& model : manifest.models)
    for (const std::string& source : sources_of(model)) sources.insert(source);
  for (const TaskEntry& task : manifest.tasks)
    for (const std::string& source : sources_of(task)) sources.insert(source);
  keep_named(manifest.sources, sources, [](const PackageSource& source) { return source.name; });
  return manifest;
}

/// The chosen runs and what must be there before them; nothing is measured.
StudyPlan Retraining::plan_of_chosen() const {
  StudyRequest request = request_study(manifest_, catalog_);
  request.measures.clear();
  request.subsets.clear();
  request.double_run = false;
  for (PlannedGroup& group : request.groups)
    std::erase_if(group.runs, [&](const RunSpec& run) {
      return std::none_of(chosen_.begin(), chosen_.end(),
                          [&](const RunRow* row) { return belongs(*row, group) && row->seed == run.seed; });
    });
  std::erase_if(request.groups, [](const PlannedGroup& group) { return group.runs.empty(); });
  std::size_t runs = 0;
  for (const PlannedGroup& group : request.groups) runs += group.runs.size();
  if (runs != chosen_.size())
    throw Error(ErrorKind::data, (bundle_.folder / "manifest.resolved.toml").string(),
                "want the groups and seeds of runs.csv, found " + std::to_string(runs) + " of " +
                    std::to_string(chosen_.size()) + " runs");
  return plan_study(std::move(request));
}

StudyExecution::Context Retraining::context() {
  StudyExecution::Context context;
  context.prepare = [this](std::size_t task) {
    const TaskSubject& subject = plan_.subjects[task];
    if (subject.source || subject.model || subject.task) return preparation_.prepare(task);
    check();
  };
  context.training_class = [this] { return training_class_; };
  context.note = settings_.note;
  context.analyse = [] { return Step{}; };
  context.analysed = [](const Answer&) {};
  context.bundle = [] {};
  return context;
}

const RunRow& Retraining::row_of(const PlannedGroup& group, const RunSpec& run) const {
  return **std::find_if(chosen_.begin(), chosen_.end(),
                        [&](const RunRow* row) { return belongs(*row, group) && row->seed == run.seed; });
}

/// Everything was looked at, nothing has been trained yet: is it what the runs were made of?
void Retraining::check() {
  preparation_.check_runs();
  if (!preparation_.mistakes().empty()) throw Errors(preparation_.mistakes());
  std::vector<Error> mistakes;
  const auto mistake = [&](ErrorKind kind, const std::string& place, const std::string& message) {
    const Error error(kind, place, message);
    if (std::none_of(mistakes.begin(), mistakes.end(),
                     [&](const Error& known) { return std::string(known.what()) == error.what(); }))
      mistakes.push_back(error);
  };
  for (const PlannedGroup& group : plan_.request.groups)
    for (const RunSpec& run : group.runs) {
      const RunRow& row = row_of(group, run);
      const std::string runs = " that the bundle's runs were made of, sha256 ";
      if (run.checkpoint.digest != row.checkpoint_digest)
        mistake(ErrorKind::data, "models." + group.model + ".checkpoint",
                "want the checkpoint" + runs + row.checkpoint_digest + ", found " + run.checkpoint.digest + " in " +
                    run.checkpoint.folder + "; --set models." + group.model + ".checkpoint='\"DIR\"' names another");
      else if (run.task.digest != row.task_digest)
        mistake(ErrorKind::data, "tasks." + group.task,
                "want the items" + runs + row.task_digest + ", found " + run.task.digest);
      else if (run.mitigation.version != row.mitigation_version)
        mistake(ErrorKind::plugin, "mitigation method " + row.mitigation,
                "want version " + std::to_string(row.mitigation_version) +
                    ", with which the runs were trained, found " + std::to_string(run.mitigation.version));
      else if (run_id(run) != row.id)
        mistake(ErrorKind::data, (bundle_.folder / "manifest.resolved.toml").string(),
                "want the manifest of run " + row.id + " of runs.csv, found what makes it run " + run_id(run));
    }
  if (!mistakes.empty()) throw Errors(std::move(mistakes));
  std::string device = settings_.device;
  const auto& environment = bundle_.environment;
  if (device == "auto" && environment.contains("training") && environment.at("training").value("device", "") == "cpu")
    device = "cpu";
  ChosenDevice chosen = choose_device(store_, settings_.worker("reseed-train"), device);
  training_class_ = std::move(chosen.device_class);
  for (PlannedGroup& group : plan_.request.groups)
    for (RunSpec& run : group.runs) run.device = chosen.device;
}

bool Retraining::run(const Interruption& interruption, ExecutionObserver& observer) {
  LocalExecutor executor({settings_.jobs, settings_.worker}, interruption);
  return executor.run(plan_.graph, execution_, observer);
}

Retrained Retraining::result() const {
  Retrained result;
  result.of = candidates_;
  result.unfinished = execution_.unfinished();
  const FindRecord find = records_of_bundle(bundle_, catalog_, store_);
  for (std::size_t g = 0; g < plan_.request.groups.size(); ++g) {
    const PlannedGroup& group = plan_.request.groups[g];
    for (std::size_t r = 0; r < group.runs.size(); ++r) {
      const RunState& state = execution_.run(g, r);
      if (!state.record) continue;  // unfinished says why
      const RunRow& row = row_of(group, group.runs[r]);
      RetrainedRun run{row.id, row.group, row.seed, digest_of(state.record->files) == row.record_digest, {}, {}};
      run.others = other_plugin(bundle_, catalog_.at(PluginKind::mitigation, row.mitigation, "runs.csv"));
      for (std::string& other : other_device(bundle_, "training", training_class_))
        run.others.push_back(std::move(other));
      if (!run.equal)
        if (const std::optional<StoreEntry> first = find(row))
          run.difference = record_difference(*first, *state.record);
      result.runs.push_back(std::move(run));
    }
  }
  return result;
}

}  // namespace reseed
