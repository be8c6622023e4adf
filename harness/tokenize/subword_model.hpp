// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tokenize/aligned_text.hpp"

namespace reseed::tokenize {

/// Tokens of a vocabulary with their ids.
using Vocabulary = std::map<std::string, std::int64_t>;

/// A token and the code points [begin, end) of the original text that it covers.
struct Token {
  std::int64_t id;
  std::uint32_t begin;
  std::uint32_t end;
};

/// Cuts one word into tokens of its vocabulary. Threads: encode_word() may be called from several at once.
class SubwordModel {
 public:
  virtual ~SubwordModel() = default;

  /// Appends the tokens of the word text[span], which is not empty.
  virtual void encode_word(const AlignedText& text, Span span, std::vector<Token>& tokens) const = 0;
};

}  // namespace reseed::tokenize
