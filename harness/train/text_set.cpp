// SPDX-License-Identifier: Apache-2.0
#include "train/text_set.hpp"

#include <algorithm>
#include <string>

#include "reseed/error.hpp"

namespace reseed {
namespace {

std::string place_of(const std::string& set, std::int64_t item) { return set + ", item " + std::to_string(item); }

}  // namespace

std::vector<std::int64_t> used_ids(const std::vector<const TextSet*>& sets) {
  std::vector<std::int64_t> ids;
  for (const TextSet* set : sets)
    for (const Tokens& tokens : set->tokens) ids.insert(ids.end(), tokens.input_ids.begin(), tokens.input_ids.end());
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

void check_ids(const TextSet& set, std::int64_t vocabulary) {
  for (std::size_t i = 0; i < set.tokens.size(); ++i) {
    const std::vector<std::int64_t>& ids = set.tokens[i].input_ids;
    const std::int64_t largest = *std::max_element(ids.begin(), ids.end());
    if (largest >= vocabulary)
      throw Error(ErrorKind::data, place_of(set.name, set.items[i]),
                  "token id " + std::to_string(largest) + " lies outside the word embedding of " +
                      std::to_string(vocabulary) + " rows; tokenizer and model do not belong together");
  }
}

void check_fits(const TextSet& set, std::int64_t longest, std::int64_t classes) {
  if (set.tokens.empty()) throw Error(ErrorKind::data, set.name, "want at least one item, found an empty set");
  for (std::size_t i = 0; i < set.tokens.size(); ++i) {
    const std::string place = place_of(set.name, set.items[i]);
    const auto length = static_cast<std::int64_t>(set.tokens[i].input_ids.size());
    if (length > longest)
      throw Error(ErrorKind::data, place,
                  "want at most " + std::to_string(longest) + " tokens (the model's positions), found " +
                      std::to_string(length) + "; set training.max_length");
    if (set.labels[i] < 0 || set.labels[i] >= classes)
      throw Error(ErrorKind::data, place,
                  "want a label in 0.." + std::to_string(classes - 1) + ", found " + std::to_string(set.labels[i]));
  }
}

}  // namespace reseed
