// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bundle/bundle.hpp"

namespace reseed {

/// Values are matched by their groups and pairs of runs by their seeds: measures.csv must name groups of runs.csv, and
/// a pair matrix the seeds whose runs ended well. Errors: Error(data) at the first row of measures.csv that does not: a
/// bundle that contradicts itself has no side that could be believed. A pair matrix that is not
/// there is left to who reads it; Error(data) for one that cannot be read.
void require_runs_of_values(const Bundle& bundle);

}  // namespace reseed
