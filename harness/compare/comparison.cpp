// SPDX-License-Identifier: Apache-2.0
#include "compare/comparison.hpp"

#include <algorithm>
#include <array>

namespace reseed {

std::string_view to_string(Verdict verdict) {
  constexpr std::array<std::string_view, 7> kNames = {
      "bit_equal", "within_tolerance", "different", "indistinguishable", "cannot_tell", "missing", "refused"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(quantities.begin(), quantities.end(),
                                                [&](const auto& quantity) { return quantity.verdict == verdict; }));
}

bool Comparison::anything_comparable() const {
  return count(Verdict::missing) + count(Verdict::refused) < quantities.size();
}

}  // namespace reseed
