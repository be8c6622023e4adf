// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reseed::tokenize {

/// A code point of a text that may have been normalised, and the code points [begin, end) of the original it came from.
struct Char {
  char32_t code;
  std::uint32_t begin;
  std::uint32_t end;
};

using AlignedText = std::vector<Char>;

/// Code points [first, last) of an AlignedText, by index.
struct Span {
  std::size_t first;
  std::size_t last;
};

/// The code points of a UTF-8 text, each aligned with itself. `place` names the text in errors.
/// Errors: Error(data) naming the first byte that is not UTF-8, counted from 0.
AlignedText decode_utf8(std::string_view text, std::string_view place = "token");

/// Appends one code point as UTF-8.
void append_utf8(std::string& text, char32_t code);

/// The span as UTF-8.
std::string encode_utf8(const AlignedText& text, Span span);

}  // namespace reseed::tokenize
