// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "plugin/plugin_spec.hpp"

namespace reseed {

/// Copies what an open library says of itself, and holds it against the rules of a descriptor: ids and names present
/// and well formed, known types, defaults inside their ranges, at least one variant for measures and mitigation
/// methods.
///
/// `file` and `file_digest` are left empty, and a missing source digest stays missing.
/// Errors: Error(plugin) at `file` naming the field.
PluginSpec describe(const PluginEntry& entry, const std::filesystem::path& file);

}  // namespace reseed
