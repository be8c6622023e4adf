// SPDX-License-Identifier: Apache-2.0
#include "import/name.hpp"

#include <algorithm>
#include <string_view>

namespace reseed {
namespace {

constexpr std::size_t kLongestName = 100;

/// Length of the character at this position if it steers a terminal or the direction of writing, else 0: C1 controls,
/// U+061C, U+200E, U+200F, U+2028 to U+202E and U+2066 to U+2069.
std::size_t steering_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const auto byte = [&](std::size_t i) { return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0; };
  const auto within = [&](std::size_t i, int low, int high) { return byte(i) >= low && byte(i) <= high; };
  if (within(0, 0x00, 0x1F) || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && within(1, 0x80, 0x9F)) return 2;
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return 2;
  if (byte(0) != 0xE2) return 0;
  if (byte(1) == 0x80 && (within(2, 0x8E, 0x8F) || within(2, 0xA8, 0xAE))) return 3;
  return byte(1) == 0x81 && within(2, 0xA6, 0xA9) ? 3 : 0;
}

bool is_letter_or_digit(unsigned char c) {
  return c > 0x7F || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

bool is_import_name(const std::string& name) {
  if (name.empty() || name.size() > kLongestName || name.front() == ' ' || name.back() == ' ') return false;
  if (name.find('/') != std::string::npos || std::none_of(name.begin(), name.end(), is_letter_or_digit)) return false;
  for (std::size_t at = 0; at < name.size(); ++at)
    if (steering_at(name, at) > 0) return false;
  return true;
}

std::string shown_name(const std::string& name) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  std::size_t at = 0;
  while (at < name.size() && text.size() < kLongestName) {
    for (std::size_t end = at + steering_at(name, at); at < end; ++at) {
      const auto byte = static_cast<unsigned char>(name[at]);
      ((text += "\\x") += kDigits[byte >> 4]) += kDigits[byte & 15];
    }
    if (at < name.size() && steering_at(name, at) == 0) text += name[at++];
  }
  while (at < name.size() && (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80)
    text += name[at++];  // whole letters
  return '"' + text + (at < name.size() ? "\"..." : "\"");
}

}  // namespace reseed
