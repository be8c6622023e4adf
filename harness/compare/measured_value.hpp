// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compare/compared_group.hpp"
#include "compare/judge.hpp"
#include "compare/match.hpp"
#include "compare/measure_source.hpp"

namespace reseed {

/// One measure of one group, with all of its layers: may it be compared, is it equal, and what a test needs.
Candidate compare_measure(const ComparedGroup& group, const ValuePair& values, MeasureSource& source);

/// A measure that one side alone has.
Candidate missing_measure(const ValuePair& values, const std::string& why);

}  // namespace reseed
