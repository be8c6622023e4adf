// SPDX-License-Identifier: Apache-2.0
#include "tokenize/bert_normalizer.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>

#include "reseed/error.hpp"
#include "tokenize/character_classes.hpp"

namespace reseed::tokenize {
namespace {

const icu::Normalizer2& decomposition() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFDInstance(status);
  if (U_FAILURE(status))
    throw Error(ErrorKind::internal, "ICU", std::string("no normalisation data: ") + u_errorName(status));
  return *normalizer;
}

void clean(AlignedText& text) {
  const CharacterClasses& classes = CharacterClasses::table();
  std::erase_if(text, [&](const Char& c) { return (classes.of(c.code) & kDropped) != 0; });
  for (Char& c : text)
    if ((classes.of(c.code) & kSpace) != 0) c.code = U' ';
}

void space_ideographs(AlignedText& text) {
  const CharacterClasses& classes = CharacterClasses::table();
  const auto is_ideograph = [&](const Char& c) { return (classes.of(c.code) & kIdeograph) != 0; };
  const auto count = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_ideograph));
  if (count == 0) return;
  AlignedText spaced;
  spaced.reserve(text.size() + 2 * count);
  for (const Char& c : text) {
    if (!is_ideograph(c)) {
      spaced.push_back(c);
      continue;
    }
    const Char blank{U' ', c.begin, c.end};
    spaced.insert(spaced.end(), {blank, c, blank});
  }
  text = std::move(spaced);
}

/// Canonical decomposition with canonical order. The alignments follow the order of the text, not the reordered
/// marks: each mark that replaces one takes the next place. Tables of Unicode 9.0, as in the reference: newer
/// characters neither decompose nor move.
void decompose(AlignedText& text) {
  constexpr char32_t kFirstWithDecomposition = 0xC0;
  if (std::none_of(text.begin(), text.end(), [](const Char& c) { return c.code >= kFirstWithDecomposition; })) return;
  struct Part {
    char32_t code;
    std::uint8_t order;
    bool inserted;
  };
  const icu::Normalizer2& nfd = decomposition();
  std::vector<Part> parts;
  parts.reserve(text.size() + text.size() / 2);
  icu::UnicodeString letters;
  for (const Char& c : text) {
    const auto code = static_cast<UChar32>(c.code);
    if (c.code < kFirstWithDecomposition || !in_unicode(9, c.code)) {
      parts.push_back({c.code, 0, false});
      continue;
    }
    if (!nfd.getDecomposition(code, letters)) {
      parts.push_back({c.code, u_getCombiningClass(code), false});
      continue;
    }
    for (std::int32_t at = 0; at < letters.length(); at = letters.moveIndex32(at, 1)) {
      const UChar32 part = letters.char32At(at);
      parts.push_back({static_cast<char32_t>(part), u_getCombiningClass(part), at > 0});
    }
  }
  for (auto at = parts.begin(); at != parts.end();) {
    if (at->order == 0) {
      ++at;
      continue;
    }
    const auto end = std::find_if(at, parts.end(), [](const Part& part) { return part.order == 0; });
    std::stable_sort(at, end, [](const Part& a, const Part& b) { return a.order < b.order; });
    at = end;
  }
  AlignedText decomposed;
  decomposed.reserve(parts.size());
  std::size_t next = 0;
  for (const Part& part : parts) {
    if (!part.inserted) ++next;
    const Char place = next == 0 ? Char{0, 0, 0} : text[next - 1];
    decomposed.push_back({part.code, place.begin, place.end});
  }
  text = std::move(decomposed);
}

void strip_marks(AlignedText& text) {
  const CharacterClasses& classes = CharacterClasses::table();
  decompose(text);
  std::erase_if(text, [&](const Char& c) { return (classes.of(c.code) & kAccent) != 0; });
}

void lower(AlignedText& text) {
  constexpr char32_t kDottedI = 0x130;  // the only letter whose small form is two: i and a dot above
  constexpr char32_t kDotAbove = 0x307;
  for (std::size_t i = 0; i < text.size(); ++i) {
    Char& c = text[i];
    if (c.code < 0x80) {
      if (c.code >= U'A' && c.code <= U'Z') c.code += U'a' - U'A';
    } else if (c.code == kDottedI) {
      c.code = U'i';
      text.insert(text.begin() + static_cast<std::ptrdiff_t>(i) + 1, {kDotAbove, c.begin, c.end});
      ++i;
    } else {
      c.code = static_cast<char32_t>(u_tolower(static_cast<UChar32>(c.code)));
    }
  }
}

}  // namespace

void BertNormalizer::normalize(AlignedText& text) const {
  if (clean_text) clean(text);
  if (handle_chinese_chars) space_ideographs(text);
  if (strip_accents.value_or(lowercase)) strip_marks(text);
  if (lowercase) lower(text);
}

}  // namespace reseed::tokenize
