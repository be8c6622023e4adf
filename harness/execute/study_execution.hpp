// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bundle/rows.hpp"
#include "execute/executor.hpp"
#include "execute/keys.hpp"
#include "execute/measurement.hpp"
#include "execute/run_outcome.hpp"
#include "execute/store.hpp"
#include "plan/study_plan.hpp"

namespace reseed {

/// A run that is there already, of another bundle or made elsewhere.
struct GivenRun {
  RunRow row;
  std::optional<StoreEntry> record;  ///< where its files lie; its info is null
};

/// What became of a training task.
struct RunState {
  StoreKey key;
  std::optional<StoreEntry> record;  ///< ok and diverged runs
  RunResult result;                  ///< `error` with a reason where there is no record
  std::optional<RunRow> given;       ///< of a run that was not trained here
};

/// What became of a measuring task.
struct ValuesState {
  std::optional<StoreEntry> entry;  ///< absent when the values are to be tried again
  nlohmann::json values;            ///< as checked_values()
};

/// What the store says of a task.
struct TaskState {
  enum class Kind { done, running, missing };
  Kind kind = Kind::missing;
  std::string reason;  ///< why it is not done, in words
};

/// Gives the tasks of a study their meaning: training and measuring through the store and the workers, everything else
/// through the caller's functions, in this process.
///
/// A run that fails and a measure that throws, hangs or crashes cost themselves alone and are tried again by the next
/// call. Why a stored result is not used is told through `note`.
class StudyExecution : public TaskHandler {
 public:
  struct Context {
    std::string train_program = "reseed-train";
    std::string measure_program = "reseed-measure";
    ResamplingSettings resampling;
    std::chrono::milliseconds measure_limit = std::chrono::hours(1);  ///< for one measure on one test set of one group
    /// Where the runs of a plan with given runs come from.
    std::function<GivenRun(std::size_t group, std::size_t run)> given;
    /// Values that are there already, of a measuring task; may be absent, or give none.
    std::function<std::optional<ValuesState>(std::size_t task)> known;
    std::function<void(std::size_t task)> prepare;   ///< tasks fetch and check: fills in the plan's digests and folders
    std::function<nlohmann::json()> training_class;  ///< asked when the first run is ready
    std::function<nlohmann::json()> measuring_class;
    /// The study's report: a request for the measuring worker, or nothing to do.
    std::function<Step()> analyse;
    std::function<void(Answer)> analysed;
    std::function<void()> bundle;
    std::function<void(const std::string&)> note;
  };

  /// `plan` and `store` must outlive the object.
  StudyExecution(const StudyPlan& plan, Store& store, Context context);

  Step start(std::size_t task) override;
  void finish(std::size_t task, Answer answer) override;

  /// What the store says of a training or measuring task, without doing anything: to be asked in the graph's order,
  /// when all inputs are known.
  TaskState peek(std::size_t task);

  /// State of a run after its task was settled.
  const RunState& run(std::size_t group, std::size_t run) const { return runs_.at({group, run}); }
  const ValuesState& values(std::size_t task) const { return values_.at(task); }
  /// Id of a run after its task was settled.
  std::string id(std::size_t group, std::size_t run) const;
  /// "equal", "differs" or "" where there was no second training.
  const std::string& double_run() const { return double_run_; }
  /// What keeps the study from being complete: one line each.
  const std::vector<std::string>& unfinished() const { return unfinished_; }

  /// The `ok` runs of a group in ascending order of seeds.
  std::vector<MeasuredRecord> records(std::size_t group) const;

  /// What measures.csv calls the sub-sample of a measuring task; "" where it is about all items.
  std::string subset(std::size_t task) const;

 private:
  struct Work {
    StoreKey key;
    Store::Draft draft;
    LockFile lease;
  };

  /// Store key of a training or measuring task, once its inputs are settled.
  StoreKey key(std::size_t task);
  const std::string& name(std::size_t task) const { return plan_.graph.tasks()[task].name; }
  /// The entry of a key, or a step: to wait, or to work in a draft.
  std::optional<StoreEntry> find_or_reserve(std::size_t task, const StoreKey& key, Step& step);
  void take_given(std::size_t task);
  Step start_training(std::size_t task);
  Step start_second_training(std::size_t task);
  Step start_measuring(std::size_t task);
  void finish_training(std::size_t task, Work& work, const Answer& answer);
  void finish_second_training(std::size_t task, Work& work, const Answer& answer);
  void finish_measuring(std::size_t task, Work& work, const Answer& answer);
  /// Positions of the items of a measuring task's sub-sample; none where it is about all items.
  std::optional<ItemPositions> items(std::size_t task) const;
  /// The sub-sample has too few items to be measured.
  bool too_few_items(std::size_t task) const;
  void remain(std::size_t task, const std::string& reason);

  const StudyPlan& plan_;
  Store& store_;
  Context context_;
  std::optional<nlohmann::json> training_class_;
  std::optional<nlohmann::json> measuring_class_;
  std::map<std::size_t, Work> work_;
  std::map<std::pair<std::size_t, std::size_t>, RunState> runs_;
  std::map<std::size_t, ValuesState> values_;
  std::string double_run_;
  std::vector<std::string> unfinished_;
};

}  // namespace reseed
