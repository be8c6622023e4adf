// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "compare/measure_source.hpp"
#include "plugin/catalog.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Measures of the installed plugins, evaluated by reseed-measure. Plugins are looked for, and the worker started, only
/// when something is asked that the bundles do not hold.
class WorkerMeasures final : public MeasureSource {
 public:
  /// `folders` are searched for plugins (plugin_folders).
  explicit WorkerMeasures(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

  std::optional<MeasureFacts> facts(const std::string& id, int version) override;
  GroupAnswer evaluate(const GroupQuestion& question) override;

 private:
  const PluginSpec* find(const std::string& id, int version);

  std::vector<std::filesystem::path> folders_;
  std::optional<PluginCatalog> catalog_;
  std::optional<WorkerProcess> worker_;
};

}  // namespace reseed
