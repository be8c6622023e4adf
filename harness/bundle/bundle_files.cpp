// SPDX-License-Identifier: Apache-2.0
#include "bundle/bundle_files.hpp"

#include <algorithm>
#include <array>

namespace reseed {
namespace {

constexpr std::array<std::string_view, 11> kOwn = {"bundle.json",
                                                   "manifest.toml",
                                                   "manifest.resolved.toml",
                                                   "runs.csv",
                                                   "measures.csv",
                                                   "published.csv",
                                                   "timing.csv",
                                                   "report.html",
                                                   "environment.json",
                                                   "ro-crate-metadata.json",
                                                   "SHA256SUMS"};
constexpr std::array<std::string_view, 3> kNamedElsewhere = {"pairs/", "tables/", "figures/"};
constexpr std::array<std::string_view, 6> kOfRecord = {"outcome.json",           "training.csv",
                                                       "evaluations.csv",        "test.safetensors",
                                                       "validation.safetensors", "weights.safetensors"};

bool holds(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_file_of_record(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return false;
  return holds(kOfRecord, name) || (name.starts_with("test.") && name.ends_with(".safetensors"));
}

}  // namespace

bool is_bundle_file(std::string_view name) {
  constexpr std::string_view kRecords = "records/";
  if (holds(kOwn, name)) return true;
  if (std::any_of(kNamedElsewhere.begin(), kNamedElsewhere.end(),
                  [&](auto folder) { return name.starts_with(folder); }))
    return true;
  if (!name.starts_with(kRecords)) return false;
  const std::size_t slash = name.find('/', kRecords.size());
  return slash != std::string_view::npos && is_file_of_record(name.substr(slash + 1));
}

}  // namespace reseed
