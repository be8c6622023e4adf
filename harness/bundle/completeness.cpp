// SPDX-License-Identifier: Apache-2.0
#include "bundle/completeness.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/number.hpp"
#include "base/record_file.hpp"
#include "base/safetensors.hpp"
#include "base/words.hpp"
#include "bundle/status.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr const char* kManifest = "manifest.resolved.toml";
constexpr std::string_view kRepresentations = "representations.";

using Group = std::tuple<std::string, std::string, std::string>;     // group, model, task
using Quantity = std::tuple<std::string, std::string, std::string>;  // measure, variant, options
using Layers = std::set<std::int64_t>;

/// All rows of one quantity of one group on one test set or sub-sample.
struct Rows {
  Layers layers;
  bool without_layer = false;
  bool recorded = false;  ///< what the measure reads was, for one of them at least
};

using Key = std::tuple<Group, std::string, std::string, Quantity>;  // group, test set, sub-sample

std::string shown(const Group& group) {
  return std::get<0>(group) + ", " + std::get<1>(group) + ", " + std::get<2>(group);
}

std::string shown(const Layers& layers) {
  if (layers.empty()) return "none";
  std::vector<std::string> words;
  for (const std::int64_t layer : layers) words.push_back(std::to_string(layer));
  return joined(words, " and ");
}

std::string shown(const Key& key) {
  const auto& [group, set, subset, quantity] = key;
  return std::get<0>(quantity) + " (" + std::get<1>(quantity) + ")" +
         (std::get<2>(quantity).empty() ? "" : " " + std::get<2>(quantity)) + " of " + shown(group) + " on " + set +
         (subset.empty() ? "" : ", " + subset);
}

class Check {
 public:
  Check(const std::filesystem::path& folder, const std::set<std::string>& files, const BundleInfo& info,
        const AskedFor& asked, bool analysed, const std::vector<RunRow>& runs, const std::vector<MeasureRow>& measures)
      : folder_(folder),
        files_(files),
        info_(info),
        asked_(asked),
        analysed_(analysed),
        runs_(runs),
        measures_(measures) {
    for (const AskedGroup& group : asked_.groups) {
      const Group key{group.name, group.model, group.task};
      seeds_[key].insert(group.seeds.begin(), group.seeds.end());
      sets_[key].insert(group.test_sets.begin(), group.test_sets.end());
    }
    for (const RunRow& run : runs_)
      if (run.outcome == RunOutcome::ok) ok_runs_[{run.group, run.model, run.task}].push_back(run.id);
  }

  std::vector<Contradiction> all() {
    check_info();
    check_double_run();
    check_status();
    check_runs();
    name_test_sets();
    gather_values();
    check_values();
    return std::move(found_);
  }

 private:
  void add(const std::string& place, const std::string& message) { found_.push_back({place, message}); }

  void check_info() {
    const auto same = [&](const char* key, const std::string& wanted, const std::string& found) {
      if (found != wanted)
        add("bundle.json",
            std::string(key) + ": want \"" + wanted + "\" as in " + kManifest + ", found \"" + found + '"');
    };
    same("study", asked_.study, info_.study);
    same("kind", asked_.kind, info_.kind);
    const auto word = [](bool kept) { return std::string(kept ? "true" : "false"); };
    same("records_kept", word(asked_.records_kept), word(info_.records_kept));
    for (const auto& [model, layers] : info_.layers)
      if (std::none_of(asked_.groups.begin(), asked_.groups.end(),
                       [&name = model](const AskedGroup& group) { return group.model == name; }))
        add("bundle.json", std::string("layers: want models that ") + kManifest + " asks for, found " + model);
    if (info_.records_kept) return;
    for (auto at = files_.lower_bound("records/"); at != files_.end() && at->starts_with("records/"); ++at)
      add(*at, "want no records where bundle.json says that none are kept, found one");
  }

  void check_double_run() {
    if (!asked_.double_run && !info_.double_run.empty())
      add("bundle.json", std::string("double_run: want \"\", as ") + kManifest +
                             " asks for no run that is trained twice, found \"" + info_.double_run + '"');
    if (lacks_second_training() && info_.status == "complete")
      add("bundle.json", std::string("double_run: want \"equal\" or \"differs\", as ") + kManifest +
                             " asks for a run that is trained twice, found \"\"");
  }

  /// Runs that come from another bundle may have been trained once: that bundle says so.
  bool lacks_second_training() const {
    return asked_.double_run && info_.double_run.empty() && info_.parent.empty() && !runs_.empty();
  }

  void check_status() {
    std::set<std::string> failed;
    for (const RunRow& run : runs_)
      if (run.outcome == RunOutcome::error) failed.insert(run.id);
    const std::set<std::string> listed(info_.missing_runs.begin(), info_.missing_runs.end());
    for (const std::string& id : failed)
      if (!listed.contains(id)) add("bundle.json", "missing_runs: want the run " + id + ", which ended in error");
    for (const std::string& id : listed)
      if (!failed.contains(id))
        add("bundle.json", "missing_runs: want runs of runs.csv that ended in error, found " + id);
    const bool again = std::any_of(measures_.begin(), measures_.end(), is_tried_again);
    if (lacks_second_training()) return;  // it is unfinished, or was named
    const std::string wanted = failed.empty() && !again && analysed_ ? "complete" : "unfinished";
    if (info_.status != wanted)
      add("bundle.json",
          "status: want \"" + wanted + "\" as runs, values and the study's report say, found \"" + info_.status + '"');
  }

  void check_runs() {
    std::map<Group, std::set<std::uint64_t>> there;
    for (const RunRow& run : runs_) {
      const Group group{run.group, run.model, run.task};
      there[group].insert(run.seed);
      const auto asked = seeds_.find(group);
      if (asked == seeds_.end() || !asked->second.contains(run.seed))
        add("runs.csv: run " + run.id, std::string("want a run that ") + kManifest + " asks for, found seed " +
                                           std::to_string(run.seed) + " of " + shown(group));
    }
    for (const auto& [group, seeds] : seeds_)
      for (const std::uint64_t seed : seeds)
        if (!there[group].contains(seed))
          add("runs.csv", "want seed " + std::to_string(seed) + " of " + shown(group) + ", for which " + kManifest +
                              " asks, found no such run");
  }

  /// Names of test sets that the manifest gives as files are those of the scores; of runs without any, of the values.
  void name_test_sets() {
    for (const AskedGroup& group : asked_.groups) {
      if (group.unnamed == 0) continue;
      std::set<std::string> names;
      for (const RunRow& run : runs_)
        if (run.task == group.task)
          for (const auto& [set, scores] : run.scores) names.insert(set);
      if (names.empty())
        for (const MeasureRow& row : measures_)
          if (row.task == group.task) names.insert(row.test_set);
      names.erase("validation");
      for (const std::string& set : group.test_sets) names.erase(set);
      sets_[{group.name, group.model, group.task}].insert(names.begin(), names.end());
      if (names.size() != group.unnamed && named_.insert(group.task).second)
        add("runs.csv", "want scores of " + group.task + " on " + std::to_string(group.unnamed) + " test sets that " +
                            kManifest + " gives as files, found " + std::to_string(names.size()));
    }
  }

  /// A sub-sample without the digest of its items: what the manifest asks for.
  std::string subset_of(const MeasureRow& row, const std::string& place) {
    if (row.subset.empty()) return "";
    try {
      const std::string name = subset_name(parse_subset_name(row.subset), {});
      subsets_.insert(name);
      return name;
    } catch (const Error& error) {
      add(place, "subset: " + error.message());
      return row.subset;
    }
  }

  void gather_values() {
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const MeasureRow& row = measures_[i];
      const std::string place = "measures.csv: row " + std::to_string(i + 1);
      const Group group{row.group, row.model, row.task};
      const Key key{group, row.test_set, subset_of(row, place), {row.measure, row.variant, row.options}};
      places_.emplace(key, place);
      Rows& rows = values_[key];
      rows.recorded |= std::find(row.flags.begin(), row.flags.end(), Flag::records_missing) == row.flags.end();
      if (row.layer) {
        rows.layers.insert(*row.layer);
        layers_of_model_[row.model].insert(*row.layer);
      } else {
        rows.without_layer = true;
      }
      // A value is over the runs of its group that ended well; pair matrices are held against them one by one.
      const auto ended_well = static_cast<std::int64_t>(ok_runs_[group].size());
      if (row.pairs.empty() && row.n_runs != ended_well)
        add(place, "n_runs: want " + std::to_string(ended_well) + ", the runs of " + shown(group) +
                       " that ended well, found " + std::to_string(row.n_runs));
    }
    if (!asked_.subsets) return;
    subsets_.clear();
    for (const ItemSubset& subset : *asked_.subsets) subsets_.insert(subset_name(subset, {}));
    check_drawn_items();
  }

  /// The digest in a sub-sample's name is that of the items that the manifest's seed draws.
  void check_drawn_items() {
    std::map<std::string, const ItemSubset*> asked;
    for (const ItemSubset& subset : *asked_.subsets) asked[subset_name(subset, {})] = &subset;
    std::set<std::string> representations;
    for (const AskedMeasure& measure : asked_.measures)
      if (measure.layers != AskedMeasure::Layers::none) representations.insert(measure.id);
    std::map<Group, std::int64_t> items;
    for (const MeasureRow& row : measures_) {
      std::int64_t& most = items[{row.group, row.model, row.task}];
      if (row.subset.empty() && row.test_set == "test") most = std::max(most, row.n_items);
    }
    std::map<std::tuple<const ItemSubset*, std::int64_t, bool>, std::string> names;
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const MeasureRow& row = measures_[i];
      const auto subset = asked.find(row.subset.substr(0, row.subset.find(" digest=")));
      const std::int64_t n = items[{row.group, row.model, row.task}];
      if (subset == asked.end() || n <= 0 || n > kMostItems) continue;
      const bool kind = representations.contains(row.measure);
      std::string& name = names[{subset->second, n, kind}];
      if (name.empty()) name = subset_name(*subset->second, draw_items(*subset->second, n, kind));
      if (row.subset != name)
        add("measures.csv: row " + std::to_string(i + 1), "subset: want \"" + name + "\", found \"" + row.subset + '"');
    }
  }

  void check_values() {
    std::map<Quantity, std::vector<const AskedMeasure*>> measures;  // one id may be asked for at several layers
    for (const AskedMeasure& measure : asked_.measures)
      measures[{measure.id, measure.variant, measure.options}].push_back(&measure);
    std::set<Key> wanted;
    for (const auto& [group, sets] : sets_)
      for (const auto& [quantity, asked] : measures) {
        for (const std::string& set : sets) check_value({group, set, "", quantity}, asked, wanted);
        // Sub-samples are of the task's own test set.
        for (const std::string& subset : subsets_) check_value({group, "test", subset, quantity}, asked, wanted);
      }
    for (const auto& [key, rows] : values_)
      if (!wanted.contains(key))
        add(places_.at(key), std::string("want a value that ") + kManifest + " asks for, found " + shown(key));
  }

  void check_value(const Key& key, const std::vector<const AskedMeasure*>& asked, std::set<Key>& wanted) {
    wanted.insert(key);
    const auto found = values_.find(key);
    if (found == values_.end())
      return add("measures.csv", "want " + shown(key) + ", for which " + kManifest + " asks, found none");
    const Rows& rows = found->second;
    if (rows.recorded) want_records(std::get<0>(key), std::get<1>(key));
    const auto fails = [&](const std::string& want) {
      add("measures.csv", shown(key) + ": want " + want + ", found " +
                              (rows.without_layer ? "a value without a layer" : "layers " + shown(rows.layers)));
    };
    if (asked.front()->layers == AskedMeasure::Layers::none) {
      if (!rows.layers.empty() || !rows.without_layer) fails("one value without a layer");
      return;
    }
    const auto& [group, set, subset, quantity] = key;
    Layers layers;
    const Layers recorded = recorded_layers(group, set);
    for (const AskedMeasure* measure : asked) {
      if (measure->layers == AskedMeasure::Layers::listed)
        layers.insert(measure->listed.begin(), measure->listed.end());
      if (measure->layers == AskedMeasure::Layers::all) layers.insert(recorded.begin(), recorded.end());
      if (measure->layers == AskedMeasure::Layers::top && !recorded.empty()) layers.insert(*recorded.rbegin());
    }
    // Where nothing was recorded, one value says so.
    if (layers.empty() && rows.layers.size() + (rows.without_layer ? 1 : 0) == 1) return;
    if (rows.without_layer || rows.layers != layers) fails("the layers " + shown(layers));
  }

  /// The records that the values of a group on a test set are of.
  void want_records(const Group& group, const std::string& set) {
    if (!info_.records_kept) return;
    for (const std::string& run : ok_runs_[group]) {
      const std::string name = "records/" + run + "/" + record_file(set);
      if (!files_.contains(name) && absent_.insert(name).second)
        add(name, "want the record that values of " + shown(group) + " on " + set + " are of, found none");
    }
  }

  /// Layers of the representations that the runs of a group have on a test set.
  const Layers& recorded_layers(const Group& group, const std::string& set) {
    const auto [found, is_new] = recorded_.try_emplace({group, set});
    Layers& layers = found->second;
    if (!is_new) return layers;
    const std::vector<std::string>& runs = ok_runs_[group];
    if (runs.empty()) return layers;
    bool looked = false;
    for (const std::string& run : runs) looked |= add_layers("records/" + run + "/" + record_file(set), layers);
    const std::string& model = std::get<1>(group);
    const auto told = info_.layers.find(model);
    if (looked) {
      if (told != info_.layers.end() && layers != Layers(told->second.begin(), told->second.end()) &&
          misled_.insert(model).second)
        add("bundle.json", "layers: want the layers " + shown(layers) + " of " + model +
                               " as its records have, found " +
                               shown(Layers(told->second.begin(), told->second.end())));
      return layers;
    }
    if (asked_.recorded_layers) {
      layers.insert(asked_.recorded_layers->begin(), asked_.recorded_layers->end());
    } else if (told != info_.layers.end()) {
      layers.insert(told->second.begin(), told->second.end());
    } else if (const Layers& named = layers_of_model_[model]; !named.empty() && *named.rbegin() < kMost) {
      for (std::int64_t layer = 0; layer <= *named.rbegin(); ++layer) layers.insert(layer);
    }
    return layers;
  }

  /// Tells whether the file is there and could be read.
  bool add_layers(const std::string& name, Layers& layers) const {
    if (!files_.contains(name)) return false;
    try {
      const Safetensors record(folder_ / name);
      for (const auto& [tensor, view] : record.tensors())
        if (tensor.starts_with(kRepresentations))
          if (const auto layer = parse_integer(tensor.substr(kRepresentations.size()))) layers.insert(*layer);
      return true;
    } catch (const Error&) {
      return false;  // named by the check of its form
    }
  }

  static constexpr std::int64_t kMost = 10000;           ///< layers that a model may have
  static constexpr std::int64_t kMostItems = 1'000'000;  ///< of a test set

  const std::filesystem::path& folder_;
  const std::set<std::string>& files_;
  const BundleInfo& info_;
  const AskedFor& asked_;
  bool analysed_;
  const std::vector<RunRow>& runs_;
  const std::vector<MeasureRow>& measures_;
  std::vector<Contradiction> found_;
  std::map<Group, std::set<std::uint64_t>> seeds_;  ///< asked for
  std::map<Group, std::set<std::string>> sets_;     ///< asked for
  std::set<std::string> named_;                     ///< tasks whose test sets were counted
  std::set<std::string> misled_;                    ///< models of which bundle.json tells other layers than records
  std::map<Group, std::vector<std::string>> ok_runs_;
  std::map<Key, Rows> values_;
  std::map<Key, std::string> places_;  ///< of the first row of each
  std::set<std::string> subsets_;      ///< asked for; those that are there where nobody says which
  std::set<std::string> absent_;       ///< files of records that were named
  std::map<std::string, Layers> layers_of_model_;
  std::map<std::pair<Group, std::string>, Layers> recorded_;
};

}  // namespace

std::vector<Contradiction> incompleteness(const std::filesystem::path& folder, const std::set<std::string>& files,
                                          const BundleInfo& info, const AskedFor& asked, bool analysed,
                                          const std::vector<RunRow>& runs, const std::vector<MeasureRow>& measures) {
  return Check(folder, files, info, asked, analysed, runs, measures).all();
}

}  // namespace reseed
