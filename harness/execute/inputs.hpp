// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/task.hpp"
#include "execute/store.hpp"
#include "manifest/expand.hpp"
#include "manifest/manifest.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Looks at what the sections of a manifest name: fetches packages, finds and checks checkpoints, reads data sets.
///
/// Mistakes are collected, each with its place in the manifest, so that all of them can be told at once. Indices are
/// positions in the manifest's lists.
class Inputs {
 public:
  struct Settings {
    std::filesystem::path cache;  ///< of packages
    bool fetch = true;            ///< false: what is not there yet stays unknown
    WorkerOptions checker;        ///< the training worker: knows what loads from a checkpoint
    std::function<void(const std::string&)> note;
  };

  struct Task {
    TaskSpec spec;  ///< with usable paths and the digest
    TaskData data;
  };

  /// `manifest` and `store` must outlive the object.
  Inputs(const Manifest& manifest, const Store& store, Settings settings);

  void fetch_source(std::size_t source);
  /// The checkpoint, found, hashed and known to load finite weights (remembered in the store, so that it is read once);
  /// empty after a mistake, or when its package is not there yet.
  std::optional<CheckpointSpec> checkpoint(std::size_t model);
  /// As checkpoint(): a task's items.
  std::optional<Task> task(std::size_t task);

  /// All of them, without fetching; entries with mistakes of their own (Manifest::faulty) are left out.
  void look_at_all();

  const std::vector<Error>& mistakes() const { return mistakes_; }
  /// Notes a mistake that was found in a combination of entries; one that is known is not noted again. `entry`: the one
  /// whose place is told, e.g. "tasks.rte".
  void add_mistake(const Error& mistake, const std::string& entry);
  /// Packages that would have to be fetched first (only without Settings::fetch).
  const std::vector<std::string>& not_fetched() const { return not_fetched_; }
  const Settings& settings() const { return settings_; }

 private:
  bool fetched(const std::vector<std::string>& sources) const;
  void check_that_it_loads(const CheckpointSpec& checkpoint) const;

  const Manifest& manifest_;
  const Store& store_;
  Settings settings_;
  SourceFolders packages_;
  std::vector<Error> mistakes_;
  std::vector<std::string> not_fetched_;
};

}  // namespace reseed
