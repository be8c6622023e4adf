// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace reseed::test {

/// An entry of an archive that a test makes: anything a program could find in one, also what it must refuse.
struct Entry {
  enum class Kind { file, folder, symlink, hardlink, fifo };

  std::string path;
  std::string content;  ///< of a file; target of a link
  Kind kind = Kind::file;
};

enum class ArchiveFormat { zip, tar, tar_gz };
std::ostream& operator<<(std::ostream& out, ArchiveFormat format);

void make_archive(const std::filesystem::path& file, ArchiveFormat format, const std::vector<Entry>& entries);

}  // namespace reseed::test
