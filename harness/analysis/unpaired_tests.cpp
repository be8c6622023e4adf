// SPDX-License-Identifier: Apache-2.0
#include "analysis/unpaired_tests.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "analysis/statistics.hpp"

namespace reseed {
namespace {

std::vector<double> distances_from_median(std::span<const double> x) {
  const double centre = median(x);
  std::vector<double> distances;
  for (const double value : x) distances.push_back(std::abs(value - centre));
  return distances;
}

double squares_around(std::span<const double> x, double centre) {
  double sum = 0.0;
  for (const double value : x) sum += (value - centre) * (value - centre);
  return sum;
}

}  // namespace

MannWhitneyTest mann_whitney_test(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  const auto m = static_cast<double>(y.size());
  MannWhitneyTest test;
  for (const double a : x)
    for (const double b : y) test.u_first += a > b ? 1.0 : a == b ? 0.5 : 0.0;
  test.cliffs_delta = 2.0 * test.u_first / (n * m) - 1.0;

  std::vector<double> all(x.begin(), x.end());
  all.insert(all.end(), y.begin(), y.end());
  double ties = 0.0;
  for (const double t : tie_sizes(all)) ties += t * t * t - t;
  const double total = n + m;
  const double variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
  if (variance > 0.0) {
    const double z = std::abs(test.u_first - n * m / 2.0) / std::sqrt(variance);
    test.p = 2.0 * cdf(complement(boost::math::normal(), z));
  }
  return test;
}

BrownForsytheTest brown_forsythe_test(std::span<const double> x, std::span<const double> y) {
  const std::vector<double> u = distances_from_median(x);
  const std::vector<double> v = distances_from_median(y);
  const auto n = static_cast<double>(u.size());
  const auto m = static_cast<double>(v.size());
  const double mean_u = mean(u);
  const double mean_v = mean(v);
  const double overall = (n * mean_u + m * mean_v) / (n + m);
  const double between = n * (mean_u - overall) * (mean_u - overall) + m * (mean_v - overall) * (mean_v - overall);
  const double within = squares_around(u, mean_u) + squares_around(v, mean_v);
  BrownForsytheTest test;
  if (within <= 0.0 || n + m <= 2.0) return test;
  test.statistic = (n + m - 2.0) * between / within;
  test.p = cdf(complement(boost::math::fisher_f(1.0, n + m - 2.0), *test.statistic));
  return test;
}

}  // namespace reseed
