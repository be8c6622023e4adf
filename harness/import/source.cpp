// SPDX-License-Identifier: Apache-2.0
#include "import/source.hpp"

#include <algorithm>
#include <set>

#include "base/nearest.hpp"
#include "bundle/checksums.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDescriptor = "import.toml";

/// The folder that an archive was made of: its only member, where there is one.
fs::path only_folder(const fs::path& folder) {
  if (fs::exists(folder / kDescriptor)) return folder;
  fs::path only;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!only.empty() || !entry.is_directory()) return folder;
    only = entry.path();
  }
  return only.empty() ? folder : only;
}

}  // namespace

ImportSource::ImportSource(const fs::path& source, const fs::path& scratch, const UnpackLimits& limits)
    : folder_(source), shown_(source), unpacking_{scratch / "arrays", limits} {
  if (fs::is_regular_file(source)) {
    const fs::path folder = scratch / "source";
    fs::create_directories(folder);
    unpacking_.limits.bytes = limits.bytes_of(fs::file_size(source));
    for (const UnpackedFile& file : unpack(source, folder, limits)) unpacking_.limits.bytes -= file.size;
    folder_ = only_folder(folder);
  } else if (!fs::is_directory(source)) {
    throw Error(ErrorKind::data, source.string(), "want a folder or an archive of runs, found none");
  }
  std::set<std::string> strange;
  const std::set<std::string> names = files_below(folder_, strange);
  if (!strange.empty())
    throw Error(ErrorKind::data, (shown_ / *strange.begin()).string(),
                "want a file, found a link or something else; put the file itself there");
  files_.assign(names.begin(), names.end());
  if (fs::is_directory(source)) {
    std::uint64_t size = 0;
    for (const std::string& name : files_) size += fs::file_size(folder_ / name);
    unpacking_.limits.bytes = limits.bytes_of(size);
  }
  if (!contains(kDescriptor))
    throw Error(ErrorKind::data, source.string(),
                "want a descriptor import.toml beside the arrays, found none; the shortest has five lines: schema = 1, "
                "[study] with id = \"NAME\", [arrays] with file = \"{group}/{seed}.npz\", and [[groups]] with name = "
                "\"NAME\"");
}

bool ImportSource::contains(const std::string& file) const {
  return std::binary_search(files_.begin(), files_.end(), file);
}

std::shared_ptr<const ArrayFile> ImportSource::open(const std::string& file) const {
  std::shared_ptr<const ArrayFile>& opened = opened_[file];
  if (opened) return opened;
  if (!contains(file))
    throw Error(ErrorKind::data, file,
                "want a file of this name beside import.toml, found none" + did_you_mean(file, files_));
  return opened = open_array_file(folder_ / file, file, unpacking_);
}

}  // namespace reseed
