// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace reseed {

/// A file held exclusively by this process: the operating system lets go of it when the process ends, however it ends.
///
/// Taking never waits. Threads: one object, one thread.
class LockFile {
 public:
  enum class State {
    free,         ///< nobody holds the file, and it does not exist
    held,         ///< somebody holds it
    left_behind,  ///< it exists and nobody holds it: its holder was killed
  };

  /// Empty when somebody else (also another object of this process) holds the file. The folder must exist.
  /// Errors: Error(data) when the file cannot be made, Error(unfinished) when the disk is full.
  static std::optional<LockFile> take(const std::filesystem::path& file);
  static State state(const std::filesystem::path& file);

  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  /// Removes the file and lets go.
  ~LockFile();

 private:
  LockFile(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  void release() noexcept;

  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace reseed
