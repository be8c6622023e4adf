// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "execute/executor.hpp"
#include "execute/given_study.hpp"
#include "execute/store.hpp"
#include "execute/study_execution.hpp"
#include "plugin/catalog.hpp"
#include "verify/agreement.hpp"

namespace reseed {

/// A value of measures.csv that was computed again.
struct RecomputedValue {
  std::size_t row = 0;  ///< position in measures.csv, from 0
  std::optional<double> computed;
  Agreed agreed;
  std::vector<std::string> others;  ///< what may change its bits (circumstances.hpp); empty: equal bits were expected
};

/// A file of pair matrices that was computed again.
struct RecomputedPairs {
  std::string file;
  Agreed agreed;
  std::vector<std::string> others;
};

struct Recomputed {
  std::size_t of = 0;  ///< values that could have been chosen
  std::vector<RecomputedValue> values;
  std::vector<RecomputedPairs> pairs;   ///< those of the chosen values
  std::vector<std::string> unfinished;  ///< why chosen values could not be computed: a plugin that threw, hung, crashed
};

/// Computes values of a whole bundle again, from the runs' records alone, in a store of its own that ends with the
/// object: nothing that was computed before is believed.
///
/// Values that a plugin spoiled (flags plugin_threw, plugin_timeout, plugin_crashed) are never chosen: `run` tries them
/// again.
class Recomputation {
 public:
  struct Settings {
    std::optional<std::size_t> count;  ///< how many values, spread over measures (choice.hpp); none: all
    std::size_t jobs = 1;              ///< workers at once
    std::chrono::milliseconds measure_limit = std::chrono::hours(1);
    std::function<WorkerOptions(const std::string& program)> worker;
    std::function<void(const std::string&)> note;
  };

  /// All but the settings must outlive the object. Errors: those of study_of_bundle, e.g. for records that are neither
  /// in the bundle nor in the store, or a plugin that is not there.
  Recomputation(const Bundle& bundle, const PluginCatalog& catalog, Store& store, Settings settings);

  const TaskGraph& graph() const { return plan_.graph; }
  /// False when it was interrupted.
  bool run(const Interruption& interruption, ExecutionObserver& observer);
  Recomputed result() const;

 private:
  StudyExecution::Context context();
  void choose();
  bool is_asked_for(std::size_t task) const;
  std::vector<std::string> others(const MeasureRow& row) const;
  std::optional<double> tolerance(const MeasureRow& row, const std::vector<std::string>& others) const;

  const Bundle& bundle_;
  const PluginCatalog& catalog_;
  Store& store_;
  Settings settings_;
  Store::Draft draft_;
  Store scratch_;
  GivenStudy study_;
  StudyPlan plan_;
  StudyExecution execution_;
  nlohmann::json measuring_class_;
  std::size_t candidates_ = 0;
  std::vector<std::size_t> chosen_;  ///< rows of measures.csv
};

}  // namespace reseed
