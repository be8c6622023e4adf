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

[[noreturn]] void damaged(const std::string& shown, archive* reader) {
  const char* said = archive_error_string(reader);
  throw Error(
      ErrorKind::data, shown,
      std::string("want a whole zip or tar archive, found a damaged one: ") + (said ? said : "no reason given"));
}

Reader open_archive(const fs::path& file, const std::string& shown) {
  Reader reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_zstd(reader.get());
  if (archive_read_open_filename(reader.get(), file.c_str(), 1 << 16) != ARCHIVE_OK) damaged(shown, reader.get());
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
    throw Error(ErrorKind::data, place, "want files and folders below one folder, found " + found);
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

/// What is still allowed; counted by what comes out, not by what the archive's headers say.
class Allowance {
 public:
  Allowance(const fs::path& archive, const UnpackLimits& limits) : archive_size_(fs::file_size(archive)) {
    bytes_.left = bytes_.most = limits.bytes_of(archive_size_);
    entries_.left = entries_.most = limits.entries;
  }

  void take_entry(const std::string& place) { take(entries_, 1, "entries", place); }
  void take_bytes(std::uint64_t count, const std::string& place) { take(bytes_, count, "bytes", place); }

 private:
  struct Count {
    std::uint64_t most = 0;
    std::uint64_t left = 0;
  };

  void take(Count& of, std::uint64_t count, const char* what, const std::string& place) const {
    if (count > of.left)
      throw Error(ErrorKind::data, place,
                  std::string("unpacks to far more ") + what + " than an archive of " + std::to_string(archive_size_) +
                      " bytes may: want at most " + std::to_string(of.most) + ", found " +
                      std::to_string(of.most - of.left + count) +
                      " and more; leave out what is not needed, or do not compress it");
    of.left -= count;
  }

  std::uint64_t archive_size_;
  Count bytes_;
  Count entries_;
};

/// A file that must not exist yet; written in pieces.
class NewFile {
 public:
  NewFile(const fs::path& path, const std::string& place)
      : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)) {
    if (descriptor_ >= 0) return;
    if (errno == EEXIST) throw Error(ErrorKind::data, place, "want every path once, found it twice in the archive");
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

UnpackedFile unpack_file(archive* reader, const std::string& shown, const std::string& place, const fs::path& folder,
                         const fs::path& path, Allowance& allowance) {
  NewFile file(folder / path, place);
  Sha256 hash;
  std::uint64_t size = 0;
  std::string buffer(1 << 16, '\0');
  for (;;) {
    const la_ssize_t count = archive_read_data(reader, buffer.data(), buffer.size());
    if (count == 0) break;
    if (count == ARCHIVE_RETRY) continue;
    if (count < 0) damaged(shown, reader);
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    allowance.take_bytes(bytes.size(), place);
    file.write(bytes);
    hash.update(bytes);
    size += bytes.size();
  }
  return {path.generic_string(), size, hash.finish()};
}

void make_folders(const fs::path& folder, const std::string& place) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  const bool full = error == std::errc::no_space_on_device || error.value() == EDQUOT;
  throw Error(
      full ? ErrorKind::unfinished : ErrorKind::data, place,
      folder.string() + " cannot be made: " + error.message() + (full ? "; free some space and call again" : ""));
}

}  // namespace

std::vector<UnpackedFile> unpack(const fs::path& archive_file, const fs::path& folder, const UnpackLimits& limits,
                                 const std::string& name) {
  const std::string shown = name.empty() ? archive_file.string() : name;
  const std::string before_entry = (name.empty() ? archive_file.filename().string() : name) + ": ";
  const Reader reader = open_archive(archive_file, shown);
  Allowance allowance(archive_file, limits);
  std::vector<UnpackedFile> files;
  archive_entry* entry = nullptr;
  for (;;) {
    const int result = archive_read_next_header(reader.get(), &entry);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_RETRY) continue;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) damaged(shown, reader.get());
    const std::string place = before_entry + entry_name(entry);
    allowance.take_entry(place);
    const fs::path path = safe_path(entry, place);
    if (archive_entry_filetype(entry) == AE_IFDIR) {
      make_folders(folder / path, place);
      continue;
    }
    make_folders((folder / path).parent_path(), place);
    files.push_back(unpack_file(reader.get(), shown, place, folder, path, allowance));
  }
  if (files.empty()) throw Error(ErrorKind::data, shown, "want an archive with files, found none in it");
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

}  // namespace reseed
