// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "import/array_file.hpp"

namespace reseed {

/// The folder or archive (.zip, .tar, compressed or not) that somebody put runs into, with its descriptor import.toml.
///
/// Only files that lie in it are ever read: links are refused, and a name that a descriptor makes up is looked for
/// among the names that are there.
class ImportSource {
 public:
  /// `scratch`: an empty folder for what has to be unpacked; `limits` are those of the source and of all archives in it
  /// together. Errors: Error(data) for what is neither folder nor archive, for a link, an archive that unpack()
  /// refuses, or a missing import.toml; the message says how one looks.
  ImportSource(const std::filesystem::path& source, const std::filesystem::path& scratch,
               const UnpackLimits& limits = {});

  /// Name -> is there; names of all files, '/' between parts, sorted.
  const std::vector<std::string>& files() const { return files_; }
  bool contains(const std::string& file) const;

  /// The file of this name, opened once. Errors: Error(data) when there is none; those of open_array_file.
  std::shared_ptr<const ArrayFile> open(const std::string& file) const;

  /// Path of the descriptor, for reading.
  std::filesystem::path descriptor() const { return folder_ / "import.toml"; }
  /// The same for messages: of an archive, where it lies in it.
  std::string shown_descriptor() const { return (shown_ / "import.toml").string(); }

 private:
  std::filesystem::path folder_;
  std::filesystem::path shown_;  ///< folder or archive, as it was given
  mutable Unpacking unpacking_;
  std::vector<std::string> files_;
  mutable std::map<std::string, std::shared_ptr<const ArrayFile>> opened_;
};

}  // namespace reseed
