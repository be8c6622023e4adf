// SPDX-License-Identifier: Apache-2.0
#include "sources/package_source.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool made_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return kDigits.find(c) != kDigits.npos || kLetters.find(c) != kLetters.npos || more.find(c) != more.npos;
  });
}

bool ends_with_letter_or_digit(std::string_view text) {
  return made_of(text.substr(0, 1), "") && made_of(text.substr(text.size() - 1), "");
}

bool stays_inside(const std::filesystem::path& path) {
  return !path.is_absolute() && std::find(path.begin(), path.end(), "..") == path.end();
}

}  // namespace

void check_source(const PackageSource& source) {
  const auto want = [&](bool right, const char* key, const std::string& what, const std::string& found) {
    if (!right)
      throw Error(ErrorKind::manifest, "sources." + source.name + "." + key,
                  "want " + what + ", found \"" + found + "\"");
  };
  want(made_of(source.package, "._-") && ends_with_letter_or_digit(source.package), "package",
       "the registry's name of a package", source.package);
  want(made_of(source.version, ".!+_-") && ends_with_letter_or_digit(source.version), "version",
       "one exact version (1.2.3)", source.version);
  want(source.sha256.size() == 64 && source.sha256.find_first_not_of("0123456789abcdef") == std::string::npos, "sha256",
       "64 lower-case hexadecimal digits", source.sha256);
  want(stays_inside(source.path) && source.path.find('\0') == std::string::npos, "path",
       "a path inside the package, without ..", source.path);
  const std::size_t mark = source.path.find("!/");
  want(mark == std::string::npos || source.path.find("!/", mark + 2) == std::string::npos, "path",
       "at most one archive inside the package", source.path);
}

}  // namespace reseed
