// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tokenize/flat_map.hpp"
#include "tokenize/subword_model.hpp"

namespace reseed::tokenize {

/// WordPiece: the longest token from the left, then the longest continuation, until the word ends.
///
/// A word that cannot be cut, or has more than `longest_word` code points, is one unknown token.
/// Source: Wu et al. 2016; the greedy cut of BERT's tokenization.py.
class WordPiece final : public SubwordModel {
 public:
  /// Errors: Error(data) when `unknown` is not in the vocabulary.
  WordPiece(const Vocabulary& vocabulary, const std::string& unknown, const std::string& continuation,
            std::size_t longest_word);

  void encode_word(const AlignedText& text, Span span, std::vector<Token>& tokens) const override;

 private:
  using Node = std::uint32_t;
  static constexpr Node kNone = ~Node{0};

  Node child(Node parent, char32_t code) const {
    const Node* node = children_.find(std::uint64_t{parent} << 21 | code);
    return node == nullptr ? kNone : *node;
  }

  FlatMap<Node> children_;         // of the trie of all tokens, by code points
  std::vector<std::int64_t> ids_;  // of the token that ends in a node, -1 where none does
  Node continuation_ = kNone;      // where continuations begin
  std::int64_t unknown_;
  std::size_t longest_word_;
};

}  // namespace reseed::tokenize
