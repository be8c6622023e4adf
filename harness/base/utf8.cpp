// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

namespace reseed {
namespace {

struct Lead {
  std::size_t length;   ///< of the sequence; 0: this byte begins none
  unsigned char lower;  ///< range of the second byte
  unsigned char upper;
};

constexpr Lead lead(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Lead first = lead(static_cast<unsigned char>(text[at]));
    if (first.length == 0 || text.size() - at < first.length) return at;
    for (std::size_t i = 1; i < first.length; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      const bool good = i == 1 ? byte >= first.lower && byte <= first.upper : (byte & 0xC0) == 0x80;
      if (!good) return at;
    }
    at += first.length;
  }
  return std::nullopt;
}

}  // namespace reseed
