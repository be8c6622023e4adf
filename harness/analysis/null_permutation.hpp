// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>

namespace reseed {

/// The permutation of n items that a run gets when the null of a measure is computed: one per run, equal on every
/// machine.
///
/// Philox with key = (null seed, stream "null") and counter = (the run's seed, 64 bits; block); Fisher-Yates.
arma::uvec null_permutation(arma::uword n, std::uint64_t null_seed, std::uint64_t run_seed);

}  // namespace reseed
