// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "execute/inputs.hpp"
#include "execute/run_size.hpp"
#include "execute/store.hpp"
#include "plan/study_plan.hpp"

namespace reseed {

/// Does the tasks that come before training: fetches packages, checks checkpoints and data sets (Inputs), and fills
/// what they are into the plan's runs (folders, digests).
class Preparation {
 public:
  using Settings = Inputs::Settings;

  /// `manifest`, `plan` and `store` must outlive the object.
  Preparation(const Manifest& manifest, StudyPlan& plan, const Store& store, Settings settings);

  /// Does one task of kind fetch or check (of a model or a task). Its mistakes, if any, are in mistakes().
  void prepare(std::size_t task);

  /// Asks the training worker whether the first run of every group can be made: texts that are longer than the model's
  /// positions, a vocabulary that does not fit the embedding, layers and method options beyond the model. Groups whose
  /// model or task is not known are left out; mistakes are in mistakes(). What was found good is remembered and not
  /// asked again.
  void check_runs();

  const std::vector<Error>& mistakes() const { return inputs_.mistakes(); }
  /// Packages that would have to be fetched first (only without Settings::fetch).
  const std::vector<std::string>& not_fetched() const { return inputs_.not_fetched(); }

  /// What one run of a group will take; to be asked when there are no mistakes and nothing is to be fetched.
  const RunSize& size(std::size_t group) const { return sizes_.at(group); }
  /// The same, null where it cannot be told: the data set is not there, nor a checkpoint of a known shape.
  const RunSize* known_size(std::size_t group) const {
    const auto found = sizes_.find(group);
    return found == sizes_.end() ? nullptr : &found->second;
  }

 private:
  void check_model(std::size_t model);
  void check_task(std::size_t task);
  void add_sizes();

  const Manifest& manifest_;
  StudyPlan& plan_;
  const Store& store_;
  Inputs inputs_;
  std::map<std::string, CheckpointShape> shapes_;  ///< by model
  std::map<std::string, TaskData> data_;           ///< by task
  std::map<std::size_t, RunSize> sizes_;           ///< by group
};

}  // namespace reseed
