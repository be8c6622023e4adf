// SPDX-License-Identifier: Apache-2.0
#include "manifest/published_facts.hpp"

#include <algorithm>
#include <filesystem>

#include "base/files.hpp"
#include "base/sha256.hpp"

namespace reseed {

namespace fs = std::filesystem;

std::vector<std::string> known_published_facts() {
  std::vector<std::string> names;
  std::error_code error;  // no such folder: nothing is known
  for (fs::directory_iterator entry(share_directory() / "published", error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_directory()) names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

PublishedFacts published_facts(const std::string& name) {
  PublishedFacts facts;
  for (const auto& entry : fs::directory_iterator(share_directory() / "published" / name))
    if (entry.path().extension() == ".toml") facts[entry.path().filename().string()] = read_file(entry.path());
  return facts;
}

std::string published_digest(const PublishedFacts& facts) {
  std::string lines;
  for (const auto& [name, text] : facts) lines += sha256(text) + "  " + name + '\n';
  return sha256(lines);
}

}  // namespace reseed
