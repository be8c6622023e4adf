// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "base/files.hpp"
#include "bundle/bundle.hpp"

namespace reseed::test {

/// Writes a bundle anew after `change`, with right checksums: what it says then is whole, but not what was found.
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
  for (const auto& entry : std::filesystem::recursive_directory_iterator(bundle)) {
    const std::string name = std::filesystem::relative(entry.path(), bundle).generic_string();
    if (!entry.is_regular_file() || is_volatile(name)) continue;
    if (name.starts_with("records/") || name.starts_with("pairs/"))
      content.stored[name] = {entry.path(), ""};
    else if (name.starts_with("tables/") || name.starts_with("figures/") || name == "published.csv")
      content.files[name] = read_file(entry.path());
  }
  change(content);
  write_bundle(forged, content, KeepRecords::copy);
}

}  // namespace reseed::test
