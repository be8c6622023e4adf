// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../common/published.hpp"

namespace reseed::imm_reassessment {

/// One mark of Figures 3(c) and 26; all names are the paper's.
struct PublishedSpreadPoint {
  std::string measure, task, method;
  double sd = 0.0;  ///< of seeds 0 to 9, divisor m, a fraction
  double z = 0.0;   ///< mean correlation with the other measures, z-scored over the groups
};

/// The 90 points of a model of the paper, six measures by 15 groups, measure by measure: worked out again from the
/// published SDs and bootstrap correlations, which have two digits. Empty without them.
std::vector<PublishedSpreadPoint> published_spread(const published::Facts& facts, const std::string& model);

}  // namespace reseed::imm_reassessment
