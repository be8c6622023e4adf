// SPDX-License-Identifier: Apache-2.0
#include "tokenize/truncation.hpp"

#include <algorithm>
#include <string>

#include "reseed/error.hpp"

namespace reseed::tokenize {

std::pair<std::size_t, std::size_t> truncated_lengths(std::size_t first, std::optional<std::size_t> second,
                                                      std::size_t places, Truncation truncation) {
  const std::size_t total = first + second.value_or(0);
  if (truncation == Truncation::none || total <= places) return {first, second.value_or(0)};
  if (places == 0) return {0, 0};
  if (truncation == Truncation::only_first) {
    const std::size_t excess = total - places;
    if (first <= excess)
      throw Error(ErrorKind::data, "truncation only_first",
                  "want to cut " + std::to_string(excess) + " tokens and to keep one, found " + std::to_string(first) +
                      " in the first text; raise max_length or use longest_first");
    return {first - excess, second.value_or(0)};
  }
  if (!second) return {places, 0};
  std::size_t shorter = std::min(first, *second);
  std::size_t longer = shorter > places ? shorter : std::max(shorter, places - shorter);
  if (shorter + longer > places) {
    shorter = places / 2;
    longer = places - shorter;
  }
  return first > *second ? std::pair(longer, shorter) : std::pair(shorter, longer);
}

}  // namespace reseed::tokenize
