// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tokenize/flat_map.hpp"
#include "tokenize/subword_model.hpp"

namespace reseed::tokenize {

/// Byte-level byte-pair encoding: a word is its UTF-8 bytes; the pair of the earliest merge, at a tie the leftmost, is
/// joined again and again. Bytes without a token become the unknown token, or nothing when there is none, as in the
/// reference.
/// Source: Sennrich et al. 2016, "Neural machine translation of rare words with subword units"; Radford et al. 2019.
class BytePairs final : public SubwordModel {
 public:
  struct Settings {
    std::optional<std::string> unknown;
    bool fuse_unknown = false;   ///< neighbouring unknown bytes are one token
    bool ignore_merges = false;  ///< a word that is a token is that token, whatever the merges say
  };

  /// `merges`: pairs of tokens, the first is done first.
  /// Errors: Error(data) for a merge whose parts or whole are not in the vocabulary, and for one that comes twice.
  BytePairs(const Vocabulary& vocabulary, const std::vector<std::pair<std::string, std::string>>& merges,
            const Settings& settings);

  void encode_word(const AlignedText& text, Span span, std::vector<Token>& tokens) const override;

 private:
  struct Merge {
    std::uint32_t rank;
    std::int32_t id;
  };
  struct Symbol {
    std::int32_t id;
    std::uint32_t bytes;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  static std::uint64_t key(std::int32_t left, std::int32_t right) {
    return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
  }
  std::vector<Symbol> symbols(std::string_view bytes) const;
  void merge_short(std::vector<Symbol>& symbols) const;
  void merge_long(std::vector<Symbol>& symbols) const;
  void merge(std::vector<Symbol>& symbols) const;

  FlatMap<Merge> merges_;
  std::array<std::int32_t, 256> byte_ids_;  // -1: no token
  std::int32_t unknown_ = -1;
  bool fuse_unknown_;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> whole_words_;  // bytes that are one token
};

}  // namespace reseed::tokenize
