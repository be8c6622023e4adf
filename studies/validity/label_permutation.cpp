// SPDX-License-Identifier: Apache-2.0
#include "label_permutation.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <utility>

#include "analysis/bootstrap.hpp"
#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed::validity {
namespace {

/// Arrangements whose statistic differs from the observed one by rounding alone are as extreme.
constexpr double kSlack = 1e-9;

/// Differences of equal means that rounding alone leaves, relative to the largest distance.
constexpr double kRoundingError = 1e-12;

/// Sums that give both means of a layer from one product per arrangement.
class LayerSums {
 public:
  explicit LayerSums(const arma::mat& distances)
      : distances_(distances), rows_(arma::sum(distances, 1)), all_(arma::accu(distances)) {}

  /// Mean among the marked minus mean among the others; both have two runs or more.
  double difference(const arma::vec& marks) const {
    const double k = static_cast<double>(marks.n_elem);
    const double m = arma::accu(marks);
    const double inside = arma::as_scalar(marks.t() * distances_ * marks);
    const double outside = all_ - 2.0 * arma::dot(marks, rows_) + inside;
    return inside / (m * (m - 1.0)) - outside / ((k - m) * (k - m - 1.0));
  }

 private:
  const arma::mat& distances_;
  arma::vec rows_;
  double all_;
};

/// n over k, or `limit` + 1 when it is larger.
std::uint64_t choices(std::uint64_t n, std::uint64_t k, std::uint64_t limit) {
  double count = 1.0;
  for (std::uint64_t i = 1; i <= std::min(k, n - k); ++i) {
    count *= static_cast<double>(n - std::min(k, n - k) + i) / static_cast<double>(i);
    if (count > static_cast<double>(limit) + 0.5) return limit + 1;
  }
  return static_cast<std::uint64_t>(std::llround(count));
}

double variance(const std::vector<double>& values) {
  const double sd = standard_deviation(values, 1);
  return sd * sd;
}

/// By how much an interval of a difference is wider because its standard deviation comes from few runs: Student's t
/// with the degrees of freedom of Welch 1947 over the normal distribution, both at 97.5 %. `a`, `b`: variances of the
/// two means, of n_a and n_b runs.
double few_runs(double a, std::size_t n_a, double b, std::size_t n_b) {
  constexpr double kNormal = 1.959963984540054;
  if (a + b <= 0.0) return 1.0;
  const double freedom =
      (a + b) * (a + b) / (a * a / (static_cast<double>(n_a) - 1.0) + b * b / (static_cast<double>(n_b) - 1.0));
  return boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), 0.025)) / kNormal;
}

arma::vec as_numbers(const std::vector<bool>& marked) {
  arma::vec marks(marked.size());
  for (std::size_t i = 0; i < marked.size(); ++i) marks(i) = marked[i] ? 1.0 : 0.0;
  return marks;
}

}  // namespace

std::optional<LabelTest> label_permutation_test(const std::vector<arma::mat>& layers, const std::vector<bool>& marked,
                                                std::int64_t samples, std::uint64_t seed) {
  const auto k = static_cast<std::uint64_t>(marked.size());
  const auto m = static_cast<std::uint64_t>(std::count(marked.begin(), marked.end(), true));
  if (layers.empty() || m < 2 || k - m < 2) return std::nullopt;
  std::vector<LayerSums> sums(layers.begin(), layers.end());
  LabelTest test;
  for (const LayerSums& layer : sums) test.difference.push_back(layer.difference(as_numbers(marked)));

  const auto limit = static_cast<std::uint64_t>(samples);
  const std::uint64_t all = choices(k, m, limit);
  test.exhaustive = all <= limit;
  test.arrangements = test.exhaustive ? all : limit;
  arma::mat differences(layers.size(), test.arrangements);
  std::vector<bool> order(k, false);
  std::fill(order.end() - static_cast<std::ptrdiff_t>(m), order.end(), true);  // the first in lexicographic order
  Draws draws(Stream(seed, "failure_labels"), 0);
  std::vector<std::uint64_t> runs(k);
  for (std::uint64_t i = 0; i < k; ++i) runs[i] = i;
  for (std::uint64_t b = 0; b < test.arrangements; ++b) {
    arma::vec marks(k, arma::fill::zeros);
    if (test.exhaustive) {
      marks = as_numbers(order);
      std::next_permutation(order.begin(), order.end());
    } else {
      draws.shuffle(runs);
      for (std::uint64_t i = 0; i < m; ++i) marks(runs[i]) = 1.0;
    }
    for (std::size_t l = 0; l < sums.size(); ++l) differences(l, b) = sums[l].difference(marks);
  }

  arma::vec scale = arma::sqrt(arma::mean(arma::square(differences), 1));
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (scale(l) <= kRoundingError * arma::abs(layers[l]).max()) scale(l) = 0.0;
  const auto studentised = [&](double difference, std::size_t l) {
    return scale(l) > 0.0 ? std::abs(difference) / scale(l) : 0.0;
  };
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (const double value = studentised(test.difference[l], l); value > test.statistic) {
      test.statistic = value;
      test.largest = l;
    }
  std::vector<double> largest(test.arrangements, 0.0);
  for (std::uint64_t b = 0; b < test.arrangements; ++b)
    for (std::size_t l = 0; l < layers.size(); ++l)
      largest[b] = std::max(largest[b], studentised(differences(l, b), l));
  const auto at_least = [&](double statistic) {
    return static_cast<double>(
        std::count_if(largest.begin(), largest.end(), [&](double value) { return value >= statistic - kSlack; }));
  };
  const double count = static_cast<double>(test.arrangements);
  test.p = test.exhaustive ? at_least(test.statistic) / count : (1.0 + at_least(test.statistic)) / (1.0 + count);
  // With as many marked as other runs, exchanging the two changes the sign alone: every outcome occurs twice.
  test.smallest_p = test.exhaustive ? (2 * m == k ? 2.0 : 1.0) / count : 1.0 / (1.0 + count);
  return test;
}

std::optional<DifferenceBands> difference_bands(const std::vector<arma::mat>& layers, const std::vector<bool>& marked,
                                                std::int64_t samples, std::uint64_t seed, SelfPairs policy) {
  std::vector<std::size_t> inside;
  std::vector<std::size_t> outside;
  for (std::size_t i = 0; i < marked.size(); ++i) (marked[i] ? inside : outside).push_back(i);
  if (inside.size() < 3 || outside.size() < 3 || layers.empty()) return std::nullopt;
  const Stream stream(seed, "failure_bands");
  std::vector<std::vector<double>> drawn(layers.size());
  std::vector<std::vector<double>> drawn_inside(layers.size());
  std::vector<std::vector<double>> drawn_outside(layers.size());
  for (std::int64_t b = 0; b < samples; ++b) {
    const auto draw = [&](const std::vector<std::size_t>& from, std::uint32_t site) {
      Draws draws(stream, site, static_cast<std::uint32_t>(b));
      Resample list;
      for (std::size_t i = 0; i < from.size(); ++i) list.push_back(from[draws.below(from.size())]);
      return list;
    };
    const Resample a = draw(inside, 0);
    const Resample c = draw(outside, 1);
    std::vector<std::pair<double, double>> row;
    for (const arma::mat& layer : layers) {
      const auto x = resampled_mean(layer, a, policy);
      const auto y = resampled_mean(layer, c, policy);
      if (x && y) row.emplace_back(*x, *y);
    }
    if (row.size() < layers.size()) continue;  // one run only: no pair
    for (std::size_t l = 0; l < layers.size(); ++l) {
      drawn[l].push_back(row[l].first - row[l].second);
      drawn_inside[l].push_back(row[l].first);
      drawn_outside[l].push_back(row[l].second);
    }
  }
  if (drawn[0].size() < 2) return std::nullopt;

  DifferenceBands bands;
  std::vector<double> centre;
  std::vector<double> spread;
  const arma::vec marks = as_numbers(marked);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    centre.push_back(LayerSums(layers[l]).difference(marks));
    spread.push_back(standard_deviation(drawn[l], 1));
    bands.low.push_back(quantile(drawn[l], 0.025));
    bands.high.push_back(quantile(drawn[l], 0.975));
  }
  std::vector<double> largest(drawn[0].size(), 0.0);
  for (std::size_t b = 0; b < largest.size(); ++b)
    for (std::size_t l = 0; l < layers.size(); ++l)
      if (spread[l] > 0.0) largest[b] = std::max(largest[b], std::abs(drawn[l][b] - centre[l]) / spread[l]);
  const double q = quantile(largest, 0.95);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const double reach =
        q * spread[l] * few_runs(variance(drawn_inside[l]), inside.size(), variance(drawn_outside[l]), outside.size());
    bands.band_low.push_back(centre[l] - reach);
    bands.band_high.push_back(centre[l] + reach);
  }
  return bands;
}

}  // namespace reseed::validity
