// SPDX-License-Identifier: Apache-2.0
#include "tokenize/character_classes.hpp"

#include <unicode/uchar.h>

#include <algorithm>

namespace reseed::tokenize {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
bool contains(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

// Letters and numbers of Unicode 15.1 and 16.0, for an ICU that does not have them.
constexpr std::array<Range, 22> kNewLetters = {{
    {0x1C89, 0x1C8A},   {0xA7CB, 0xA7CD},   {0xA7DA, 0xA7DC},   {0x105C0, 0x105F3}, {0x10D4A, 0x10D65},
    {0x10D6F, 0x10D85}, {0x10EC2, 0x10EC4}, {0x11380, 0x11389}, {0x1138B, 0x1138B}, {0x1138E, 0x1138E},
    {0x11390, 0x113B5}, {0x113B7, 0x113B7}, {0x113D1, 0x113D1}, {0x113D3, 0x113D3}, {0x11BC0, 0x11BE0},
    {0x13460, 0x143FA}, {0x16100, 0x1611D}, {0x16D40, 0x16D6C}, {0x18CFF, 0x18CFF}, {0x1E5D0, 0x1E5ED},
    {0x1E5F0, 0x1E5F0}, {0x2EBF0, 0x2EE5D},
}};
constexpr std::array<Range, 7> kNewNumbers = {{
    {0x10D40, 0x10D49},
    {0x116D0, 0x116E3},
    {0x11BF0, 0x11BF9},
    {0x16130, 0x16139},
    {0x16D70, 0x16D79},
    {0x1CCF0, 0x1CCF9},
    {0x1E5F1, 0x1E5FA},
}};

// The fourth range of extension E begins at 2B920 in the reference, at 2B820 in Unicode; kept for equality.
constexpr std::array<Range, 8> kIdeographs = {{
    {0x4E00, 0x9FFF},
    {0x3400, 0x4DBF},
    {0x20000, 0x2A6DF},
    {0x2A700, 0x2B73F},
    {0x2B740, 0x2B81F},
    {0x2B920, 0x2CEAF},
    {0xF900, 0xFAFF},
    {0x2F800, 0x2FA1F},
}};

/// Category in Unicode 8.0: later versions moved six characters, and what they added was unassigned then.
int category_in_unicode_8(char32_t code) {
  switch (code) {
    case 0x166D:
    case 0x111C9: return U_OTHER_PUNCTUATION;
    case 0x1734: return U_NON_SPACING_MARK;
    case 0x1885:
    case 0x1886: return U_OTHER_LETTER;
    case 0xA9BD: return U_COMBINING_SPACING_MARK;
    default: return in_unicode(8, code) ? u_charType(static_cast<UChar32>(code)) : int{U_UNASSIGNED};
  }
}

}  // namespace

bool in_unicode(int version, char32_t code) {
  UVersionInfo age;
  u_charAge(static_cast<UChar32>(code), age);
  return age[0] >= 1 && age[0] <= version;
}

const CharacterClasses& CharacterClasses::table() {
  static const CharacterClasses classes;
  return classes;
}

CharacterClasses::CharacterClasses() {
  for (std::size_t code = 0; code < basic_.size(); ++code) basic_[code] = classify(static_cast<char32_t>(code));
}

std::uint8_t CharacterClasses::classify(char32_t code) {
  const auto point = static_cast<UChar32>(code);
  const auto mask = [](int category) { return std::uint32_t{1} << category; };
  const std::uint32_t now = mask(u_charType(point));
  const std::uint32_t then = mask(category_in_unicode_8(code));
  const bool ascii_sign = (code >= '!' && code <= '/') || (code >= ':' && code <= '@') ||
                          (code >= '[' && code <= '`') || (code >= '{' && code <= '~');
  const bool layout = code == '\t' || code == '\n' || code == '\r';
  unsigned classes = 0;
  if (u_isUWhiteSpace(point)) classes |= kSpace;
  if (code == 0 || code == 0xFFFD || (!layout && (then & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK)) != 0))
    classes |= kDropped;
  if (ascii_sign || (then & U_GC_P_MASK) != 0) classes |= kPunctuation;
  if ((then & U_GC_MN_MASK) != 0) classes |= kAccent;
  if ((now & U_GC_L_MASK) != 0 || contains(kNewLetters, code)) classes |= kLetter;
  if ((now & U_GC_N_MASK) != 0 || contains(kNewNumbers, code)) classes |= kNumber;
  if (contains(kIdeographs, code)) classes |= kIdeograph;
  if ((now & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0 || u_hasBinaryProperty(point, UCHAR_ALPHABETIC) ||
      u_hasBinaryProperty(point, UCHAR_JOIN_CONTROL))
    classes |= kWord;
  return static_cast<std::uint8_t>(classes);
}

}  // namespace reseed::tokenize
