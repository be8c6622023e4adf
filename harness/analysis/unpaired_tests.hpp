// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace reseed {

/// Do values of the first group tend to be larger? Ties count one half.
struct MannWhitneyTest {
  double u_first = 0.0;       ///< pairs (x, y) with x > y, ties one half
  double cliffs_delta = 0.0;  ///< P(x > y) - P(x < y), in [-1, 1]
  std::optional<double> p;  ///< two-sided, asymptotic, tie-corrected, no continuity correction; empty: all values equal
};
/// Both groups have at least one value.
MannWhitneyTest mann_whitney_test(std::span<const double> x, std::span<const double> y);

/// Equal spread of two groups: Levene's test with medians (Brown and Forsythe 1974).
struct BrownForsytheTest {
  std::optional<double> statistic;  ///< F with 1 and n - 2 degrees of freedom; empty: no spread at all
  std::optional<double> p;
};
/// Both groups have at least two values.
BrownForsytheTest brown_forsythe_test(std::span<const double> x, std::span<const double> y);

}  // namespace reseed
