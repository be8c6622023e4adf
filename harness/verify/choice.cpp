// SPDX-License-Identifier: Apache-2.0
#include "verify/choice.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/sha256.hpp"

namespace reseed {

std::vector<std::size_t> choose_spread(const std::vector<Repeatable>& candidates, std::optional<std::size_t> count,
                                       const std::string& salt) {
  using Drawn = std::pair<std::string, std::size_t>;  // digest and position
  std::map<std::string, std::vector<Drawn>> families;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Repeatable& candidate = candidates[i];
    families[candidate.family].emplace_back(sha256(salt + '\n' + candidate.family + '\n' + candidate.name), i);
  }
  std::vector<std::vector<Drawn>> turns;
  for (auto& [family, members] : families) {
    std::sort(members.begin(), members.end());
    turns.push_back(std::move(members));
  }
  std::sort(turns.begin(), turns.end());
  const std::size_t wanted = std::min(count.value_or(candidates.size()), candidates.size());
  std::vector<std::size_t> chosen;
  for (std::size_t round = 0; chosen.size() < wanted; ++round)
    for (const std::vector<Drawn>& members : turns)
      if (round < members.size() && chosen.size() < wanted) chosen.push_back(members[round].second);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace reseed
