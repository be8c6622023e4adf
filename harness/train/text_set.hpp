// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "train/classifier.hpp"

namespace reseed {

/// One set of a task as the model reads it.
struct TextSet {
  std::string name;  ///< "train", "validation", "test", or the data set's name of an extra test set
  std::vector<Tokens> tokens;
  std::vector<std::int64_t> labels;
  std::vector<std::int64_t> items;  ///< index in the data set's own file

  std::int64_t size() const { return static_cast<std::int64_t>(tokens.size()); }
};

/// Token ids that some text of the sets uses, ascending: the rows of the word embedding that training can move.
std::vector<std::int64_t> used_ids(const std::vector<const TextSet*>& sets);

/// Refuses what the model cannot read before anything is trained. Errors: Error(data) at "NAME, item I".
void check_ids(const TextSet& set, std::int64_t vocabulary);  ///< token ids outside the word embedding
/// An empty set, texts longer than the model's positions, labels outside its classes.
void check_fits(const TextSet& set, std::int64_t longest, std::int64_t classes);

}  // namespace reseed
