// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bundle/migrations.hpp"

namespace reseed {

/// The file bundle.json of a bundle's folder. Errors: Error(data) for a file in the place of the folder, a folder
/// without one, and those of file_in_bundle.
std::filesystem::path marker_of(const std::filesystem::path& folder);

/// Content of bundle.json: one key a line, keys in alphabetical order.
std::string write_bundle_json(const BundleInfo& info);

/// The version of the schema, whatever else the file holds. Errors: Error(newer) when it is above `newest`; Error(data)
/// at `place` where there is none.
int schema_version_in(const nlohmann::json& value, const std::string& place, int newest);

/// Inverse of write_bundle_json; older versions are read through `migrations`. Errors: those of schema_version_in,
/// before anything else is looked at; Error(data) at `place` naming the key.
BundleInfo parse_bundle_json(std::string_view text, const std::string& place,
                             const Migrations& migrations = Migrations::shipped());

}  // namespace reseed
