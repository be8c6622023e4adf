// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace reseed::test {

/// Folder of the recorded values in the tree.
inline std::filesystem::path golden_folder() {
  return std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "tests" / "golden";
}

/// Folder that recorded values are read from: RESEED_FIXTURES when set, else those in the tree; same layout.
inline std::filesystem::path fixtures_folder() {
  const char* folder = std::getenv("RESEED_FIXTURES");
  return folder != nullptr && *folder != '\0' ? std::filesystem::path(folder) : golden_folder();
}

/// Files of a folder whose name ends so, sorted; none when there is no such folder.
inline std::vector<std::filesystem::path> files_ending(const std::filesystem::path& folder, const std::string& end) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().ends_with(end)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace reseed::test
