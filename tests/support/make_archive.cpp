// SPDX-License-Identifier: Apache-2.0
#include "support/make_archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <ostream>
#include <stdexcept>

namespace reseed::test {
namespace {

void check(int result, archive* writer) {
  if (result != ARCHIVE_OK) throw std::runtime_error(archive_error_string(writer));
}

void write_entry(archive* writer, archive_entry* header, const Entry& entry) {
  archive_entry_clear(header);
  archive_entry_set_pathname(header, entry.path.c_str());
  archive_entry_set_perm(header, 0644);
  archive_entry_set_filetype(header, AE_IFREG);
  switch (entry.kind) {
    case Entry::Kind::file: archive_entry_set_size(header, static_cast<la_int64_t>(entry.content.size())); break;
    case Entry::Kind::folder: archive_entry_set_filetype(header, AE_IFDIR); break;
    case Entry::Kind::fifo: archive_entry_set_filetype(header, AE_IFIFO); break;
    case Entry::Kind::hardlink: archive_entry_set_hardlink(header, entry.content.c_str()); break;
    case Entry::Kind::symlink:
      archive_entry_set_filetype(header, AE_IFLNK);
      archive_entry_set_symlink(header, entry.content.c_str());
      break;
  }
  check(archive_write_header(writer, header), writer);
  if (entry.kind == Entry::Kind::file && !entry.content.empty() &&
      archive_write_data(writer, entry.content.data(), entry.content.size()) < 0)
    throw std::runtime_error(archive_error_string(writer));
}

}  // namespace

std::ostream& operator<<(std::ostream& out, ArchiveFormat format) {
  constexpr const char* kNames[] = {"zip", "tar", "tar.gz"};
  return out << kNames[static_cast<int>(format)];
}

void make_archive(const std::filesystem::path& file, ArchiveFormat format, const std::vector<Entry>& entries) {
  archive* writer = archive_write_new();
  if (format == ArchiveFormat::zip) {
    check(archive_write_set_format_zip(writer), writer);
  } else {
    check(archive_write_set_format_pax_restricted(writer), writer);
    if (format == ArchiveFormat::tar_gz) check(archive_write_add_filter_gzip(writer), writer);
  }
  check(archive_write_open_filename(writer, file.c_str()), writer);
  archive_entry* header = archive_entry_new();
  for (const Entry& entry : entries) write_entry(writer, header, entry);
  archive_entry_free(header);
  check(archive_write_close(writer), writer);
  archive_write_free(writer);
}

}  // namespace reseed::test
