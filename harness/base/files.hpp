// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace reseed {

/// The whole content of a file. Errors: Error(data) naming the file.
std::string read_file(const std::filesystem::path& file);

/// Writes a file whole or not at all: temporary name in the same folder, fsync, rename.
/// Errors: Error(data) for a folder that is read-only or absent, Error(unfinished) when the disk is full.
void write_file(const std::filesystem::path& file, std::string_view content);

/// A file mapped into memory, read-only. Errors: Error(data).
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& file);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }

 private:
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A fresh folder below `parent` (default: the system's temporary folder), removed with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Folder of the running program's own data (descriptors, splits, published values): RESEED_SHARE, else
/// `../share/reseed` beside the program's folder.
std::filesystem::path share_directory();

/// Folder of what can be fetched or computed again (downloads, store): `${XDG_CACHE_HOME:-~/.cache}/reseed`.
/// Errors: Error(usage) when neither variable says where.
std::filesystem::path cache_directory();

/// Folder of the running program.
std::filesystem::path program_directory();

}  // namespace reseed
