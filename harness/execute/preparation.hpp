// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "execute/run_size.hpp"
#include "execute/store.hpp"
#include "manifest/expand.hpp"
#include "manifest/manifest.hpp"
#include "plan/study_plan.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Does the tasks that come before training: fetches packages, checks checkpoints and data sets, and fills what they
/// are into the plan's runs (folders, digests).
///
/// Mistakes are collected, so that all of them can be told at once.
class Preparation {
 public:
  struct Settings {
    std::filesystem::path cache;  ///< of packages
    bool fetch = true;            ///< false: what is not there yet stays unknown
    WorkerOptions checker;        ///< the training worker: knows what loads from a checkpoint
    std::function<void(const std::string&)> note;
  };

  /// `manifest`, `plan` and `store` must outlive the object.
  Preparation(const Manifest& manifest, StudyPlan& plan, const Store& store, Settings settings);

  /// Does one task of kind fetch or check (of a model or a task). Its mistake, if any, is in mistakes().
  void prepare(std::size_t task);

  /// Asks the training worker whether the first run of every group can be made: texts that are longer than the model's
  /// positions, a vocabulary that does not fit the embedding, layers and method options beyond the model. To be called
  /// when complete(); mistakes are in mistakes(). What was found good is remembered and not asked again.
  void check_runs();

  const std::vector<Error>& mistakes() const { return mistakes_; }
  /// Packages that would have to be fetched first (only without Settings::fetch).
  const std::vector<std::string>& not_fetched() const { return not_fetched_; }
  /// True when everything is known: no mistakes, nothing to be fetched.
  bool complete() const { return mistakes_.empty() && not_fetched_.empty(); }

  /// What one run of a group will take; to be asked when complete().
  const RunSize& size(std::size_t group) const { return sizes_.at(group); }
  /// The same, null where it cannot be told: the data set is not there, nor a checkpoint of a known shape.
  const RunSize* known_size(std::size_t group) const {
    const auto found = sizes_.find(group);
    return found == sizes_.end() ? nullptr : &found->second;
  }

 private:
  void fetch_source(std::size_t source);
  void check_model(std::size_t model);
  void check_task(std::size_t task);
  bool fetched(const std::vector<std::string>& sources) const;
  void check_that_it_loads(const CheckpointSpec& checkpoint) const;
  void add_sizes();
  void note_once(const Error& mistake);

  const Manifest& manifest_;
  StudyPlan& plan_;
  const Store& store_;
  Settings settings_;
  SourceFolders packages_;
  std::map<std::string, CheckpointShape> shapes_;  ///< by model
  std::map<std::string, TaskData> data_;           ///< by task; let go when the sizes are known
  std::map<std::size_t, RunSize> sizes_;
  std::vector<Error> mistakes_;
  std::vector<std::string> not_fetched_;
};

}  // namespace reseed
