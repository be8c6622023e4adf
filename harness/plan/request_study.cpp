// SPDX-License-Identifier: Apache-2.0
#include "plan/request_study.hpp"

#include "manifest/expand.hpp"
#include "plugin/study_subsets.hpp"

namespace reseed {
namespace {

PlannedMeasure measure_of(const MeasureEntry& entry, const PluginCatalog& catalog) {
  const PluginSpec& plugin = catalog.at(PluginKind::measure, entry.id, "measures");
  PlannedMeasure measure;
  measure.id = entry.id;
  measure.version = entry.version;
  measure.options = entry.options;
  measure.source_digest = plugin.source_digest;
  measure.library = plugin.file.string();
  measure.reads_representations = entry.layers != MeasureEntry::Layers::none;
  if (entry.layers == MeasureEntry::Layers::top) measure.layers.kind = LayerChoice::Kind::top;
  if (entry.layers == MeasureEntry::Layers::listed) measure.layers = {LayerChoice::Kind::listed, entry.listed};
  measure.unit = plugin.measure->unit;
  measure.instability = plugin.measure->instability;
  return measure;
}

}  // namespace

std::vector<PlannedMeasure> planned_measures(const Manifest& manifest, const PluginCatalog& catalog) {
  std::vector<PlannedMeasure> measures;
  for (const MeasureEntry& measure : manifest.measures) measures.push_back(measure_of(measure, catalog));
  return measures;
}

std::vector<ItemSubset> planned_subsets(const Manifest& manifest, const PluginCatalog& catalog) {
  const PluginSpec* study = catalog.find(PluginKind::study, manifest.study.kind);
  return study == nullptr ? std::vector<ItemSubset>() : study_subsets(*study, manifest.analysis.study);
}

StudyRequest request_study(const Manifest& manifest, const PluginCatalog& catalog) {
  StudyRequest request;
  std::map<std::string, CheckpointSpec> models;
  std::map<std::string, TaskSpec> tasks;
  for (const PackageSource& source : manifest.sources) request.sources.push_back(source.name);
  for (const ModelEntry& model : manifest.models) {
    request.models.push_back({model.name, sources_of(model)});
    models[model.name].name = model.name;
    models[model.name].head = model.head;
  }
  for (const TaskEntry& task : manifest.tasks) {
    request.tasks.push_back({task.spec.name, sources_of(task)});
    tasks[task.spec.name] = task.spec;
  }
  for (GroupRuns& runs : expand_groups(manifest, models, tasks)) {
    PlannedGroup group{runs.name, runs.label, runs.model, runs.task, runs.metric, std::move(runs.runs), {"test"}};
    for (const ExtraTestSpec& test : tasks.at(group.task).extra_tests) group.test_sets.push_back(test.dataset);
    request.groups.push_back(std::move(group));
  }
  request.measures = planned_measures(manifest, catalog);
  request.subsets = planned_subsets(manifest, catalog);
  request.double_run = manifest.execution.double_run;
  return request;
}

}  // namespace reseed
