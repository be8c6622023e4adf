// SPDX-License-Identifier: Apache-2.0
#include "tokenize/wordpiece.hpp"

#include "reseed/error.hpp"

namespace reseed::tokenize {

WordPiece::WordPiece(const Vocabulary& vocabulary, const std::string& unknown, const std::string& continuation,
                     std::size_t longest_word)
    : ids_(1, -1), longest_word_(longest_word) {
  const auto found = vocabulary.find(unknown);
  if (found == vocabulary.end())
    throw Error(ErrorKind::data, "vocabulary", "want the unknown token " + unknown + ", found no such token");
  unknown_ = found->second;
  for (const auto& [token, id] : vocabulary) {
    Node node = 0;
    for (const Char& c : decode_utf8(token)) {
      bool is_new = false;
      node = children_.insert(std::uint64_t{node} << 21 | c.code, static_cast<Node>(ids_.size()), is_new);
      if (is_new) ids_.push_back(-1);
    }
    ids_[node] = id;
  }
  Node node = 0;
  for (const Char& c : decode_utf8(continuation))
    if (node != kNone) node = child(node, c.code);
  continuation_ = node;
}

void WordPiece::encode_word(const AlignedText& text, Span span, std::vector<Token>& tokens) const {
  const std::size_t before = tokens.size();
  const auto give_up = [&] {
    tokens.resize(before);
    tokens.push_back({unknown_, text[span.first].begin, text[span.last - 1].end});
  };
  if (span.last - span.first > longest_word_) return give_up();
  for (std::size_t start = span.first; start < span.last;) {
    Node node = start == span.first ? 0 : continuation_;
    std::int64_t id = -1;
    std::size_t end = start;
    for (std::size_t at = start; at < span.last && node != kNone;) {
      node = child(node, text[at].code);
      ++at;
      if (node != kNone && ids_[node] >= 0) {
        id = ids_[node];
        end = at;
      }
    }
    if (id < 0) return give_up();
    tokens.push_back({id, text[start].begin, text[end - 1].end});
    start = end;
  }
}

}  // namespace reseed::tokenize
