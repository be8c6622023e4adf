// SPDX-License-Identifier: Apache-2.0
#include "tokenize/byte_pairs.hpp"

#include <queue>

#include "reseed/error.hpp"
#include "tokenize/byte_alphabet.hpp"

namespace reseed::tokenize {
namespace {

constexpr std::size_t kShort = 32;  // symbols; up to here looking at all pairs beats a queue

std::int32_t id_of(const Vocabulary& vocabulary, const std::string& token, const std::string& place) {
  const auto found = vocabulary.find(token);
  if (found == vocabulary.end())
    throw Error(ErrorKind::data, place, "want tokens of the vocabulary, found " + token + " which is not in it");
  return static_cast<std::int32_t>(found->second);
}

}  // namespace

BytePairs::BytePairs(const Vocabulary& vocabulary, const std::vector<std::pair<std::string, std::string>>& merges,
                     const Settings& settings)
    : fuse_unknown_(settings.fuse_unknown) {
  if (settings.unknown) unknown_ = id_of(vocabulary, *settings.unknown, "unknown token");
  for (unsigned byte = 0; byte < byte_ids_.size(); ++byte) {
    std::string letter;
    append_utf8(letter, letter_of_byte(static_cast<std::uint8_t>(byte)));
    const auto found = vocabulary.find(letter);
    byte_ids_[byte] = found == vocabulary.end() ? -1 : static_cast<std::int32_t>(found->second);
  }
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    const auto& [left, right] = merges[rank];
    const std::string place = "merge " + std::to_string(rank + 1) + " (" + left + " " + right + ")";
    const Merge merge{static_cast<std::uint32_t>(rank), id_of(vocabulary, left + right, place)};
    bool is_new = false;
    merges_.insert(key(id_of(vocabulary, left, place), id_of(vocabulary, right, place)), merge, is_new);
    if (!is_new) throw Error(ErrorKind::data, place, "want every merge once, found it before");
  }
  for (const auto& [token, id] : vocabulary) {
    const std::optional<std::string> bytes = bytes_of_token(token);
    if (!bytes || bytes->empty()) continue;
    std::vector<Symbol> word = symbols(*bytes);
    merge(word);
    const bool is_whole = word.size() == 1 && word[0].id == id && word[0].bytes == bytes->size();
    if (is_whole || settings.ignore_merges) whole_words_.emplace(*bytes, static_cast<std::int32_t>(id));
  }
}

std::vector<BytePairs::Symbol> BytePairs::symbols(std::string_view bytes) const {
  std::vector<Symbol> word;
  word.reserve(bytes.size());
  bool after_unknown = false;
  for (const char byte : bytes) {
    const std::int32_t id = byte_ids_[static_cast<std::uint8_t>(byte)];
    if (id < 0 && unknown_ < 0) continue;
    if (id < 0 && fuse_unknown_ && after_unknown) {
      ++word.back().bytes;
    } else {
      word.push_back({id < 0 ? unknown_ : id, 1});
    }
    after_unknown = id < 0;
  }
  return word;
}

void BytePairs::merge(std::vector<Symbol>& symbols) const {
  symbols.size() <= kShort ? merge_short(symbols) : merge_long(symbols);
}

void BytePairs::merge_short(std::vector<Symbol>& symbols) const {
  std::array<Merge, kShort> pairs;  // pairs[i]: symbols i and i + 1
  constexpr Merge kNone{~std::uint32_t{0}, -1};
  const auto look_up = [&](std::size_t at) {
    const Merge* found = merges_.find(key(symbols[at].id, symbols[at + 1].id));
    pairs[at] = found == nullptr ? kNone : *found;
  };
  std::size_t count = symbols.size();
  for (std::size_t at = 0; at + 1 < count; ++at) look_up(at);
  while (count > 1) {
    std::size_t best = 0;
    for (std::size_t at = 1; at + 1 < count; ++at)
      if (pairs[at].rank < pairs[best].rank) best = at;
    if (pairs[best].id < 0) break;
    symbols[best] = {pairs[best].id, symbols[best].bytes + symbols[best + 1].bytes};
    --count;
    for (std::size_t at = best + 1; at < count; ++at) symbols[at] = symbols[at + 1];
    for (std::size_t at = best + 1; at + 1 < count; ++at) pairs[at] = pairs[at + 1];
    if (best + 1 < count) look_up(best);
    if (best > 0) look_up(best - 1);
  }
  symbols.resize(count);
}

void BytePairs::merge_long(std::vector<Symbol>& symbols) const {
  struct Candidate {
    std::uint32_t rank;
    std::int32_t left, left_id, right_id, id;
    bool operator<(const Candidate& other) const {  // the queue gives the largest first
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };
  const auto count = static_cast<std::int32_t>(symbols.size());
  std::vector<std::int32_t> next(symbols.size()), previous(symbols.size());
  std::priority_queue<Candidate> queue;
  const auto symbol = [&](std::int32_t at) -> Symbol& { return symbols[static_cast<std::size_t>(at)]; };
  const auto after = [&](std::int32_t at) -> std::int32_t& { return next[static_cast<std::size_t>(at)]; };
  const auto before = [&](std::int32_t at) -> std::int32_t& { return previous[static_cast<std::size_t>(at)]; };
  const auto offer = [&](std::int32_t left) {
    const std::int32_t right = after(left);
    if (right >= count) return;
    if (const Merge* found = merges_.find(key(symbol(left).id, symbol(right).id)))
      queue.push({found->rank, left, symbol(left).id, symbol(right).id, found->id});
  };
  for (std::int32_t at = 0; at < count; ++at) {
    after(at) = at + 1;
    before(at) = at - 1;
  }
  for (std::int32_t at = 0; at < count; ++at) offer(at);
  while (!queue.empty()) {
    const Candidate best = queue.top();
    queue.pop();
    const std::int32_t right = after(best.left);
    // Symbols that were joined meanwhile have no bytes, or another id.
    if (symbol(best.left).bytes == 0 || symbol(best.left).id != best.left_id || right >= count ||
        symbol(right).id != best.right_id)
      continue;
    symbol(best.left) = {best.id, symbol(best.left).bytes + symbol(right).bytes};
    symbol(right).bytes = 0;
    after(best.left) = after(right);
    if (after(right) < count) before(after(right)) = best.left;
    offer(best.left);
    if (before(best.left) >= 0) offer(before(best.left));
  }
  std::erase_if(symbols, [](const Symbol& s) { return s.bytes == 0; });
}

void BytePairs::encode_word(const AlignedText& text, Span span, std::vector<Token>& tokens) const {
  const std::string bytes = encode_utf8(text, span);
  if (const auto found = whole_words_.find(bytes); found != whole_words_.end()) {
    tokens.push_back({found->second, text[span.first].begin, text[span.last - 1].end});
    return;
  }
  std::vector<Symbol> word = symbols(bytes);
  merge(word);
  // Byte positions to code points: `at` is the one that holds byte `position`, which begins at byte `start`.
  std::size_t at = span.first, start = 0, position = 0;
  const auto go_to = [&](std::size_t target) {
    for (;;) {
      const char32_t code = text[at].code;
      const std::size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      if (target < start + length) return;
      start += length;
      ++at;
    }
  };
  for (const Symbol& symbol : word) {
    go_to(position);
    const std::uint32_t begin = text[at].begin;
    position += symbol.bytes;
    go_to(position - 1);
    tokens.push_back({symbol.id, begin, text[at].end});
  }
}

}  // namespace reseed::tokenize
