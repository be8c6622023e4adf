// SPDX-License-Identifier: Apache-2.0
// The readers of a manifest's sections: each notes its mistakes and goes on. Only check.cpp calls them.
#pragma once

#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "plugin/catalog.hpp"
#include "toml/table.hpp"

namespace reseed {

/// What readers of later sections need of earlier ones.
struct CheckContext {
  Mistakes& mistakes;
  const PluginCatalog& catalog;
  Manifest& manifest;
  bool given_runs = false;  ///< the runs are there already: values alone may be asked for, without a study plugin
  bool told_of_no_plugin = false;  ///< said once for all ids: no plugin library at all was found
};

/// Name of a group, model, task or source: what may stand in tables and file names.
bool is_plain_name(const std::string& name);

void read_study(const TomlNode* section, CheckContext& context);
void read_sources(const TomlNode& section, CheckContext& context);
void read_models(const TomlNode& section, CheckContext& context);
void read_tasks(const TomlNode& section, CheckContext& context);
/// Overwrites the options that the table gives.
void read_training(const TomlNode& section, const std::string& path, TrainingOptions& training, Mistakes& mistakes);
void read_groups(const TomlNode& section, CheckContext& context);
void read_measures(const TomlNode& section, CheckContext& context);
void read_analysis(const TomlNode* section, CheckContext& context);
void read_records(const TomlNode& section, CheckContext& context);

/// A "source:NAME" whose NAME is no source is noted.
void check_source_reference(TomlTable& table, std::string_view key, const std::string& text, CheckContext& context);

/// Whether no plugin library at all was found. At the first key that wants one, that is noted; `want`: a plugin's id.
bool lacks_all_plugins(TomlTable& table, std::string_view key, const std::string& want, CheckContext& context);

/// Notes an id that no plugin of that kind has. Null then.
const PluginSpec* find_plugin(TomlTable& table, std::string_view key, PluginKind kind, const std::string& id,
                              CheckContext& context);

/// The rest of a plugin's table: `variant` and the options it declares; keys that were asked for before are not
/// options.
Options read_plugin_options(TomlTable& table, const PluginSpec& plugin, const std::vector<std::string>& others);

/// One of the metrics of a task.
const std::vector<std::string>& metric_names();

/// Seeds are integers from 0 to 2^63 - 1.
extern const IntegerRange kSeedRange;

/// "all", "top" or a list of layer numbers, each once.
bool read_layer_list(TomlTable& table, std::string_view key, std::vector<std::int64_t>& target,
                     const std::string& want);

}  // namespace reseed
