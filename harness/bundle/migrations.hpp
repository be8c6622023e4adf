// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bundle/bundle.hpp"

namespace reseed {

/// One step of the bundle's schema: the text of a file of version N as version N + 1 would have written it. It is asked
/// for every text file that is read, "bundle.json" first, and gives back what it does not know as it is.
using Migration = std::function<std::string(std::string_view name, std::string text)>;

/// The steps from version 1 on, in order: the first leads to version 2. Files on disk are never changed.
///
/// Tensors (pairs, records) have no steps: who reads them looks at their names. docs/bundles.md says how a version
/// rises.
class Migrations {
 public:
  explicit Migrations(std::vector<Migration> steps) : steps_(std::move(steps)) {}

  /// The version that the last step leads to, which is the one that is written.
  int newest() const { return 1 + static_cast<int>(steps_.size()); }

  /// The text of a file of a bundle of `version` (1 to newest()) in the newest version. Errors: those of the steps.
  std::string migrated(int version, std::string_view name, std::string text) const;

  /// The steps of this program.
  static const Migrations& shipped();

 private:
  std::vector<Migration> steps_;
};

/// The text files of one bundle, whatever its version, as the newest version has them.
class BundleTexts {
 public:
  BundleTexts(std::filesystem::path folder, int version, const Migrations& migrations = Migrations::shipped());

  /// Errors: Error(data) for a name that leaves the bundle, a symbolic link, or a file that cannot be read.
  std::string read(std::string_view name) const;

 private:
  std::filesystem::path folder_;
  int version_;
  const Migrations* migrations_;
};

/// The version that bundle.json names: to be asked of every bundle of a command before anything else is looked at.
/// Errors: Error(newer) with both numbers; Error(data) when there is no bundle.json, or none with a version.
int bundle_schema_version(const std::filesystem::path& folder, const Migrations& migrations = Migrations::shipped());

/// read_bundle and verify_bundle, which go through Migrations::shipped(), through other steps.
Bundle read_bundle(const std::filesystem::path& folder, const Migrations& migrations);
Verification verify_bundle(const std::filesystem::path& folder, const Migrations& migrations);

}  // namespace reseed
