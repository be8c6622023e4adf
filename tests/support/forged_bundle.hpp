// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "base/files.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "bundle/migrations.hpp"

namespace reseed::test {

/// Writes a bundle of any version anew after `change`, in the newest, with right checksums: what it says then is whole,
/// but not what was found.
inline void forge(const std::filesystem::path& bundle, const std::filesystem::path& forged,
                  const std::function<void(BundleContent&)>& change) {
  const Bundle old = read_bundle(bundle);
  BundleContent content;
  content.info = old.info;
  content.manifest = old.manifest;
  content.resolved_manifest = old.resolved_manifest;
  content.runs = old.runs;
  content.measures = old.measures;
  content.timing = old.timing;
  content.environment = old.environment;
  const BundleTexts texts(bundle, old.info.schema_version);
  std::set<std::string> strange, names = files_below(bundle, strange);
  for (const std::string& name : texts.further()) names.insert(name);
  for (const std::string& name : names) {
    if (is_volatile(name)) continue;
    if (name.starts_with("records/") || name.starts_with("pairs/"))
      content.stored[name] = {bundle / name, ""};
    else if (name.starts_with("tables/") || name.starts_with("figures/") || name == "published.csv")
      content.files[name] = texts.read(name);
  }
  change(content);
  write_bundle(forged, content, KeepRecords::copy);
}

}  // namespace reseed::test
