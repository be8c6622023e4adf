// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tokenize/aligned_text.hpp"

namespace reseed::tokenize {

/// Words as BERT cuts them: at white space, which is left out, and around every punctuation character.
void split_bert(const AlignedText& text, Span span, std::vector<Span>& words);

/// Words as GPT-2 and RoBERTa cut them; the words together are the text.
/// Source: Radford et al. 2019; the pattern 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
void split_gpt2(const AlignedText& text, Span span, std::vector<Span>& words);

}  // namespace reseed::tokenize
