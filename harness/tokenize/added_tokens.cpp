// SPDX-License-Identifier: Apache-2.0
#include "tokenize/added_tokens.hpp"

#include <algorithm>

#include "reseed/error.hpp"
#include "tokenize/character_classes.hpp"

namespace reseed::tokenize {

void AddedTokenFinder::add(const AddedToken& token, std::u32string pattern) {
  if (pattern.empty())
    throw Error(ErrorKind::data, "added token " + token.content, "want a text to look for, found an empty one");
  std::vector<Entry>& entries = by_first_[pattern.front()];
  entries.push_back({std::move(pattern), token});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.pattern.size() > b.pattern.size(); });
}

const AddedTokenFinder::Entry* AddedTokenFinder::longest_at(const AlignedText& text, std::size_t at) const {
  const auto found = by_first_.find(text[at].code);
  if (found == by_first_.end()) return nullptr;
  for (const Entry& entry : found->second) {
    if (entry.pattern.size() > text.size() - at) continue;
    if (std::equal(entry.pattern.begin(), entry.pattern.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                   [](char32_t code, const Char& c) { return code == c.code; }))
      return &entry;
  }
  return nullptr;
}

std::vector<AddedTokenFinder::Piece> AddedTokenFinder::split(const AlignedText& text) const {
  const CharacterClasses& classes = CharacterClasses::table();
  const auto is = [&](std::size_t at, CharacterClass wanted) { return (classes.of(text[at].code) & wanted) != 0; };
  std::vector<Piece> pieces;
  std::size_t done = 0;
  for (std::size_t at = 0; !by_first_.empty() && at < text.size();) {
    const Entry* entry = longest_at(text, at);
    if (entry == nullptr) {
      ++at;
      continue;
    }
    std::size_t start = at;
    std::size_t stop = at + entry->pattern.size();
    at = stop;
    if (entry->token.single_word && ((start > 0 && is(start - 1, kWord)) || (stop < text.size() && is(stop, kWord))))
      continue;
    if (entry->token.lstrip)
      while (start > done && is(start - 1, kSpace)) --start;
    if (entry->token.rstrip)
      while (stop < text.size() && is(stop, kSpace)) ++stop;
    if (done < start) pieces.push_back({-1, {done, start}});
    pieces.push_back({entry->token.id, {start, stop}});
    done = stop;
  }
  if (done < text.size()) pieces.push_back({-1, {done, text.size()}});
  return pieces;
}

}  // namespace reseed::tokenize
