// SPDX-License-Identifier: Apache-2.0
#include "tokenize/byte_alphabet.hpp"

#include <array>

#include "tokenize/aligned_text.hpp"

namespace reseed::tokenize {
namespace {

constexpr std::array<char32_t, 256> make_letters() {
  std::array<char32_t, 256> letters{};
  char32_t next = 256;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    letters[byte] = printable ? byte : next++;
  }
  return letters;
}

constexpr std::array<char32_t, 256> kLetters = make_letters();

}  // namespace

char32_t letter_of_byte(std::uint8_t byte) { return kLetters[byte]; }

std::optional<std::string> bytes_of_token(std::string_view token) {
  std::string bytes;
  for (const Char& c : decode_utf8(token)) {
    std::size_t byte = c.code;
    if (byte >= kLetters.size() || kLetters[byte] != c.code) {
      byte = 0;
      while (byte < kLetters.size() && kLetters[byte] != c.code) ++byte;
      if (byte == kLetters.size()) return std::nullopt;
    }
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace reseed::tokenize
