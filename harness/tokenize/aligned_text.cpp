// SPDX-License-Identifier: Apache-2.0
#include "tokenize/aligned_text.hpp"

#include <unicode/utf8.h>

#include <limits>

#include "reseed/error.hpp"

namespace reseed::tokenize {

AlignedText decode_utf8(std::string_view text, std::string_view place) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw Error(ErrorKind::data, std::string(place),
                "want less than 2 GiB, found " + std::to_string(text.size()) + " bytes");
  AlignedText decoded;
  decoded.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  std::uint32_t count = 0;
  for (std::int32_t at = 0; at < size; ++count) {
    const std::int32_t start = at;
    if (bytes[at] < 0x80) {
      decoded.push_back({bytes[at++], count, count + 1});
      continue;
    }
    UChar32 code;
    U8_NEXT(bytes, at, size, code);
    if (code < 0)
      throw Error(ErrorKind::data, std::string(place) + " byte " + std::to_string(start),
                  "want UTF-8, found the byte " + std::to_string(bytes[start]) + " there; convert the file to UTF-8");
    decoded.push_back({static_cast<char32_t>(code), count, count + 1});
  }
  return decoded;
}

void append_utf8(std::string& text, char32_t code) {
  char bytes[U8_MAX_LENGTH];
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, code);
  text.append(bytes, static_cast<std::size_t>(length));
}

std::string encode_utf8(const AlignedText& text, Span span) {
  std::string encoded;
  for (std::size_t i = span.first; i < span.last; ++i) append_utf8(encoded, text[i].code);
  return encoded;
}

}  // namespace reseed::tokenize
