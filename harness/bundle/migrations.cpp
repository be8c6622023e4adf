// SPDX-License-Identifier: Apache-2.0
#include "bundle/migrations.hpp"

#include <utility>

#include "base/files.hpp"
#include "bundle/from_version_1.hpp"

namespace reseed {

std::string Migrations::migrated(int version, std::string_view name, std::string text) const {
  for (; version < newest(); ++version) text = from(version).text(name, std::move(text));
  return text;
}

const Migrations& Migrations::shipped() {
  static const Migrations steps({from_version_1()});
  return steps;
}

BundleTexts::BundleTexts(std::filesystem::path folder, int version, const Migrations& migrations)
    : BundleTexts(std::move(folder), version, migrations.newest(), migrations) {}

BundleTexts::BundleTexts(std::filesystem::path folder, int version, int target, const Migrations& migrations)
    : folder_(std::move(folder)) {
  if (target == version) return;
  older_.reset(new BundleTexts(folder_, version, target - 1, migrations));
  step_ = &migrations.from(target - 1);
}

const std::map<std::string, std::string>& BundleTexts::new_files() const {
  if (!new_files_) {
    const bool some = step_ != nullptr && step_->further;
    new_files_ = some ? step_->further(*older_) : std::map<std::string, std::string>();
  }
  return *new_files_;
}

bool BundleTexts::has(std::string_view name) const {
  if (older_ == nullptr) return std::filesystem::is_regular_file(file_in_bundle(folder_, name));
  return older_->has(name) || new_files().contains(std::string(name));
}

std::string BundleTexts::read(std::string_view name) const {
  if (older_ == nullptr) return read_file(file_in_bundle(folder_, name));
  if (!older_->has(name))
    if (const auto found = new_files().find(std::string(name)); found != new_files().end()) return found->second;
  return step_->text(name, older_->read(name));
}

std::vector<std::string> BundleTexts::further() const {
  if (older_ == nullptr) return {};
  std::vector<std::string> names = older_->further();
  for (const auto& [name, text] : new_files()) names.push_back(name);
  return names;
}

}  // namespace reseed
