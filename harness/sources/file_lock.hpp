// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace reseed {

/// Holds a file's lock for as long as it lives; a second process waits. The lock ends with the process, however that
/// ends. Errors: Error(data) when the file cannot be made.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace reseed
