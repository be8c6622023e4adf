// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace reseed::tokenize {

/// What the tokenizers ask about a code point, as bits.
///
/// White space, letters and numbers are those of current Unicode. Dropped characters, punctuation and accents are
/// those of Unicode 8.0: the tables of the reference for BERT, so that newer characters become the same tokens there
/// and here whatever version ICU has.
enum CharacterClass : std::uint8_t {
  kSpace = 1,        ///< White_Space
  kDropped = 2,      ///< what BERT's clean-up drops: U+0000, U+FFFD, Cc, Cf, Co (but tab, line feed, carriage return)
  kPunctuation = 4,  ///< BERT's: category P and all ASCII signs
  kAccent = 8,       ///< category Mn
  kLetter = 16,      ///< category L
  kNumber = 32,      ///< category N
  kIdeograph = 64,   ///< what BERT sets blanks around
  kWord = 128,       ///< \w of regular expressions: alphabetic, marks, decimal digits, connectors, joiners
};

/// Table of the classes: the basic plane by index, other planes asked of ICU. Threads: safe.
class CharacterClasses {
 public:
  static const CharacterClasses& table();

  std::uint8_t of(char32_t code) const { return code < basic_.size() ? basic_[code] : classify(code); }

 private:
  CharacterClasses();
  static std::uint8_t classify(char32_t code);

  std::array<std::uint8_t, 0x10000> basic_;
};

/// Whether this major version of Unicode has the code point.
bool in_unicode(int version, char32_t code);

}  // namespace reseed::tokenize
