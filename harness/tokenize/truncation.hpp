// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "tokenize/tokenizer.hpp"

namespace reseed::tokenize {

/// How many tokens of the first and of the second text stay when `places` are left for both.
///
/// longest_first on a pair: the shorter text stays whole when it fits in half of the places, else both get half; the
/// odd place goes to the longer text, at equal lengths to the second. only_first: the first text must keep a token.
/// Errors: Error(data) when only_first cannot cut enough.
/// Source: truncation of tokenizers 0.22.2.
std::pair<std::size_t, std::size_t> truncated_lengths(std::size_t first, std::optional<std::size_t> second,
                                                      std::size_t places, Truncation truncation);

}  // namespace reseed::tokenize
