// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace reseed {

/// How two columns go together, and the two-sided p-value of no association.
struct Correlation {
  double coefficient = 0.0;  ///< in [-1, 1]
  std::optional<double> p;   ///< empty where the test needs more pairs
  bool exact = false;        ///< p from the exact distribution (Kendall without ties, Pearson)
};

/// Empty when a column is constant or there are fewer than two pairs. x and y have the same length.
///
/// Pearson: p from the exact beta distribution of r under normality. Spearman: Pearson of average ranks, p from
/// Student's t with n - 2 degrees of freedom (3 pairs and more). Kendall: tau-b; p exact without ties (up to 500
/// pairs), else the normal approximation with tie correction.
std::optional<Correlation> pearson(std::span<const double> x, std::span<const double> y);
std::optional<Correlation> spearman(std::span<const double> x, std::span<const double> y);
std::optional<Correlation> kendall(std::span<const double> x, std::span<const double> y);

}  // namespace reseed
