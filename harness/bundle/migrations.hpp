// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bundle/bundle.hpp"

namespace reseed {

class BundleTexts;

/// One step of the bundle's schema, from version N to N + 1. A file never goes: what became superfluous is left unread.
struct Migration {
  /// The text of a file of version N as version N + 1 would have written it. It is asked for every text file that is
  /// read, "bundle.json" first, and gives back what it does not know, or cannot read, as it is.
  std::function<std::string(std::string_view name, std::string text)> text;
  /// The files of version N + 1 that a bundle of version N does not have, name -> content, of those that it has. Not
  /// asked for a bundle.json. Empty: none. Errors: Error(data) naming the file that contradicts another.
  std::function<std::map<std::string, std::string>(const BundleTexts& older)> further = {};
};

/// The steps from version 1 on, in order: the first leads to version 2. Files on disk are never changed.
///
/// Tensors (pairs, records) have no steps: who reads them looks at their names. docs/bundles.md says how a version
/// rises.
class Migrations {
 public:
  explicit Migrations(std::vector<Migration> steps) : steps_(std::move(steps)) {}

  /// The version that the last step leads to, which is the one that is written.
  int newest() const { return 1 + static_cast<int>(steps_.size()); }

  /// The step from `version` (1 to newest() - 1) to the next.
  const Migration& from(int version) const { return steps_.at(static_cast<std::size_t>(version - 1)); }

  /// The text of a file of a bundle of `version` (1 to newest()) in the newest version. Errors: those of the steps.
  std::string migrated(int version, std::string_view name, std::string text) const;

  /// The steps of this program.
  static const Migrations& shipped();

 private:
  std::vector<Migration> steps_;
};

/// The text files of one bundle, whatever its version, as the newest version has them. Of one thread.
class BundleTexts {
 public:
  /// `version`: that of the bundle on disk, 1 to migrations.newest().
  BundleTexts(std::filesystem::path folder, int version, const Migrations& migrations = Migrations::shipped());

  /// True for a file that is there, or that the newest version would have of what is there. Errors: those of further()
  /// and Error(data) for a name that leaves the bundle or a symbolic link.
  bool has(std::string_view name) const;

  /// Errors: those of has() and of the steps, and Error(data) for a file that cannot be read.
  std::string read(std::string_view name) const;

  /// Names of the files that the newest version has and this bundle on disk does not. Errors: those of the steps.
  std::vector<std::string> further() const;

 private:
  BundleTexts(std::filesystem::path folder, int version, int target, const Migrations& migrations);
  const std::map<std::string, std::string>& new_files() const;

  std::filesystem::path folder_;
  std::shared_ptr<const BundleTexts> older_;  ///< null: as on disk
  const Migration* step_ = nullptr;           ///< from older_ to this
  mutable std::optional<std::map<std::string, std::string>> new_files_;
};

/// The version that bundle.json names: to be asked of every bundle of a command before anything else is looked at.
/// Errors: Error(newer) with both numbers; Error(data) when there is no bundle.json, or none with a version.
int bundle_schema_version(const std::filesystem::path& folder, const Migrations& migrations = Migrations::shipped());

/// read_bundle and verify_bundle, which go through Migrations::shipped(), through other steps.
Bundle read_bundle(const std::filesystem::path& folder, const Migrations& migrations);
Verification verify_bundle(const std::filesystem::path& folder, const Migrations& migrations);

}  // namespace reseed
