// SPDX-License-Identifier: Apache-2.0
#include "tokenize/split_words.hpp"

#include "tokenize/character_classes.hpp"

namespace reseed::tokenize {
namespace {

/// Length of the English ending that begins with the apostrophe at `at`, 0 when there is none.
std::size_t contraction(const AlignedText& text, std::size_t at, std::size_t last) {
  const char32_t first = at + 1 < last ? text[at + 1].code : 0;
  const char32_t second = at + 2 < last ? text[at + 2].code : 0;
  if (first == U's' || first == U't' || first == U'm' || first == U'd') return 2;
  if ((first == U'r' || first == U'v') && second == U'e') return 3;
  if (first == U'l' && second == U'l') return 3;
  return 0;
}

}  // namespace

void split_bert(const AlignedText& text, Span span, std::vector<Span>& words) {
  const CharacterClasses& classes = CharacterClasses::table();
  std::size_t start = span.first;
  for (std::size_t at = span.first; at < span.last; ++at) {
    const unsigned kind = classes.of(text[at].code) & (kSpace | kPunctuation);
    if (kind == 0) continue;
    if (start < at) words.push_back({start, at});
    if ((kind & kSpace) == 0) words.push_back({at, at + 1});
    start = at + 1;
  }
  if (start < span.last) words.push_back({start, span.last});
}

void split_gpt2(const AlignedText& text, Span span, std::vector<Span>& words) {
  const CharacterClasses& classes = CharacterClasses::table();
  constexpr unsigned kKinds = kSpace | kLetter | kNumber;
  const auto kind = [&](std::size_t at) { return classes.of(text[at].code) & kKinds; };
  for (std::size_t at = span.first; at < span.last;) {
    const std::size_t start = at;
    if (text[at].code == U'\'') {
      if (const std::size_t length = contraction(text, at, span.last); length > 0) {
        at += length;
        words.push_back({start, at});
        continue;
      }
    }
    if (text[at].code == U' ' && at + 1 < span.last && (kind(at + 1) & kSpace) == 0) ++at;
    const unsigned wanted = kind(at);
    while (at < span.last && kind(at) == wanted) ++at;
    // White space before a word leaves its last character to the word, or to a word of its own.
    if ((wanted & kSpace) != 0 && at < span.last && at - start > 1) --at;
    words.push_back({start, at});
  }
}

}  // namespace reseed::tokenize
