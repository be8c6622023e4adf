// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "sources/package_source.hpp"
#include "sources/unpack.hpp"

namespace reseed {

/// Called now and then with one line for the user: what is being fetched, how far it is.
using FetchProgress = std::function<void(const std::string&)>;

/// The folder (or file) that a source means, fetched unless the cache holds it.
///
/// Packages lie unpacked in `cache`/sources/SHA256; one that is there needs no network. The package's hash is checked
/// before anything is unpacked; nothing of it is ever executed. Safe for many processes: the second waits for the
/// first. A file of the cache that was changed since is noticed, and the package is fetched again.
/// Errors: Error(unfinished) when the registry cannot be reached or the disk is full; Error(data) when the hash is
/// another one (both are named), the package or the path is not there, or the archive is damaged, unsafe, or
/// unpacks, with an archive inside it, to more than `limits` allow;
/// Error(manifest) as check_source.
/// Cost:   when cached one status call per file, milliseconds.
std::filesystem::path fetch(const PackageSource& source, const std::filesystem::path& cache,
                            const FetchProgress& progress = {}, const UnpackLimits& limits = {});

/// As fetch, but never fetches: empty when the cache does not hold the package whole.
std::optional<std::filesystem::path> find_fetched(const PackageSource& source, const std::filesystem::path& cache);

}  // namespace reseed
