// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "reseed/plugin.hpp"

namespace reseed {

/// Opens a shared library, for good: this runs its static initialisers.
///
/// Errors: Error(plugin) at the file when it is missing, no library, or needs what is not there. Threads: safe.
void open_library(const std::filesystem::path& file);

/// The plain struct of a library, which is opened if it is not yet. Runs nothing of it but its static initialisers.
///
/// Errors: those of open_library(); Error(plugin) at the file when it has no symbol `reseed_plugin`, is of another API
/// number or of an unknown kind. Threads: safe.
const PluginEntry& open_plugin(const std::filesystem::path& file);

/// open_plugin() for a worker that is going to call the factory: kind and build id must be the program's own
/// (RESEED_MEASURE_BUILD_ID and its sisters). `entry.create` may then be cast to CreateMeasure and its sisters.
///
/// Errors: as open_plugin(); Error(plugin) naming both kinds or both build ids.
const PluginEntry& load_plugin(const std::filesystem::path& file, PluginKind kind, std::string_view build_id);

/// The check of load_plugin() alone. `place` names the library in errors.
void check_build_id(std::string_view place, std::string_view wanted, std::string_view found);

}  // namespace reseed
