// SPDX-License-Identifier: Apache-2.0
#include "bundle/migrations.hpp"

#include <utility>

#include "base/files.hpp"

namespace reseed {

std::string Migrations::migrated(int version, std::string_view name, std::string text) const {
  for (auto step = steps_.begin() + (version - 1); step != steps_.end(); ++step) text = (*step)(name, std::move(text));
  return text;
}

const Migrations& Migrations::shipped() {
  static const Migrations steps({});  // there is one version
  return steps;
}

BundleTexts::BundleTexts(std::filesystem::path folder, int version, const Migrations& migrations)
    : folder_(std::move(folder)), version_(version), migrations_(&migrations) {}

std::string BundleTexts::read(std::string_view name) const {
  return migrations_->migrated(version_, name, read_file(file_in_bundle(folder_, name)));
}

}  // namespace reseed
