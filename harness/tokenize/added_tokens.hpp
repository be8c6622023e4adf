// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tokenize/aligned_text.hpp"

namespace reseed::tokenize {

/// A token that is found in the text as it stands, before the model cuts words.
struct AddedToken {
  std::string content;
  std::int64_t id = 0;
  bool single_word = false;  ///< only where no letter or digit touches it
  bool lstrip = false;       ///< swallows the white space in front of it
  bool rstrip = false;       ///< swallows the white space behind it
  bool normalized = false;   ///< is looked for in the normalised text, and is normalised itself
  bool special = false;
};

/// Finds added tokens: at every place the longest of them, from left to right.
class AddedTokenFinder {
 public:
  /// A stretch of text between added tokens (id < 0), or an added token.
  struct Piece {
    std::int64_t id;
    Span span;
  };

  /// `patterns`: what to look for, code points. Errors: Error(data) for an empty pattern.
  void add(const AddedToken& token, std::u32string pattern);

  bool empty() const { return by_first_.empty(); }

  /// Cuts the text into pieces, empty ones left out.
  std::vector<Piece> split(const AlignedText& text) const;

 private:
  struct Entry {
    std::u32string pattern;
    AddedToken token;
  };
  const Entry* longest_at(const AlignedText& text, std::size_t at) const;

  std::unordered_map<char32_t, std::vector<Entry>> by_first_;  // longest first
};

}  // namespace reseed::tokenize
