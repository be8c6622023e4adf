// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "compare/comparison.hpp"

namespace reseed {

/// The comparison for people: device classes and what else differs, then a table of verdicts, then one sentence.
/// Quantities that are equal are counted, and listed when `all` is set.
std::string comparison_text(const Comparison& comparison, bool all);

}  // namespace reseed
