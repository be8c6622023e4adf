// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/item_subset.hpp"
#include "bundle/bundle.hpp"

namespace reseed {

/// Runs that manifest.resolved.toml asks for: one group on one model and task.
struct AskedGroup {
  std::string name;
  std::string model;
  std::string task;
  std::set<std::uint64_t> seeds;
  std::vector<std::string> test_sets;  ///< "test" first, then the extra ones
  std::size_t unnamed = 0;             ///< further ones, of descriptors of the user's own: those files name them
};

/// A measure that it asks for.
struct AskedMeasure {
  enum class Layers { none, all, top, listed };

  std::string id;
  std::string variant;
  std::string options;           ///< options_text()
  Layers layers = Layers::none;  ///< none: it reads no representations
  std::vector<std::int64_t> listed;
};

/// What a bundle must hold, as its resolved manifest says: of a study, of an import, and of either measured again. No
/// plugin is needed to know it.
struct AskedFor {
  std::string study;
  std::string kind;  ///< "" where no study analyses the values
  bool records_kept = true;
  bool double_run = false;                                   ///< one run is trained twice
  std::optional<std::vector<std::int64_t>> recorded_layers;  ///< none: all
  std::vector<AskedGroup> groups;
  std::vector<AskedMeasure> measures;
  /// Sub-samples of the test items; none where bundle.json does not say which keys of [analysis] ask for them.
  std::optional<std::vector<ItemSubset>> subsets;
};

/// `subsets`: PluginUse::subsets of the bundle's study, and whether bundle.json would have it.
/// Errors: Error(data) at `place` for a text that is no TOML, or not laid out as a resolved manifest is.
AskedFor asked_for(std::string_view resolved_manifest, const std::string& place, const BundleInfo& info);

}  // namespace reseed
