// SPDX-License-Identifier: Apache-2.0
#include "sources/fetch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"
#include "sources/download.hpp"
#include "sources/file_lock.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kMarker = "complete.json";

std::int64_t changed_at(const fs::path& file) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(fs::last_write_time(file).time_since_epoch()).count();
}

/// One archive of the cache: FOLDER/files is what it holds, FOLDER/complete.json (written last) lists it.
class CachedArchive {
 public:
  CachedArchive(const fs::path& cache, const std::string& digest) : folder_(cache / "sources" / digest) {}

  fs::path files() const { return folder_ / "files"; }

  /// Whether all files are there as they were unpacked. Same size and time of change is taken for the same content;
  /// after another time of change the content is hashed.
  bool is_whole() const {
    if (!fs::exists(folder_ / kMarker)) return false;
    try {
      const json marker = parse_json(read_file(folder_ / kMarker), (folder_ / kMarker).string());
      const json& entries = marker.at("files");
      return std::all_of(entries.begin(), entries.end(), [&](const json& entry) { return is_same(entry); });
    } catch (const Error&) {
      return false;
    } catch (const json::exception&) {
      return false;
    }
  }

  std::string digest_of(const fs::path& file) const {
    const std::string name = file.lexically_relative(files()).generic_string();
    const json marker = parse_json(read_file(folder_ / kMarker), (folder_ / kMarker).string());
    for (const json& entry : marker.at("files"))
      if (entry.at("path") == name) return entry.at("sha256");
    return sha256_file(file);
  }

  /// What may still come out of an archive inside this one: both together stay within the limits of this one.
  UnpackLimits left_of(UnpackLimits limits) const {
    const json marker = parse_json(read_file(folder_ / kMarker), (folder_ / kMarker).string());
    if (!marker.contains("archive_size")) return limits;  // unpacked by an early build of reseed
    std::uint64_t taken = 0;
    for (const json& entry : marker.at("files")) taken += entry.at("size").get<std::uint64_t>();
    const std::uint64_t bytes = limits.bytes_of(marker.at("archive_size").get<std::uint64_t>());
    limits.bytes = bytes - std::min(bytes, taken);
    return limits;
  }

  /// Puts an archive's content there; `get_archive(FOLDER)` returns the archive, which may lie in that scratch folder.
  template <typename GetArchive>
  void fill(GetArchive get_archive, const UnpackLimits& limits) const {
    make_folder(folder_.parent_path());
    const FileLock lock(folder_.string() + ".lock");
    if (is_whole()) return;  // another process was first
    const fs::path part = folder_.string() + ".part";
    fs::remove_all(part);
    try {
      build(part, get_archive, limits);
    } catch (...) {
      std::error_code ignored;  // the next call removes it too
      fs::remove_all(part, ignored);
      throw;
    }
    fs::remove_all(folder_);
    fs::rename(part, folder_);
  }

 private:
  template <typename GetArchive>
  static void build(const fs::path& part, GetArchive get_archive, const UnpackLimits& limits) {
    make_folder(part / "download");
    make_folder(part / "files");
    const fs::path archive = get_archive(part / "download");
    json entries = json::array();
    for (const UnpackedFile& file : unpack(archive, part / "files", limits))
      entries.push_back({{"path", file.path},
                         {"size", file.size},
                         {"sha256", file.sha256},
                         {"changed", changed_at(part / "files" / file.path)}});
    const std::uint64_t size = fs::file_size(archive);
    fs::remove_all(part / "download");
    write_file(part / kMarker, dump_json({{"files", entries}, {"archive_size", size}}) + "\n");
  }

  bool is_same(const json& entry) const {
    const fs::path file = files() / entry.at("path").get<std::string>();
    std::error_code absent;
    if (fs::file_size(file, absent) != entry.at("size").get<std::uint64_t>() || absent) return false;
    return changed_at(file) == entry.at("changed").get<std::int64_t>() ||
           sha256_file(file) == entry.at("sha256").get<std::string>();
  }

  static void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) return;
    const bool full = error == std::errc::no_space_on_device;
    throw Error(full ? ErrorKind::unfinished : ErrorKind::data, folder.string(), "cannot be made: " + error.message());
  }

  fs::path folder_;
};

struct InnerPath {
  std::string archive;  ///< an archive inside the package, or empty
  std::string path;
};

InnerPath split(const std::string& path) {
  const std::size_t mark = path.find("!/");
  if (mark == std::string::npos) return {"", path};
  return {path.substr(0, mark), path.substr(mark + 2)};
}

/// `path` below `files`; the one top folder of an sdist may be left out.
fs::path resolve(const PackageSource& source, const fs::path& files, const std::string& path) {
  if (path.empty()) return files;
  if (fs::exists(files / path)) return files / path;
  std::vector<fs::path> top(fs::directory_iterator(files), fs::directory_iterator{});
  if (source.format == PackageSource::Format::sdist && top.size() == 1 && fs::exists(top[0] / path))
    return top[0] / path;
  std::string found;
  for (const fs::path& entry : top) found += (found.empty() ? "" : ", ") + entry.filename().string();
  throw Error(ErrorKind::data, "sources." + source.name + ".path",
              "want \"" + path + "\" inside " + source.package + " " + source.version + ", found only: " + found);
}

}  // namespace

fs::path fetch(const PackageSource& source, const fs::path& cache, const FetchProgress& progress,
               const UnpackLimits& limits) {
  check_source(source);
  const CachedArchive package(cache, source.sha256);
  if (!package.is_whole())
    package.fill([&](const fs::path& scratch) { return download(source, scratch, progress); }, limits);
  const InnerPath inner = split(source.path);
  if (inner.archive.empty()) return resolve(source, package.files(), inner.path);
  const fs::path archive = resolve(source, package.files(), inner.archive);
  const CachedArchive inside(cache, package.digest_of(archive));
  if (!inside.is_whole()) inside.fill([&](const fs::path&) { return archive; }, package.left_of(limits));
  return resolve(source, inside.files(), inner.path);
}

std::optional<fs::path> find_fetched(const PackageSource& source, const fs::path& cache) {
  check_source(source);
  const CachedArchive package(cache, source.sha256);
  if (!package.is_whole()) return std::nullopt;
  return fetch(source, cache);
}

}  // namespace reseed
