// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// The known word that `word` was probably meant to be: fewest insertions, deletions, replacements and swaps of
/// neighbours, at most a third of its letters (at least one). Ties: the first. Empty when nothing is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// ", did you mean NAME?" or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace reseed
