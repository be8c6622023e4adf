// SPDX-License-Identifier: Apache-2.0
#include "execute/given_study.hpp"

#include <algorithm>
#include <set>

#include "plan/request_study.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

bool belongs(const RunRow& row, const PlannedGroup& group) {
  return row.group == group.name && row.model == group.model && row.task == group.task;
}

/// What is known of how the run was made: enough for a study to name it.
RunSpec spec_of(const GivenStudy& study, const RunRow& row) {
  RunSpec spec;
  spec.seed = row.seed;
  spec.streams = row.streams;
  spec.task.name = row.task;
  spec.task.metric = row.metric;
  spec.task.digest = row.task_digest;
  if (const auto found = study.datasets.find(row.task); found != study.datasets.end())
    spec.task.dataset = found->second;
  if (const auto cut = study.train_items.find(row.task); cut != study.train_items.end())
    spec.task.train_items = cut->second;
  spec.checkpoint.name = row.model;
  spec.checkpoint.digest = row.checkpoint_digest;
  spec.mitigation.id = row.mitigation;
  spec.mitigation.version = row.mitigation_version;
  return spec;
}

}  // namespace

StudyRequest request_given(const GivenStudy& study, const PluginCatalog& catalog) {
  StudyRequest request;
  request.given = true;
  request.label_names = study.label_names;
  request.measures = planned_measures(study.manifest, catalog);
  request.subsets = planned_subsets(study.manifest, catalog);
  std::set<std::string> models, tasks;
  for (const GivenRun& run : study.runs) {
    models.insert(run.row.model);
    tasks.insert(run.row.task);
  }
  for (const GivenRun& run : study.runs) {
    auto group = std::find_if(request.groups.begin(), request.groups.end(),
                              [&](const PlannedGroup& known) { return belongs(run.row, known); });
    if (group == request.groups.end()) {
      PlannedGroup made{run.row.group, run.row.group, run.row.model, run.row.task, run.row.metric, {}, {"test"}};
      if (tasks.size() > 1) made.label = run.row.task + ' ' + made.label;
      if (models.size() > 1) made.label = run.row.model + ' ' + made.label;
      if (const auto extra = study.extra_test_sets.find(run.row.task); extra != study.extra_test_sets.end())
        made.test_sets.insert(made.test_sets.end(), extra->second.begin(), extra->second.end());
      group = request.groups.insert(request.groups.end(), std::move(made));
    }
    group->runs.push_back(spec_of(study, run.row));
  }
  return request;
}

const GivenRun& given_run(const GivenStudy& study, const PlannedGroup& group, std::size_t run) {
  for (const GivenRun& candidate : study.runs)
    if (belongs(candidate.row, group) && run-- == 0) return candidate;
  throw Error(ErrorKind::internal, group.label, "a run beyond the last was asked for");
}

}  // namespace reseed
