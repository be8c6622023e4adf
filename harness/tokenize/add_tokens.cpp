// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reseed/error.hpp"
#include "tokenize/folder.hpp"

namespace reseed::tokenize {

void add_token(Parts& parts, AddedToken token, const std::string& place) {
  const auto size = static_cast<std::int64_t>(parts.vocabulary.size());
  const auto same = std::find_if(parts.added_tokens.begin(), parts.added_tokens.end(),
                                 [&](const AddedToken& other) { return other.content == token.content; });
  std::int64_t id = size;
  if (const auto found = parts.vocabulary.find(token.content); found != parts.vocabulary.end()) {
    id = found->second;
  } else if (same != parts.added_tokens.end()) {
    id = same->id;
  } else {
    for (const AddedToken& other : parts.added_tokens) id = std::max(id, other.id + 1);
  }
  if (token.id >= 0 && token.id != id)
    throw Error(ErrorKind::data, place,
                "want the added token " + token.content + " with the id " + std::to_string(id) +
                    " that the vocabulary gives it, found " + std::to_string(token.id));
  token.id = id;
  if (same == parts.added_tokens.end())
    parts.added_tokens.push_back(std::move(token));
  else
    *same = std::move(token);
}

void add_listed_tokens(Parts& parts, const TokenizerConfig& config, const std::string& place) {
  for (const AddedToken& token : config.added_tokens) add_token(parts, token, place);
  for (const auto& [content, flags] : config.additional_special_tokens) {
    const bool is_there = std::any_of(parts.added_tokens.begin(), parts.added_tokens.end(),
                                      [&](const AddedToken& token) { return token.content == content; });
    if (is_there) continue;
    AddedToken token = flags.value_or(AddedToken{.content = content, .special = true});
    token.id = -1;
    add_token(parts, std::move(token), place);
  }
}

}  // namespace reseed::tokenize
