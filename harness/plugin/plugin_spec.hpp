// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/item_subset.hpp"
#include "reseed/measure_info.hpp"
#include "reseed/plugin.hpp"

namespace reseed {

/// OptionInfo with owned text: an option that a plugin declares.
struct OptionSpec {
  std::string name;
  std::string type;           ///< "number" | "integer" | "boolean" | "string"
  std::string default_value;  ///< as it would stand in the manifest, strings without quotes
  std::string minimum;        ///< inclusive, "" = none
  std::string maximum;
  std::vector<std::string> choices;  ///< allowed strings, none = any
  std::string meaning;

  bool operator==(const OptionSpec&) const = default;
};

/// VariantInfo with owned text.
struct VariantSpec {
  std::string name;
  std::string summary;
  double lower = 0.0;  ///< stated bounds of the value, may be infinite (measures; 0 and 0 elsewhere)
  double upper = 0.0;
};

/// SubsetInfo with owned text: names of the study's own options.
using SubsetSpec = SubsetKeys;

/// What only measures say of themselves (MeasureInfo).
struct MeasureTraits {
  std::string unit;
  Reads reads = Reads::scores;
  Arity arity = Arity::group;
  Direction direction = Direction::larger_is_more_different;
  std::optional<double> value_on_equal;  ///< empty where it is undefined on equal runs
  std::string instability;               ///< "value" | "1 - value"
  int minimum_items = 0;
  int minimum_runs = 0;
  std::string domain;
  bool symmetric = false;
  bool rotation_invariant = false;
  bool scaling_invariant = false;
  bool translation_invariant = false;
  bool linear_invariant = false;
  bool biased_by_n = false;
  double tolerance = 0.0;
};

/// A plugin as its library describes it: everything the manifest's checks, the listing and the bundle need, without
/// the library being loaded.
struct PluginSpec {
  PluginKind kind = PluginKind::measure;
  std::string id;
  int version = 0;
  std::string summary;
  std::string source;
  std::vector<VariantSpec> variants;  ///< the first is the default
  std::vector<OptionSpec> options;
  std::vector<std::string> needs;        ///< studies: sections of the manifest that must be there
  std::optional<SubsetSpec> subsets;     ///< studies that want sub-samples of the test items
  std::optional<MeasureTraits> measure;  ///< measures only
  bool plain = false;                    ///< mitigation methods: plain fine-tuning, the one without a method

  std::string build_id;
  std::string source_digest;   ///< of the source; of the library where the plugin was built otherwise
  std::filesystem::path file;  ///< the shared library
  std::string file_digest;     ///< its sha256

  /// Null when there is no variant or option of this name.
  const VariantSpec* variant(std::string_view name) const;
  const OptionSpec* option(std::string_view name) const;
};

std::string_view to_string(PluginKind kind);  ///< "measure" | "mitigation" | "study"
std::string_view to_string(Reads reads);      ///< "scores" | "predictions" | ...
std::string_view to_string(Arity arity);      ///< "pair" | "group"
std::string_view to_string(Direction direction);

/// The description as JSON: the probe's answer, the cache, `plugins describe --json`. Infinite bounds are "inf",
/// "-inf".
nlohmann::json to_json(const PluginSpec& spec);
/// Errors: Error(plugin) at `place` when a key is missing or of the wrong type.
PluginSpec plugin_spec_from_json(const nlohmann::json& value, const std::string& place);

}  // namespace reseed
