// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace reseed {

/// Tests of the difference of one quantity between two bundles, over their common seeds. Why these, and what they hold
/// in simulations: docs/compare.md.

/// Resamples, flips and swaps that are drawn where not all of them can be looked at.
inline constexpr std::int64_t kCompareSamples = 10000;
/// A test over fewer seeds cannot reach p < 0.05: 2^(1 - 5) = 0.0625.
inline constexpr std::size_t kFewestForTest = 6;
/// An interval over fewer seeds never says that nothing differs, however wide the margin: fewest_seeds_within.
inline constexpr double kFewestForInterval = 10.0;
/// A true difference of twice the margin may be called `indistinguishable` as often as that.
inline constexpr double kMissed = 0.025;

/// A number for every seed, in one column per layer (one column where there are no layers).
class SeedTable {
 public:
  std::size_t seeds() const { return seeds_; }
  std::size_t layers() const { return columns_.size(); }
  double at(std::size_t seed, std::size_t layer) const { return columns_[layer][seed]; }
  /// All columns have one number per seed.
  void add_column(std::vector<double> column) {
    seeds_ = column.size();
    columns_.push_back(std::move(column));
  }

 private:
  std::size_t seeds_ = 0;
  std::vector<std::vector<double>> columns_;
};

/// A value and what it is without each one of its runs.
struct Jackknife {
  double value = 0.0;
  std::vector<double> without;

  /// Pseudo-value of run i: k value - (k - 1) without[i]. Their mean is the value (but for bias), their standard
  /// deviation over sqrt(k) its standard error (Tukey 1958; Arvesen 1969 for means over pairs).
  double pseudo_value(std::size_t i) const {
    const double k = static_cast<double>(without.size());
    return k * value - (k - 1.0) * without[i];
  }
};

/// Mean over the pairs of a symmetric k x k matrix (row-major), and over the pairs without each run. k >= 3.
Jackknife jackknife_of_pairs(std::span<const double> matrix, std::size_t k);
/// Lower quartile of the distances of each run from the others: what a few far runs cannot move. k >= 2.
std::vector<double> near_distances(std::span<const double> matrix, std::size_t k);

/// Smallest p that a test over k seeds can give: 2^(1 - k), not below 1 / (samples + 1) where samples are drawn.
double smallest_p(std::size_t k);

/// Are the differences 0 in every layer? Signs of whole rows are flipped, in all ways or in `samples` drawn ones;
/// statistic: the largest over layers of |sum| / root of the sum of squares. Layers of zeros say nothing.
double sign_flip_p(const SeedTable& differences, std::int64_t samples = kCompareSamples);

/// What resampling the seeds says of a difference.
struct SeedInterval {
  std::vector<double> error;      ///< standard error, per layer
  std::vector<double> low, high;  ///< 95 % bootstrap-t interval, per layer; infinite where nothing can be said
  double p = 1.0;                 ///< (1 + resamples whose largest |t| over layers is as large) / (samples + 1)
};
/// `pseudo` holds pseudo-values of the difference, `difference` its value per layer. Both sides are resampled with the
/// same seeds: a drawn seed brings its run of either side. k >= 3; samples <= kCompareSamples.
SeedInterval resample_seeds(const SeedTable& pseudo, std::span<const double> difference,
                            std::int64_t samples = kCompareSamples);

/// Fewest seeds with which a family of that size can reach 0.05.
std::int64_t fewest_seeds_for(std::size_t family);

/// Fewest seeds from which an interval may say that nothing differs, where the margin is `share` of the larger value.
///
/// No interval knows of runs that are not there. A mean is lower by twice the margin where 2 `share` of the runs lose
/// all of it, and of n runs none is among them with probability (1 - 2 share)^n: n must make that at most kMissed. Less
/// than all lost takes more runs, which are seen sooner. 17 for a margin of 10 %, 36 for 5 %; kFewestForInterval from
/// 16 % on; infinite for 0.
double fewest_seeds_within(double share);

/// Seeds that would find a difference as large as the one seen (80 % power at `level`) or show that it lies within the
/// margin, whichever needs fewer; not fewer than the tests need in a family of that size, or `fewest` for the margin.
/// Empty: more than a million.
std::optional<std::int64_t> seeds_needed(std::span<const double> difference, std::span<const double> error,
                                         std::span<const double> margin, std::size_t k, std::size_t family,
                                         double fewest);

}  // namespace reseed
