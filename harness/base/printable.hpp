// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/utf8.hpp"

namespace reseed {

/// Bytes of the character at `at` if it steers what shows the text instead of being shown; 0 where it is another. These
/// are the control characters C0 (with tab and line end), DEL and C1, which steer a terminal; the characters that turn
/// the direction of writing (Unicode standard annex 9, table 4), by which a name may read as another one; and the
/// separators of lines and paragraphs.
inline std::size_t control_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U; };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return 2;
  if (byte(0) == 0xd8 && byte(1) == 0x9c) return 2;  // U+061C
  if (byte(0) != 0xe2) return 0;
  const bool is_mark = byte(1) == 0x80 && (byte(2) == 0x8e || byte(2) == 0x8f);    // U+200E, U+200F
  const bool is_override = byte(1) == 0x80 && byte(2) >= 0xa8 && byte(2) <= 0xae;  // U+2028 to U+202E
  const bool is_isolate = byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;   // U+2066 to U+2069
  return is_mark || is_override || is_isolate ? 3 : 0;
}

inline bool has_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (control_length(text, at) != 0) return true;
  return false;
}

/// Text that may hold words of somebody's file, for a terminal: the bytes of characters that would steer it
/// (control_length), and those of a text that is no UTF-8, become \xNN.
inline std::string printable(std::string_view text) {
  constexpr const char* kDigits = "0123456789abcdef";
  const bool is_utf8 = !first_invalid_utf8(text);
  std::string out;
  std::size_t to_escape = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (to_escape == 0) to_escape = is_utf8 || byte < 0x80 ? control_length(text, at) : 1;
    if (to_escape == 0) {
      out += text[at];
    } else {
      ((out += "\\x") += kDigits[byte >> 4]) += kDigits[byte & 15];
      --to_escape;
    }
  }
  return out;
}

}  // namespace reseed
