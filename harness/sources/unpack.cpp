// SPDX-License-Identifier: Apache-2.0
#include "sources/unpack.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/sha256.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

struct CloseArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using Reader = std::unique_ptr<archive, CloseArchive>;

[[noreturn]] void damaged(const fs::path& file, archive* reader) {
  const char* said = archive_error_string(reader);
  throw Error(
      ErrorKind::data, file.string(),
      std::string("want a whole zip or tar archive, found a damaged one: ") + (said ? said : "no reason given"));
}

Reader open_archive(const fs::path& file) {
  Reader reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_zstd(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), 1 << 16) != ARCHIVE_OK) damaged(file, reader.get());
  return reader;
}

std::string entry_name(archive_entry* entry) {
  if (const char* name = archive_entry_pathname_utf8(entry)) return name;
  if (const char* name = archive_entry_pathname(entry)) return name;
  return {};
}

/// Refuses what is neither a folder nor a regular file, and every path that leaves the folder.
fs::path safe_path(archive_entry* entry, const std::string& place) {
  const std::string name = entry_name(entry);
  const auto refuse = [&](const std::string& found) {
    throw Error(ErrorKind::data, place + ": " + name, "want files and folders below one folder, found " + found);
  };
  if (archive_entry_hardlink(entry) != nullptr) refuse("a hard link");
  if (archive_entry_filetype(entry) == AE_IFLNK) refuse("a symbolic link");
  if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR) refuse("a special file");
  const fs::path path(name);
  if (name.empty()) refuse("an entry without a name");
  if (path.is_absolute()) refuse("an absolute path");
  if (std::find(path.begin(), path.end(), "..") != path.end()) refuse("a path with ..");
  return path.lexically_normal();
}

/// The bytes still allowed; counted by what comes out, not by what the archive's headers say.
class Allowance {
 public:
  Allowance(const fs::path& archive, const UnpackLimits& limits)
      : archive_(archive.string()), bytes_(limits.bytes_of(fs::file_size(archive))), entries_(limits.entries) {}

  void take_entry() { take(entries_, 1, "entries"); }
  void take_bytes(std::uint64_t count) { take(bytes_, count, "bytes"); }

 private:
  void take(std::uint64_t& left, std::uint64_t count, const char* what) const {
    if (count > left)
      throw Error(ErrorKind::data, archive_,
                  std::string("unpacks to far more ") + what + " than a package of its size may");
    left -= count;
  }

  std::string archive_;
  std::uint64_t bytes_;
  std::uint64_t entries_;
};

/// A file that must not exist yet; written in pieces.
class NewFile {
 public:
  explicit NewFile(const fs::path& path)
      : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)) {
    if (descriptor_ >= 0) return;
    if (errno == EEXIST) throw Error(ErrorKind::data, path_.string(), "the archive holds this path twice");
    fail();
  }
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) fail();
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

 private:
  [[noreturn]] void fail() const {
    const bool full = errno == ENOSPC || errno == EDQUOT;
    throw Error(
        full ? ErrorKind::unfinished : ErrorKind::data, path_.string(),
        std::string("cannot be written: ") + std::strerror(errno) + (full ? "; free some space and call again" : ""));
  }

  fs::path path_;
  int descriptor_;
};

UnpackedFile unpack_file(archive* reader, const fs::path& source, const fs::path& folder, const fs::path& path,
                         Allowance& allowance) {
  NewFile file(folder / path);
  Sha256 hash;
  std::uint64_t size = 0;
  std::string buffer(1 << 16, '\0');
  for (;;) {
    const la_ssize_t count = archive_read_data(reader, buffer.data(), buffer.size());
    if (count == 0) break;
    if (count == ARCHIVE_RETRY) continue;
    if (count < 0) damaged(source, reader);
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    allowance.take_bytes(bytes.size());
    file.write(bytes);
    hash.update(bytes);
    size += bytes.size();
  }
  return {path.generic_string(), size, hash.finish()};
}

void make_folders(const fs::path& folder, const std::string& place) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(ErrorKind::data, place, folder.string() + " cannot be made: " + error.message());
}

}  // namespace

std::vector<UnpackedFile> unpack(const fs::path& archive_file, const fs::path& folder, const UnpackLimits& limits) {
  const Reader reader = open_archive(archive_file);
  Allowance allowance(archive_file, limits);
  std::vector<UnpackedFile> files;
  archive_entry* entry = nullptr;
  for (;;) {
    const int result = archive_read_next_header(reader.get(), &entry);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_RETRY) continue;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) damaged(archive_file, reader.get());
    allowance.take_entry();
    const fs::path path = safe_path(entry, archive_file.filename().string());
    if (archive_entry_filetype(entry) == AE_IFDIR) {
      make_folders(folder / path, archive_file.string());
      continue;
    }
    make_folders((folder / path).parent_path(), archive_file.string());
    files.push_back(unpack_file(reader.get(), archive_file, folder, path, allowance));
  }
  if (files.empty())
    throw Error(ErrorKind::data, archive_file.string(), "want an archive with files, found none in it");
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace reseed
