// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "bundle/bundle.hpp"
#include "cli/study_options.hpp"
#include "execute/preparation.hpp"
#include "execute/store.hpp"
#include "execute/study_execution.hpp"
#include "manifest/check.hpp"
#include "plan/study_plan.hpp"
#include "plugin/catalog.hpp"

namespace reseed::cli {

/// How one of the two worker programs is started: what it prints goes to a file below the store.
WorkerOptions worker_options(const Store& store, const std::string& program);

/// Longest time for one measure on one test set of one group; RESEED_MEASURE_SECONDS, else an hour.
std::chrono::milliseconds measure_limit();

/// What a bundle says of a plugin whose results it holds.
PluginUse plugin_use(const PluginSpec& plugin);

/// A manifest read, checked and planned: what `run` and `plan` have in common.
///
/// Errors: those of the manifest, the plugins, the plan and the store. When the manifest has mistakes, what its sound
/// sections name is looked at all the same: files that are missing or wrong are told together with them.
class StudySession {
 public:
  explicit StudySession(StudyOptions options);
  StudySession(const StudySession&) = delete;
  StudySession& operator=(const StudySession&) = delete;

  StudyOptions options;
  ManifestText text;
  PluginCatalog catalog;
  Store store;
  Manifest manifest;
  StudyPlan plan;

  /// How one of the two worker programs is started.
  WorkerOptions worker(const std::string& program) const;
  Preparation::Settings preparation_settings(bool fetch, std::function<void(const std::string&)> note) const;
  /// All but what is to be done with the tasks of this process.
  StudyExecution::Context execution_context(std::function<void(const std::string&)> note);

  /// Chooses the device that --device means and writes it into every run. Errors: Error(device) when it is absent.
  void choose_device();
  const nlohmann::json& training_class();
  const nlohmann::json& measuring_class();

  /// Identity of the bundle to be.
  BundleInfo bundle_info() const;
  std::string resolved_manifest() const;
  std::filesystem::path bundle() const;

  /// Seconds that a training or measuring task should take, as far as this machine remembers; 0 = not known.
  double expected_seconds(std::size_t task, const Preparation& preparation);

 private:
  std::string device_;  ///< "" = not chosen yet
  nlohmann::json training_class_;
  nlohmann::json measuring_class_;
};

}  // namespace reseed::cli
