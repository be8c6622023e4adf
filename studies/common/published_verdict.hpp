// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "published.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// Fills verdict and remark of a published number of which `ours` is set: agrees when it lies in our 95 % interval,
/// widened by `tolerance` (of its printed decimals, or of reading it off a picture). Where it differs and our variant
/// is the textbook's, the rows of the paper-versus-code list about `names` (the paper's measures behind the number) say
/// why.
///
/// `scale`: why the two are not compared at all; "" where they are.
void judge(const published::Facts& facts, const std::optional<double>& low, const std::optional<double>& high,
           double tolerance, const std::vector<std::string>& names, const std::string& scale, StudyPublished& row);

}  // namespace reseed::studies
