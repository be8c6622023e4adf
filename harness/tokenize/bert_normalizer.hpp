// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "tokenize/aligned_text.hpp"

namespace reseed::tokenize {

/// BERT's normaliser, its steps in this order.
///
/// Lower-casing goes code point by code point: no final sigma, no locale. Alignments follow the rules of the reference:
/// a character that replaces another takes over its place, one that is inserted has the place of the one before it.
/// Source: Devlin et al. 2019, "BERT", tokenization.py; BertNormalizer of tokenizers 0.22.2.
struct BertNormalizer {
  bool clean_text = true;             ///< drop control characters, white space becomes a blank
  bool handle_chinese_chars = true;   ///< blanks around CJK ideographs
  std::optional<bool> strip_accents;  ///< canonical decomposition, then no Mn; unset: as lowercase
  bool lowercase = true;

  void normalize(AlignedText& text) const;
};

}  // namespace reseed::tokenize
