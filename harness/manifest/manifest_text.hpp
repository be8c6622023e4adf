// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "toml/node.hpp"

namespace reseed {

/// A manifest that is valid TOML, with the --set values in it; nothing else is known of it yet.
struct ManifestText {
  std::filesystem::path file;
  std::string text;  ///< as given, without --set
  TomlNode root;
};

/// Reads a manifest and puts KEY=VALUE texts into it: KEY is a dotted path whose numbers count array entries from 0
/// ("groups.0.training.learning_rate"), VALUE is TOML. Mistakes in such a value name `--set KEY=VALUE` as their place.
///
/// Errors: Error(data) for a file that cannot be read; Error(manifest) for invalid TOML; Error(usage) for a --set that
/// is no KEY=VALUE or whose KEY leads through something that is no table or a missing array entry.
ManifestText read_manifest(const std::filesystem::path& file, const std::vector<std::string>& sets = {});

/// As read_manifest, from text; `file` names it.
ManifestText parse_manifest(const std::string& text, const std::filesystem::path& file,
                            const std::vector<std::string>& sets = {});

/// Puts KEY=VALUE texts into a manifest, as read_manifest does.
void put_settings(ManifestText& manifest, const std::vector<std::string>& sets);

/// Adds an entry to [[measures]]: "ID" or "ID:VARIANT". Mistakes in it name `OPTION ID:VARIANT` as their place.
/// Errors: Error(usage) when the manifest's measures are no array.
void add_measure(ManifestText& manifest, const std::string& measure, const std::string& option = "--add");

/// The folders of [plugins] paths, made usable: what must be known before check_manifest. Wrong values are passed over:
/// check_manifest reports them.
std::vector<std::filesystem::path> plugin_paths(const ManifestText& manifest);

}  // namespace reseed
