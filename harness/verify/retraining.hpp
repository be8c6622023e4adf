// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "execute/bundle_records.hpp"
#include "execute/executor.hpp"
#include "execute/preparation.hpp"
#include "execute/record_difference.hpp"
#include "execute/study_execution.hpp"
#include "manifest/manifest.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// A run that was trained again.
struct RetrainedRun {
  std::string id;
  std::string group;
  std::uint64_t seed = 0;
  bool equal = false;                          ///< every byte of its record
  std::optional<RecordDifference> difference;  ///< none where equal, or where the first record is not there
  std::vector<std::string> others;  ///< what may change its bits (circumstances.hpp); empty: equal bits were expected
};

struct Retrained {
  std::size_t of = 0;  ///< runs that could have been chosen
  std::vector<RetrainedRun> runs;
  std::vector<std::string> unfinished;  ///< runs whose training failed, and why
};

/// Trains runs of a whole bundle again, as its manifest says, in a store of its own that ends with the object.
///
/// Checkpoints and data sets are found as `reseed run` of the bundle's manifest.resolved.toml finds them: relative
/// paths are relative to the bundle's folder. Plugins that it names are not looked for: which code runs is not for a
/// bundle to say.
class Retraining {
 public:
  struct Settings {
    std::optional<std::size_t> count;  ///< how many runs, spread over groups (choice.hpp); none: all
    std::string device = "auto";       ///< auto: the CPU where the bundle was trained on one
    std::vector<std::string> places;   ///< KEY=VALUE below models or tasks: where things lie on this machine
    std::size_t jobs = 1;              ///< workers at once
    std::filesystem::path cache;       ///< of packages
    std::function<WorkerOptions(const std::string& program)> worker;
    std::function<void(const std::string&)> note;
  };

  /// All but the settings must outlive the object. Errors: Error(usage) for a place that is none; Error(data) when the
  /// runs were made elsewhere; those of check_manifest.
  Retraining(const Bundle& bundle, const PluginCatalog& catalog, Store& store, Settings settings);

  const TaskGraph& graph() const { return plan_.graph; }
  /// False when it was interrupted. Errors: Errors for inputs that are missing; Error(data) for a checkpoint, data set
  /// or method other than the one that the runs were made of: all are named before anything is trained.
  bool run(const Interruption& interruption, ExecutionObserver& observer);
  Retrained result() const;

 private:
  Manifest manifest_of_chosen() const;
  StudyPlan plan_of_chosen() const;
  StudyExecution::Context context();
  std::vector<const RunRow*> choose();
  void check();
  const RunRow& row_of(const PlannedGroup& group, const RunSpec& run) const;

  const Bundle& bundle_;
  const PluginCatalog& catalog_;
  Store& store_;
  Settings settings_;
  std::size_t candidates_ = 0;
  std::vector<const RunRow*> chosen_;
  Store::Draft draft_;
  Store scratch_;
  Manifest manifest_;
  StudyPlan plan_;
  Preparation preparation_;
  StudyExecution execution_;
  nlohmann::json training_class_;
};

}  // namespace reseed
