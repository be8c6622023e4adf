// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/files.hpp"

namespace reseed::test {

/// Published facts of the source tree as a study gets them: TOML text by file name.
inline std::map<std::string, std::string> published_files(const std::string& name) {
  std::map<std::string, std::string> files;
  const auto folder = std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "studies" / "published" / name;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".toml") files[entry.path().filename().string()] = read_file(entry.path());
  return files;
}

}  // namespace reseed::test
