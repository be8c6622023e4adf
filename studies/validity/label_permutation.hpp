// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/bootstrap.hpp"

namespace reseed::validity {

/// Two kinds of runs held against each other over all layers at once.
///
/// difference[l] = mean distance among the marked runs - mean distance among the others, at layer l. One hypothesis:
/// the marks say nothing at any layer; statistic = the largest |difference| over the layers, each divided by its root
/// mean square over all arrangements of the marks. Layers where every arrangement gives one value do not count.
struct LabelTest {
  std::vector<double> difference;
  double statistic = 0.0;
  std::size_t largest = 0;         ///< position of the layer that gave the statistic
  std::uint64_t arrangements = 0;  ///< of the marks: all of them, or so many at random
  bool exhaustive = false;
  double p = 1.0;           ///< share of arrangements at least as extreme; (1 + extreme) / (1 + arrangements) at random
  double smallest_p = 1.0;  ///< that any outcome of this test can have
};

/// `layers`: one symmetric k x k matrix of distances each, all defined. `marked`: k. All arrangements where there are
/// at most `samples`, else `samples` from the stream "failure_labels" of `seed`. Empty with fewer than two marked or
/// two other runs, or without layers.
std::optional<LabelTest> label_permutation_test(const std::vector<arma::mat>& layers, const std::vector<bool>& marked,
                                                std::int64_t samples, std::uint64_t seed);

/// 95 % intervals of the differences: marked and other runs resampled apart, pairs of a run with itself left out or at
/// distance 0.
struct DifferenceBands {
  std::vector<double> low, high;  ///< layer by layer: 2.5 and 97.5 % quantiles
  /// All layers at once: difference -+ q w sd, q = 95 % quantile of the largest |resampled - difference| / sd over the
  /// layers. w: sd is that of few runs, so that Student's t (Welch's degrees of freedom) stands for the normal
  /// distribution; without it the bands of few runs are too narrow.
  std::vector<double> band_low, band_high;
};
/// Empty with fewer than three marked or three other runs: resampled pairs of two runs have one distance only.
std::optional<DifferenceBands> difference_bands(const std::vector<arma::mat>& layers, const std::vector<bool>& marked,
                                                std::int64_t samples, std::uint64_t seed,
                                                SelfPairs policy = SelfPairs::exclude);

}  // namespace reseed::validity
