// SPDX-License-Identifier: Apache-2.0
#include "execute/store.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr const char* kMarker = "entry.json";

[[noreturn]] void fail(const fs::path& path, const std::error_code& error) {
  const bool full = error == std::errc::no_space_on_device || error.value() == EDQUOT;
  throw Error(full ? ErrorKind::unfinished : ErrorKind::data, path.string(),
              "the store cannot be written: " + error.message() +
                  (full ? "; free some space and call again" : "; choose another folder with --store"));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail(folder, error);
}

/// Bytes and name reach the disk before the marker says so.
void sync(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, std::error_code(errno, std::generic_category()));
  const int result = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  if (result != 0 && error != EINVAL) fail(path, std::error_code(error, std::generic_category()));
}

/// The marker's text; the last field holds the digest of the text without it, so that a flipped byte shows.
std::string marker_text(const StoreEntry& entry) {
  Json files = Json::object();
  for (const EntryFile& file : entry.files) files[file.name] = {{"sha256", file.sha256}, {"size", file.size}};
  Json marker = {{"files", std::move(files)}, {"info", entry.info}};
  const std::string digest = sha256(dump_json(marker));
  marker["marker_sha256"] = digest;
  return dump_json(marker) + "\n";
}

/// What an entry says of its place, so that one that was moved to another's shows.
std::string place_text(const StoreKey& key) { return key.kind + " " + key.digest; }

/// Errors: Error(data) saying what is wrong with the entry.
StoreEntry read_entry(const fs::path& folder) {
  const fs::path marker_file = folder / kMarker;
  const std::string text = read_file(marker_file);
  const Json marker = parse_json(text, marker_file.string());
  StoreEntry entry{folder, {}, marker.value("info", Json())};
  try {
    for (const auto& [name, file] : marker.at("files").items())
      entry.files.push_back({name, file.at("sha256").get<std::string>(), file.at("size").get<std::uint64_t>()});
  } catch (const Json::exception&) {
    throw Error(ErrorKind::data, marker_file.string(), "its list of files cannot be read");
  }
  if (marker_text(entry) != text) throw Error(ErrorKind::data, marker_file.string(), "its checksum differs");
  for (const EntryFile& file : entry.files) {
    const fs::path path = folder / file.name;
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) throw Error(ErrorKind::data, path.string(), "is missing");
    if (size != file.size)
      throw Error(ErrorKind::data, path.string(),
                  "want " + std::to_string(file.size) + " bytes, found " + std::to_string(size));
    if (sha256_file(path) != file.sha256) throw Error(ErrorKind::data, path.string(), "its checksum differs");
  }
  return entry;
}

}  // namespace

std::uint64_t StoreEntry::bytes() const {
  return std::accumulate(files.begin(), files.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const EntryFile& file) { return sum + file.size; });
}

std::vector<EntryFile> digest_files(const fs::path& folder) {
  std::vector<EntryFile> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    sync(entry.path());
    files.push_back(
        {fs::relative(entry.path(), folder).generic_string(), sha256_file(entry.path()), entry.file_size()});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

std::string digest_of(const std::vector<EntryFile>& files) {
  Sha256 hash;
  for (const EntryFile& file : files) hash.update(file.sha256 + "  " + file.name + "\n");
  return hash.finish();
}

Store::Store(fs::path folder) : folder_(fs::absolute(folder).lexically_normal()) {
  for (const char* part : {"drafts", "leases", "memory"}) make_folder(folder_ / part);
  const fs::path version_file = folder_ / "store.json";
  if (!fs::exists(version_file)) write_file(version_file, dump_json({{"store_version", kVersion}}) + "\n");
  const Json version = parse_json(read_file(version_file), version_file.string());
  if (!version.is_object() || version.value("store_version", 0) != kVersion)
    throw Error(ErrorKind::data, version_file.string(),
                "want a store of version " + std::to_string(kVersion) + ", found " + dump_json(version) +
                    "; choose another folder with --store");
  remove_stale_drafts();
}

fs::path Store::default_folder() {
  if (const char* given = std::getenv("RESEED_STORE"); given != nullptr && *given != '\0') return given;
  return cache_directory() / "store";
}

fs::path Store::entry_folder(const StoreKey& key) const {
  return folder_ / (key.kind + "s") / key.digest.substr(0, 2) / key.digest;
}

fs::path Store::lease_file(const StoreKey& key) const { return folder_ / "leases" / (key.kind + "-" + key.digest); }

Store::Lookup Store::look(const StoreKey& key) const {
  const fs::path folder = entry_folder(key);
  if (!fs::exists(folder)) return {std::nullopt, false, "not stored yet"};
  try {
    StoreEntry entry = read_entry(folder);
    if (entry.info.is_object() && entry.info.value("key", place_text(key)) != place_text(key))
      throw Error(ErrorKind::data, (folder / kMarker).string(), "it is the entry of another key, moved here");
    return {std::move(entry), false, ""};
  } catch (const Error& error) {
    return {std::nullopt, true, std::string("stored but damaged: ") + error.what()};
  }
}

Store::Lookup Store::find(const StoreKey& key) {
  if (const auto known = checked_.find(key); known != checked_.end()) return {known->second, false, ""};
  Lookup lookup = look(key);
  if (lookup.entry) checked_.emplace(key, *lookup.entry);
  if (!lookup.damaged) return lookup;
  make_folder(folder_ / "damaged");
  for (int number = 1;; ++number) {
    const fs::path aside = folder_ / "damaged" / (key.kind + "-" + key.digest + "-" + std::to_string(number));
    if (fs::exists(aside)) continue;
    std::error_code error;
    fs::rename(entry_folder(key), aside, error);
    if (error == std::errc::directory_not_empty || error == std::errc::file_exists) continue;
    // Another process may have set it aside, or replaced it, in the meantime.
    if (error && error != std::errc::no_such_file_or_directory) fail(aside, error);
    lookup.reason += "; set aside in " + aside.string();
    return lookup;
  }
}

std::optional<LockFile> Store::lease(const StoreKey& key) { return LockFile::take(lease_file(key)); }

LockFile::State Store::lease_state(const StoreKey& key) const { return LockFile::state(lease_file(key)); }

Store::Draft Store::draft() {
  static int count = 0;
  for (;;) {
    const fs::path folder = folder_ / "drafts" / (std::to_string(::getpid()) + "-" + std::to_string(++count));
    std::optional<LockFile> lock = LockFile::take(folder.string() + ".lock");
    if (!lock) continue;  // a process of this number on another machine
    std::error_code error;
    fs::remove_all(folder, error);
    make_folder(folder);
    return Draft(folder, std::move(*lock));
  }
}

Store::Draft::~Draft() {
  std::error_code ignored;  // what cannot be removed now is removed by a later Store
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

StoreEntry Store::commit(Draft draft, const StoreKey& key, const Json& info) {
  StoreEntry entry{entry_folder(key), digest_files(draft.folder()), info};
  entry.info["key"] = place_text(key);
  write_file(draft.folder() / kMarker, marker_text(entry));
  sync(draft.folder());
  make_folder(entry.folder.parent_path());
  std::error_code error;
  fs::rename(draft.folder(), entry.folder, error);
  if (error == std::errc::directory_not_empty || error == std::errc::file_exists) {
    if (Lookup there = find(key); there.entry) return *there.entry;
    fs::rename(draft.folder(), entry.folder, error);
  }
  if (error) fail(entry.folder, error);
  sync(entry.folder.parent_path());
  checked_.insert_or_assign(key, entry);
  return entry;
}

void Store::remove_stale_drafts() {
  std::error_code ignored;  // another process may be at the same work
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_ / "drafts", ignored)) {
    if (entry.path().extension() != ".lock") continue;
    if (const std::optional<LockFile> lock = LockFile::take(entry.path())) {
      fs::path folder = entry.path();
      fs::remove_all(folder.replace_extension(), ignored);
    }
  }
}

}  // namespace reseed
