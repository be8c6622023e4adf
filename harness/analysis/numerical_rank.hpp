// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>

namespace reseed {

/// Number of singular values of the centred matrix above max(n, d) x 2^-23 x the largest: what float32 representations
/// can tell from rounding. 0 where all items are equal. Shapes:  X is d x n, one item per column, finite. Errors:
/// Error(data) when the decomposition does not converge.
int numerical_rank(const arma::mat& X);

}  // namespace reseed
