// SPDX-License-Identifier: Apache-2.0
#include "bundle/checksums.hpp"

#include <algorithm>

#include "base/sha256.hpp"
#include "bundle/bundle.hpp"
#include "bundle/crate.hpp"
#include "reseed/error.hpp"

namespace reseed {

namespace fs = std::filesystem;

std::string write_checksums(const Checksums& checksums) {
  std::string text;
  for (const auto& [name, digest] : checksums) text += digest + "  " + name + '\n';
  return text;
}

bool stays_inside(std::string_view name) {
  if (name.find('\0') != std::string_view::npos || name.find_first_of("\n\\") != std::string_view::npos) return false;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == name.size()) return true;
    begin = end + 1;
  }
}

Checksums parse_checksums(std::string_view text, const std::string& place) {
  constexpr std::size_t kDigits = 64;
  Checksums checksums;
  std::size_t line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view entry = text.substr(begin, end - begin);
    const std::string where = place + ":" + std::to_string(line);
    const std::string_view digest = entry.substr(0, kDigits);
    if (entry.size() < kDigits + 3 || entry.substr(kDigits, 2) != "  " ||
        digest.find_first_not_of("0123456789abcdef") != std::string_view::npos)
      throw Error(ErrorKind::data, where, "want 64 hexadecimal digits, two blanks and a name, found another line");
    const std::string name(entry.substr(kDigits + 2));
    if (!stays_inside(name))
      throw Error(ErrorKind::data, where, "want the name of a file of the bundle, found \"" + name + "\"");
    if (!checksums.emplace(name, digest).second)
      throw Error(ErrorKind::data, where, "want every file once, found " + name + " twice");
    begin = end + 1;
  }
  return checksums;
}

std::set<std::string> files_below(const fs::path& folder, std::set<std::string>& strange) {
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {  // does not follow links
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_symlink() || (!entry.is_directory() && !entry.is_regular_file()))
      strange.insert(name);
    else if (entry.is_regular_file())
      files.insert(name);
  }
  return files;
}

std::set<std::string> empty_folders_below(const fs::path& folder) {
  std::set<std::string> folders;
  for (const auto& entry : fs::recursive_directory_iterator(folder))  // does not follow links
    if (!entry.is_symlink() && entry.is_directory() && fs::is_empty(entry.path()))
      folders.insert(entry.path().lexically_relative(folder).generic_string());
  return folders;
}

bool is_volatile(std::string_view name) {
  return name == "timing.csv" || name == "environment.json" || name == kCrateFile || name == "SHA256SUMS";
}

bool is_made_of_others(std::string_view name) { return name == kPageFile || name == kCrateFile; }

std::string content_digest(const Checksums& checksums) {
  Checksums content;
  for (const auto& [name, digest] : checksums) {
    const std::string folder = name.substr(0, name.find('/'));
    if (name == "runs.csv" || name == "measures.csv" || name == "published.csv" ||
        (folder != name && (folder == "pairs" || folder == "records" || folder == "tables" || folder == "figures")))
      content[name] = digest;
  }
  return sha256(write_checksums(content));
}

}  // namespace reseed
