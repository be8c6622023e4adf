// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace reseed {

/// Something of a bundle that may be done again.
struct Repeatable {
  std::string family;  ///< a measure, a group: what the choice is spread over
  std::string name;    ///< unique within the family
};

/// Positions of `count` candidates, ascending; all of them without a count, or where there are fewer.
///
/// Families take turns. Who comes first, among families and within one, is told by sha256 over `salt` and the names:
/// the same choice for the same bundle on every machine, and one that nobody could know while the bundle was being
/// made, when the salt is its content digest.
std::vector<std::size_t> choose_spread(const std::vector<Repeatable>& candidates, std::optional<std::size_t> count,
                                       const std::string& salt);

}  // namespace reseed
