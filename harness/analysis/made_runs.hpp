// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/evaluate.hpp"

namespace reseed {

/// d x n standard normal numbers, equal on every machine.
arma::mat normal_matrix(arma::uword d, arma::uword n, std::uint64_t seed);

/// Size of a made group.
struct RunShape {
  std::size_t runs = 4;
  arma::uword items = 40;
  arma::uword classes = 3;
  arma::uword dimensions = 8;
};

/// Runs that share a signal and differ by noise, with everything a measure can read; seeds 0, 1, ... For self tests of
/// measures and tests of reseed.
std::vector<MeasuredRun> made_runs(const RunShape& shape, std::uint64_t seed = 1);

}  // namespace reseed
