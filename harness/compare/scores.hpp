// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compare/compared_group.hpp"
#include "compare/judge.hpp"

namespace reseed {

/// The task's metric on every test set, one quantity each: mean over the common seeds, tested by exact sign flips of
/// the differences per seed.
void compare_scores(const ComparedGroup& group, std::vector<Candidate>& candidates);

}  // namespace reseed
