// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace reseed {

/// Tests of paired differences (first - second, matched by seed, never by position): is the difference 0? All
/// two-sided.
///
/// Ties matter: accuracies that are equal as fractions differ in their last bits. paired_differences() rounds to 12
/// decimals; use it before these tests. A p-value is empty where there is nothing to test.

/// Differences rounded to 12 decimals. Same length.
std::vector<double> paired_differences(std::span<const double> first, std::span<const double> second);

struct SignTest {
  int positive = 0;
  int negative = 0;
  int zero = 0;
  std::optional<double> p;  ///< exact binomial, zeros left out
};
SignTest sign_test(std::span<const double> differences);

/// Wilcoxon's signed-rank test: zeros dropped, average ranks. Exact without ties (up to 200 differences), else
/// asymptotic with tie correction and no continuity correction.
struct WilcoxonTest {
  int nonzero = 0;
  double w_plus = 0.0;
  double w_minus = 0.0;
  double statistic = 0.0;  ///< the smaller rank sum
  bool exact = false;
  std::optional<double> p;
};
WilcoxonTest wilcoxon_test(std::span<const double> differences);

/// Permutation by changes of sign, statistic = mean; a flip is extreme if |mean| >= |observed| - 1e-9.
struct SignFlipTest {
  std::uint64_t flips = 0;
  std::uint64_t extreme = 0;
  /// Share of extreme flips; (extreme + 1) / (flips + 1) when the flips are a random sample.
  std::optional<double> p;
  bool exhaustive = false;
};
/// All 2^k flips for k <= 20 differences, else `samples` drawn from the stream "sign_flip" of `seed`.
SignFlipTest sign_flip_test(std::span<const double> differences, std::uint64_t samples = 100000,
                            std::uint64_t seed = 0);
/// Extreme ones among listed flips: each row holds +1 and -1 for at least as many differences as there are.
std::uint64_t extreme_flips(std::span<const double> differences, std::span<const std::vector<int>> flips);

}  // namespace reseed
