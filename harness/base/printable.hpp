// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace reseed {

/// Text that may hold words of somebody's file, for a terminal: control characters, which would break the line or steer
/// the terminal, become \xNN.
inline std::string printable(std::string_view text) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte >= 0x20 && byte != 0x7f)
      out += letter;
    else
      ((out += "\\x") += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return out;
}

}  // namespace reseed
