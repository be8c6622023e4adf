// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace reseed {

/// What a pair of two draws of the same run counts: nothing, or a pair at distance 0 (what the published code does).
enum class SelfPairs { exclude, include_zero };

/// Manifest key [analysis] bootstrap.
struct BootstrapOptions {
  std::int64_t samples = 1000;
  SelfPairs self_pairs = SelfPairs::exclude;
  std::uint64_t seed = 0;
};

/// A list of positions of runs, drawn with replacement; its order does not matter.
using Resample = std::vector<std::size_t>;

/// `samples` lists of m positions below m, equal on every machine: stream "bootstrap" of the seed, one step per list.
std::vector<Resample> draw_resamples(std::size_t m, std::int64_t samples, std::uint64_t seed);

/// Distances of all pairs of runs. Symmetric, NaN where undefined, diagonal 0.
///
/// Mean over the pairs p < q of a list; empty when no pair is left or one is undefined. A constant distance gives
/// exactly that distance under `exclude`.
std::optional<double> resampled_mean(const arma::mat& pairs, const Resample& list, SelfPairs policy);

/// Distribution of a value over resamples; undefined ones are left out and counted.
struct BootstrapSummary {
  std::optional<double> mean;
  std::optional<double> sd;    ///< divisor n - 1
  std::optional<double> low;   ///< 2.5 % quantile, type 7
  std::optional<double> high;  ///< 97.5 %
  std::size_t undefined = 0;
  bool degenerate = false;  ///< all defined resamples give one value
};
BootstrapSummary summarise(std::span<const std::optional<double>> values);

}  // namespace reseed
