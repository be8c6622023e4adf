// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace reseed {

/// Name of a file below a bundle, with '/', -> sha256.
using Checksums = std::map<std::string, std::string>;

/// SHA256SUMS: a line "DIGEST  NAME" a file, by name, as `sha256sum -c` reads it.
std::string write_checksums(const Checksums& checksums);
/// Errors: Error(data) at `place:line` for a malformed line, a name twice, or a name that leaves the bundle.
Checksums parse_checksums(std::string_view text, const std::string& place);

/// True for a relative name that stays below its folder: no empty part, no ".", no "..", no NUL or line feed.
bool stays_inside(std::string_view name);

/// All files below a folder. Symbolic links and other things that are neither file nor folder go to `strange`.
std::set<std::string> files_below(const std::filesystem::path& folder, std::set<std::string>& strange);

/// All folders below a folder in which nothing lies, not even a folder.
std::set<std::string> empty_folders_below(const std::filesystem::path& folder);

}  // namespace reseed
