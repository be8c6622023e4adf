// SPDX-License-Identifier: Apache-2.0
#include "data/place.hpp"

#include <cstdlib>

#include "reseed/error.hpp"

namespace reseed {

std::filesystem::path expanded_path(const std::string& text, const std::filesystem::path& base) {
  std::string path = text;
  if (path == "~" || path.starts_with("~/")) path = "$HOME" + path.substr(1);
  if (path.starts_with('$')) {
    const std::size_t end = path.find('/');
    const std::string name = path.substr(1, end == std::string::npos ? end : end - 1);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0')
      throw Error(ErrorKind::manifest, text, "want the environment variable " + name + " set, found nothing");
    path = value + (end == std::string::npos ? std::string() : path.substr(end));
  }
  return std::filesystem::absolute(base / path).lexically_normal();
}

}  // namespace reseed
