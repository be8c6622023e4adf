// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace reseed {

/// What an archive may grow to. Neither a model nor a data set comes near; an archive made to fill the disk does.
struct UnpackLimits {
  std::uint64_t entries = 200'000;
  std::uint64_t bytes = 64ULL << 30;            ///< of all files
  std::uint64_t always_allowed = 256ULL << 20;  ///< bytes that need no look at the ratio
  std::uint64_t ratio = 200;                    ///< unpacked bytes per byte of the archive

  /// What may come out of an archive, or of files with archives in them, of this size.
  std::uint64_t bytes_of(std::uint64_t size) const { return std::min(bytes, std::max(always_allowed, ratio * size)); }
};

struct UnpackedFile {
  std::string path;  ///< inside the folder, `/` between parts
  std::uint64_t size;
  std::string sha256;
};

/// Unpacks a zip (wheel) or tar archive, plain or compressed, into an existing empty folder.
///
/// Only folders and regular files are taken, with ordinary permissions; the list is sorted by path. `shown` names the
/// archive in messages; by default its path, or, before an entry, its file name.
/// Errors: Error(data), place `ARCHIVE: ENTRY`, for an entry with an absolute path or `..`, a link, a device, a path
/// twice, a limit passed, a damaged or cut archive; Error(unfinished) when the disk is full.
std::vector<UnpackedFile> unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
                                 const UnpackLimits& limits = {}, const std::string& shown = "");

}  // namespace reseed
