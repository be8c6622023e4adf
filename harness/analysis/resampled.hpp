// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <optional>
#include <span>

#include "analysis/bootstrap.hpp"

namespace reseed {

/// Values of resampled groups of runs that are no means over pairs, from what was measured once: as quick as
/// resampled_mean(), and the same numbers as measuring the drawn runs again.

/// 1 - Fleiss' kappa (Fleiss 1971) of the drawn runs; a run drawn twice is two raters, as in MEASURES of groups.
///
/// Shapes:  disagreement k x k, share of items on which two runs differ, diagonal 0; shares c x k, share of the items
///          to which each run gives each class.
/// Undefined: fewer than two draws, an undefined pair, all draws give one and the same class throughout.
/// Source:  observed agreement is 1 - the mean disagreement over all pairs of raters, chance agreement the sum over
///          classes of the squared mean share.
std::optional<double> resampled_kappa_distance(const arma::mat& disagreement, const arma::mat& shares,
                                               const Resample& list);

/// Mean of the drawn runs' scores; of at least one draw. Equal scores give exactly that score.
double resampled_average(std::span<const double> scores, const Resample& list);

/// Standard deviation of the drawn runs' scores, divisor draws - ddof. Undefined: not more draws than ddof.
std::optional<double> resampled_sd(std::span<const double> scores, const Resample& list, int ddof);

/// Shares of the classes that the columns' largest logits name, one column per run: c x k of k matrices c x n.
arma::mat class_shares(std::span<const arma::mat> logits);

}  // namespace reseed
