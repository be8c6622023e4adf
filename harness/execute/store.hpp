// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "execute/lock_file.hpp"

namespace reseed {

/// One file of an entry.
struct EntryFile {
  std::string name;
  std::string sha256;
  std::uint64_t size = 0;  ///< bytes
};

/// All files below a folder, by name, with their checksums; their bytes have reached the disk.
std::vector<EntryFile> digest_files(const std::filesystem::path& folder);
/// sha256 over names and checksums: equal content, equal digest.
std::string digest_of(const std::vector<EntryFile>& files);

/// A whole entry: its files lie in `folder`.
struct StoreEntry {
  std::filesystem::path folder;
  std::vector<EntryFile> files;  ///< by name
  nlohmann::json info;           ///< what the writer noted beside the files (durations may stand here)

  std::uint64_t bytes() const;
};

/// Address of an entry: what it is ("run", "measurement") and the digest of everything that can change its bits.
struct StoreKey {
  std::string kind;
  std::string digest;

  auto operator<=>(const StoreKey&) const = default;
};

/// Results by content, shared by all studies and processes of a user.
///
/// An entry is whole or absent: it is written under a temporary name, its marker with the checksums last, and renamed
/// into place. Every file's checksum is compared on reading. kill -9 at any moment loses at most what was being
/// written. Threads: one object, one thread; any number of processes and objects on one folder.
class Store {
 public:
  /// Makes the folder when it is absent and removes what killed processes left half-written.
  /// Errors: Error(data) when it cannot be written, or holds another store version; Error(unfinished): disk full.
  explicit Store(std::filesystem::path folder);

  /// RESEED_STORE, else ${XDG_CACHE_HOME:-~/.cache}/reseed/store.
  static std::filesystem::path default_folder();

  const std::filesystem::path& folder() const { return folder_; }

  struct Lookup {
    std::optional<StoreEntry> entry;  ///< present and whole
    bool damaged = false;
    std::string reason;  ///< why there is no entry, in words; empty when there is one
  };

  /// Reads and checks an entry. A damaged one is moved to `damaged/`, so that its task runs again.
  Lookup find(const StoreKey& key);
  /// The same without touching anything: what `plan` shows.
  Lookup look(const StoreKey& key) const;

  /// Whether there is an entry, whole or not: costs next to nothing.
  bool holds(const StoreKey& key) const { return std::filesystem::exists(entry_folder(key)); }

  /// The right to make an entry; empty while another process has it. Let go (or die) to give it up.
  std::optional<LockFile> lease(const StoreKey& key);
  /// Is another process at it, or was one killed at it?
  LockFile::State lease_state(const StoreKey& key) const;

  /// A folder inside the store for files to come; removed unless it is committed. Also removed by the next Store object
  /// when this process is killed.
  class Draft {
   public:
    const std::filesystem::path& folder() const { return folder_; }
    Draft(Draft&&) noexcept = default;
    Draft& operator=(Draft&&) noexcept = delete;
    ~Draft();

   private:
    friend class Store;
    Draft(std::filesystem::path folder, LockFile lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
    std::filesystem::path folder_;
    LockFile lock_;
  };
  Draft draft();

  /// Makes the draft's files the entry of this key. An entry that is there already wins and the draft is dropped.
  /// Errors: Error(unfinished) when the disk is full.
  StoreEntry commit(Draft draft, const StoreKey& key, const nlohmann::json& info);

  /// Folder for small facts that are no results (device classes, speeds); any of them may be deleted at any time.
  std::filesystem::path memory() const { return folder_ / "memory"; }

 private:
  std::filesystem::path entry_folder(const StoreKey& key) const;
  std::filesystem::path lease_file(const StoreKey& key) const;
  void remove_stale_drafts();

  std::filesystem::path folder_;
  std::map<StoreKey, StoreEntry> checked_;  ///< entries whose checksums were compared by this object
};

}  // namespace reseed
