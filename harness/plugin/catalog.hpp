// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/plugin_spec.hpp"
#include "plugin/probe.hpp"

namespace reseed {

/// A library in a plugin folder that cannot be used, and why: "PLACE: wanted, found, what to do".
struct RefusedPlugin {
  std::filesystem::path file;
  std::string reason;
};

/// All plugins that were found, as data. Immutable.
class PluginCatalog {
 public:
  PluginCatalog() = default;
  /// `folders`: where they were looked for. Errors: Error(plugin) when two plugins of one kind have one id; it names
  /// both files.
  explicit PluginCatalog(std::vector<PluginSpec> plugins, std::vector<RefusedPlugin> refused = {},
                         std::vector<std::filesystem::path> folders = {});

  /// No library at all was found, neither one that can be used nor one that cannot.
  bool is_empty() const { return plugins_.empty() && refused_.empty(); }

  /// Null when there is no such plugin.
  const PluginSpec* find(PluginKind kind, std::string_view id) const;
  /// Like find. Errors: Error(plugin) at `place` naming the id, the nearest known one and what was refused.
  const PluginSpec& at(PluginKind kind, std::string_view id, const std::string& place) const;
  /// The mitigation method that says of itself that it is plain fine-tuning; null when none or several do.
  const PluginSpec* plain_mitigation() const;
  /// By kind, then by id.
  const std::vector<PluginSpec>& plugins() const { return plugins_; }
  std::vector<std::string> ids(PluginKind kind) const;
  const std::vector<RefusedPlugin>& refused() const { return refused_; }
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

 private:
  std::vector<PluginSpec> plugins_;
  std::vector<RefusedPlugin> refused_;
  std::vector<std::filesystem::path> folders_;
};

/// Folders of the one search, in order, without repetition: the program's own (`../lib/reseed/plugins` beside its
/// folder), those of the manifest, those of --plugins, those of RESEED_PLUGINS (separated by ':').
std::vector<std::filesystem::path> plugin_folders(const std::vector<std::filesystem::path>& manifest,
                                                  const std::vector<std::filesystem::path>& command_line);

/// Describes every `*.so` of the folders (describe_library). A file that cannot be used is listed as refused.
///
/// Errors: Error(plugin) for a folder that does not exist (the program's own may be absent), and as the constructor.
PluginCatalog search_plugins(const std::vector<std::filesystem::path>& folders,
                             const ProbeSettings& settings = ProbeSettings::standard());

}  // namespace reseed
