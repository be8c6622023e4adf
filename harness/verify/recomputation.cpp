// SPDX-License-Identifier: Apache-2.0
#include "verify/recomputation.hpp"

#include <algorithm>
#include <map>

#include "execute/assemble.hpp"
#include "execute/device_class.hpp"
#include "execute/study_of_bundle.hpp"
#include "verify/choice.hpp"
#include "verify/circumstances.hpp"

namespace reseed {
namespace {

bool is_spoiled(const MeasureRow& row) {
  return std::any_of(row.flags.begin(), row.flags.end(), [](Flag flag) {
    return flag == Flag::plugin_threw || flag == Flag::plugin_timeout || flag == Flag::plugin_crashed;
  });
}

bool same_quantity(const MeasureRow& a, const MeasureRow& b) {
  return a.group == b.group && a.model == b.model && a.task == b.task && a.test_set == b.test_set &&
         a.measure == b.measure && a.variant == b.variant && a.options == b.options && a.subset == b.subset;
}

std::string family_of(const MeasureRow& row) { return row.measure + ' ' + row.variant + ' ' + row.options; }

}  // namespace

Recomputation::Recomputation(const Bundle& bundle, const PluginCatalog& catalog, Store& store, Settings settings)
    : bundle_(bundle),
      catalog_(catalog),
      store_(store),
      settings_(std::move(settings)),
      draft_(store.draft()),
      scratch_(draft_.folder() / "store"),
      study_(study_of_bundle(bundle, {}, catalog, records_of_bundle(bundle, catalog, store))),
      plan_(plan_study(request_given(study_, catalog))),
      execution_(plan_, scratch_, context()) {
  choose();
}

void Recomputation::choose() {
  std::vector<std::size_t> rows;
  std::vector<Repeatable> candidates;
  for (std::size_t i = 0; i < bundle_.measures.size(); ++i) {
    const MeasureRow& row = bundle_.measures[i];
    if (is_spoiled(row)) continue;
    rows.push_back(i);
    const std::string layer = row.layer ? std::to_string(*row.layer) : "";
    candidates.push_back({family_of(row), row.group + '\n' + row.model + '\n' + row.task + '\n' + row.test_set + '\n' +
                                              row.subset + '\n' + layer});
  }
  candidates_ = rows.size();
  for (const std::size_t position : choose_spread(candidates, settings_.count, bundle_.content_digest))
    chosen_.push_back(rows[position]);
}

StudyExecution::Context Recomputation::context() {
  StudyExecution::Context context;
  context.resampling = resampling_of(study_.manifest.analysis);
  context.measure_limit = settings_.measure_limit;
  context.measuring_class = [this] {
    measuring_class_ = device_class(store_, settings_.worker("reseed-measure"), "cpu");
    return measuring_class_;
  };
  context.note = settings_.note;
  context.given = [this](std::size_t group, std::size_t run) {
    return given_run(study_, plan_.request.groups[group], run);
  };
  context.known = [this](std::size_t task) -> std::optional<ValuesState> {
    if (is_asked_for(task)) return std::nullopt;
    return ValuesState{std::nullopt, nlohmann::json::array()};
  };
  context.prepare = [](std::size_t) {};
  context.analyse = [] { return Step{}; };
  context.analysed = [](const Answer&) {};
  context.bundle = [] {};
  return context;
}

bool Recomputation::is_asked_for(std::size_t task) const {
  const TaskSubject& subject = plan_.subjects[task];
  const PlannedGroup& group = plan_.request.groups[*subject.group];
  const PlannedMeasure& measure = plan_.request.measures[*subject.measure];
  MeasureRow sought;
  sought.group = group.name;
  sought.model = group.model;
  sought.task = group.task;
  sought.test_set = group.test_sets[*subject.test_set];
  sought.measure = measure.id;
  sought.variant = measure.options.variant();
  sought.options = options_text(measure.options);
  sought.subset = execution_.subset(task);
  return std::any_of(chosen_.begin(), chosen_.end(),
                     [&](std::size_t row) { return same_quantity(bundle_.measures[row], sought); });
}

bool Recomputation::run(const Interruption& interruption, ExecutionObserver& observer) {
  LocalExecutor executor({settings_.jobs, settings_.worker}, interruption);
  return executor.run(plan_.graph, execution_, observer);
}

std::vector<std::string> Recomputation::others(const MeasureRow& row) const {
  std::vector<std::string> others =
      other_plugin(bundle_, catalog_.at(PluginKind::measure, row.measure, "measures.csv"));
  // Nothing was computed: every group lacks what it takes, wherever it is done.
  if (!measuring_class_.is_null())
    for (std::string& other : other_device(bundle_, "measuring", measuring_class_)) others.push_back(std::move(other));
  if (!bundle_.info.parent.empty())
    others.push_back("measured again from the bundle " + bundle_.info.parent.substr(0, 12) +
                     ", whose values may come from another machine");
  return others;
}

std::optional<double> Recomputation::tolerance(const MeasureRow& row, const std::vector<std::string>& others) const {
  if (others.empty()) return std::nullopt;
  return catalog_.at(PluginKind::measure, row.measure, "measures.csv").measure->tolerance;
}

Recomputed Recomputation::result() const {
  Recomputed result;
  result.of = candidates_;
  result.unfinished = execution_.unfinished();
  BundleContent content;
  assemble(plan_, execution_, content);
  std::map<std::string, RecomputedPairs> pairs;
  for (const std::size_t number : chosen_) {
    const MeasureRow& row = bundle_.measures[number];
    const auto computed = std::find_if(content.measures.begin(), content.measures.end(), [&](const MeasureRow& other) {
      return same_quantity(row, other) && (row.layer == other.layer || is_spoiled(other));
    });
    if (computed != content.measures.end() && is_spoiled(*computed)) continue;  // unfinished says why
    RecomputedValue value;
    value.row = number;
    value.others = others(row);
    if (computed == content.measures.end()) {
      value.agreed.message = "the plugin that is installed computes no such value";
      result.values.push_back(std::move(value));
      continue;
    }
    const std::optional<double> tolerance = this->tolerance(row, value.others);
    value.computed = computed->value;
    value.agreed = agreement_of(row, *computed, tolerance);
    if (!row.pairs.empty() && !pairs.contains(row.pairs)) {
      RecomputedPairs file;
      file.file = row.pairs;
      file.others = value.others;
      const auto stored = content.stored.find(computed->pairs);
      if (stored == content.stored.end())
        file.agreed.message = "the plugin that is installed computes no pair matrices";
      else
        file.agreed = agreement_of_pairs(file_in_bundle(bundle_.folder, row.pairs), stored->second.source, tolerance);
      pairs.emplace(row.pairs, std::move(file));
    }
    result.values.push_back(std::move(value));
  }
  for (auto& [name, file] : pairs) result.pairs.push_back(std::move(file));
  return result;
}

}  // namespace reseed
