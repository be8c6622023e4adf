// SPDX-License-Identifier: Apache-2.0
#include "import/name.hpp"

#include <algorithm>

#include "base/printable.hpp"

namespace reseed {
namespace {

constexpr std::size_t kLongestName = 100;

bool is_letter_or_digit(unsigned char c) {
  return c > 0x7F || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool is_import_name(const std::string& name) {
  if (name.empty() || name.size() > kLongestName || name.front() == ' ' || name.back() == ' ') return false;
  if (name.find('/') != std::string::npos || has_control(name)) return false;
  return std::any_of(name.begin(), name.end(), is_letter_or_digit);
}

std::string shown_name(const std::string& name) {
  std::size_t end = std::min(name.size(), kLongestName);
  while (end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) ++end;  // whole letters
  return '"' + printable(name.substr(0, end)) + (end < name.size() ? "\"..." : "\"");
}

}  // namespace reseed
