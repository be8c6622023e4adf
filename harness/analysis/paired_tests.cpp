// SPDX-License-Identifier: Apache-2.0
#include "analysis/paired_tests.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed {
namespace {

constexpr double kTie = 1e-9;

/// P(rank sum <= w) over all signs of the ranks 1..n.
double rank_sum_at_most(std::size_t w, std::size_t n) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0.0);
  probability[0] = 1.0;
  std::size_t largest = 0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    largest += rank;
    for (std::size_t sum = largest + 1; sum-- > 0;)
      probability[sum] = 0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0.0));
  }
  double total = 0.0;
  for (std::size_t sum = 0; sum <= w; ++sum) total += probability[sum];
  return total;
}

double sum_of(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum;
}

}  // namespace

std::vector<double> paired_differences(std::span<const double> first, std::span<const double> second) {
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = std::nearbyint((first[i] - second[i]) * 1e12) / 1e12;
  return differences;
}

SignTest sign_test(std::span<const double> differences) {
  SignTest test;
  for (const double value : differences) ++(value > 0 ? test.positive : value < 0 ? test.negative : test.zero);
  const int n = test.positive + test.negative;
  if (n > 0) test.p = std::min(1.0, 2.0 * cdf(boost::math::binomial(n, 0.5), std::min(test.positive, test.negative)));
  return test;
}

WilcoxonTest wilcoxon_test(std::span<const double> differences) {
  std::vector<double> nonzero;
  std::vector<double> sizes;
  for (const double value : differences) {
    if (value == 0.0) continue;
    nonzero.push_back(value);
    sizes.push_back(std::abs(value));
  }
  WilcoxonTest test;
  test.nonzero = static_cast<int>(nonzero.size());
  if (nonzero.empty()) return test;
  const std::vector<double> ranks = average_ranks(sizes);
  for (std::size_t i = 0; i < ranks.size(); ++i) (nonzero[i] > 0 ? test.w_plus : test.w_minus) += ranks[i];
  test.statistic = std::min(test.w_plus, test.w_minus);
  const std::vector<double> ties = tie_sizes(sizes);
  const double n = test.nonzero;
  test.exact = ties.empty() && nonzero.size() <= 200;
  if (test.exact) {
    test.p = std::min(1.0, 2.0 * rank_sum_at_most(static_cast<std::size_t>(test.statistic), nonzero.size()));
    return test;
  }
  double spread = n * (n + 1) * (2 * n + 1);
  for (const double t : ties) spread -= 0.5 * (t * t * t - t);
  const double z = (test.statistic - n * (n + 1) / 4) / std::sqrt(spread / 24);
  test.p = 2.0 * cdf(complement(boost::math::normal(), std::abs(z)));
  return test;
}

std::uint64_t extreme_flips(std::span<const double> differences, std::span<const std::vector<int>> flips) {
  const double k = static_cast<double>(differences.size());
  const double observed = std::abs(sum_of(differences)) / k;
  std::uint64_t extreme = 0;
  for (const std::vector<int>& flip : flips) {
    double sum = 0.0;
    for (std::size_t i = 0; i < differences.size(); ++i) sum += flip[i] * differences[i];
    extreme += std::abs(sum) / k >= observed - kTie;
  }
  return extreme;
}

SignFlipTest sign_flip_test(std::span<const double> differences, std::uint64_t samples, std::uint64_t seed) {
  SignFlipTest test;
  const std::size_t k = differences.size();
  if (k == 0) return test;
  const double observed = std::abs(sum_of(differences)) / static_cast<double>(k);
  test.exhaustive = k <= 20;
  test.flips = test.exhaustive ? std::uint64_t{1} << k : samples;
  const Stream stream(seed, "sign_flip");
  Draws draws(stream, 0);
  for (std::uint64_t flip = 0; flip < test.flips; ++flip) {
    double sum = 0.0;
    std::uint64_t bits = flip;
    for (std::size_t i = 0; i < k; ++i, bits >>= 1) {
      if (!test.exhaustive && i % 32 == 0) bits = draws.word();
      sum += bits & 1 ? -differences[i] : differences[i];
    }
    test.extreme += std::abs(sum) / static_cast<double>(k) >= observed - kTie;
  }
  test.p = test.exhaustive ? static_cast<double>(test.extreme) / static_cast<double>(test.flips)
                           : static_cast<double>(test.extreme + 1) / static_cast<double>(test.flips + 1);
  return test;
}

}  // namespace reseed
