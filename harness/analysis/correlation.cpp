// SPDX-License-Identifier: Apache-2.0
#include "analysis/correlation.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed {
namespace {

bool is_constant(std::span<const double> x) {
  return std::all_of(x.begin(), x.end(), [&](double value) { return value == x.front(); });
}

bool usable(std::span<const double> x, std::span<const double> y) {
  return x.size() >= 2 && !is_constant(x) && !is_constant(y);
}

/// Cosine of the centred columns.
double centred_cosine(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xy = 0.0;
  double xx = 0.0;
  double yy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  return std::clamp(xy / (std::sqrt(xx) * std::sqrt(yy)), -1.0, 1.0);
}

/// P(at most `limit` discordant pairs) of n items in random order: the Mahonian distribution, one item more at a time.
double discordant_at_most(std::size_t limit, std::size_t n) {
  std::vector<double> probability(limit + 1, 0.0);
  probability[0] = 1.0;
  for (std::size_t items = 2; items <= n; ++items) {
    std::vector<double> next(limit + 1);
    double window = 0.0;
    for (std::size_t k = 0; k <= limit; ++k) {
      window += probability[k];
      if (k >= items) window -= probability[k - items];
      next[k] = window / static_cast<double>(items);
    }
    probability.swap(next);
  }
  double sum = 0.0;
  for (const double value : probability) sum += value;
  return sum;
}

struct Ties {
  double pairs = 0;    ///< sum of t (t - 1) / 2
  double triples = 0;  ///< sum of t (t - 1) (t - 2)
  double spread = 0;   ///< sum of t (t - 1) (2 t + 5)
  explicit Ties(std::span<const double> x) {
    for (const double t : tie_sizes(x)) {
      pairs += t * (t - 1) / 2;
      triples += t * (t - 1) * (t - 2);
      spread += t * (t - 1) * (2 * t + 5);
    }
  }
};

double order_sign(double a, double b) { return a < b ? 1.0 : a > b ? -1.0 : 0.0; }

double two_sided_normal(double z) { return 2.0 * cdf(complement(boost::math::normal(), std::abs(z))); }

/// x'y of centred columns, or concordant less discordant pairs: the part of a coefficient that the order of y changes.
double association(Coefficient coefficient, std::span<const double> x, std::span<const double> y) {
  double sum = 0.0;
  if (coefficient != Coefficient::kendall) {
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) sum += order_sign(x[i], x[j]) * order_sign(y[i], y[j]);
  return sum;
}

std::vector<double> centred(std::vector<double> x) {
  const double middle = mean(x);
  for (double& value : x) value -= middle;
  return x;
}

constexpr std::size_t kAllOrders = 9;  // 9! = 362880 orders

}  // namespace

std::optional<Correlation> pearson(std::span<const double> x, std::span<const double> y) {
  if (!usable(x, y)) return std::nullopt;
  const double r = centred_cosine(x, y);
  return Correlation{.coefficient = r, .p = pearson_p(r, x.size()), .exact = true};
}

double pearson_p(double r, std::size_t n) {
  if (n <= 2) return 1.0;
  const double a = static_cast<double>(n) / 2.0 - 1.0;
  return std::abs(r) >= 1.0 ? 0.0 : 2.0 * boost::math::ibetac(a, a, 0.5 * (1.0 + std::abs(r)));
}

std::optional<Correlation> spearman(std::span<const double> x, std::span<const double> y) {
  if (!usable(x, y)) return std::nullopt;
  Correlation result{
      .coefficient = centred_cosine(average_ranks(x), average_ranks(y)), .p = std::nullopt, .exact = false};
  if (x.size() < 3) return result;
  const double r = std::abs(result.coefficient);
  const double freedom = static_cast<double>(x.size()) - 2.0;
  const double t = r * std::sqrt(freedom / ((1.0 + r) * (1.0 - r)));
  result.p = r == 1.0 ? 0.0 : 2.0 * cdf(complement(boost::math::students_t(freedom), t));
  return result;
}

std::optional<Correlation> kendall(std::span<const double> x, std::span<const double> y) {
  if (!usable(x, y)) return std::nullopt;
  double concordant = 0.0;
  double discordant = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const double sign = order_sign(x[i], x[j]) * order_sign(y[i], y[j]);
      concordant += sign > 0.0;
      discordant += sign < 0.0;
    }
  const Ties in_x(x);
  const Ties in_y(y);
  const double n = static_cast<double>(x.size());
  const double total = n * (n - 1) / 2;
  const double difference = concordant - discordant;
  Correlation result;
  result.coefficient =
      std::clamp(difference / std::sqrt(total - in_x.pairs) / std::sqrt(total - in_y.pairs), -1.0, 1.0);
  result.exact = in_x.pairs == 0 && in_y.pairs == 0 && x.size() <= 500;
  if (result.exact) {
    const auto fewer = static_cast<std::size_t>(std::min(discordant, total - discordant));
    result.p = std::min(1.0, 2.0 * discordant_at_most(fewer, x.size()));
  } else if (x.size() >= 3) {
    const double variance = (n * (n - 1) * (2 * n + 5) - in_x.spread - in_y.spread) / 18 +
                            2 * in_x.pairs * in_y.pairs / (n * (n - 1)) +
                            in_x.triples * in_y.triples / (9 * n * (n - 1) * (n - 2));
    result.p = two_sided_normal(difference / std::sqrt(variance));
  }
  return result;
}

std::optional<PermutationTest> permutation_test(Coefficient coefficient, std::span<const double> x,
                                                std::span<const double> y, std::uint64_t samples, std::uint64_t seed) {
  if (!usable(x, y)) return std::nullopt;
  const bool ranks = coefficient == Coefficient::spearman;
  std::vector<double> first = ranks ? average_ranks(x) : std::vector<double>(x.begin(), x.end());
  std::vector<double> second = ranks ? average_ranks(y) : std::vector<double>(y.begin(), y.end());
  double scale = 1.0;  // coefficients differ by 1e-9 where associations differ by this times it
  if (coefficient == Coefficient::kendall) {
    const double n = static_cast<double>(x.size());
    scale = std::sqrt(n * (n - 1) / 2 - Ties(x).pairs) * std::sqrt(n * (n - 1) / 2 - Ties(y).pairs);
  } else {
    first = centred(std::move(first));
    second = centred(std::move(second));
    scale = std::sqrt(association(coefficient, first, first)) * std::sqrt(association(coefficient, second, second));
  }
  const double seen = std::abs(association(coefficient, first, second)) - 1e-9 * scale;
  PermutationTest test;
  const auto look = [&](const std::vector<double>& order) {
    ++test.orders;
    test.extreme += std::abs(association(coefficient, first, order)) >= seen ? 1 : 0;
  };
  if (x.size() <= kAllOrders) {
    // Orders of positions, not of values: equal values then count as often as they can change places.
    std::vector<std::size_t> positions(second.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::vector<double> order(second.size());
    do {
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = second[positions[i]];
      look(order);
    } while (std::next_permutation(positions.begin(), positions.end()));
    test.exhaustive = true;
    test.p = static_cast<double>(test.extreme) / static_cast<double>(test.orders);
    return test;
  }
  const Stream stream(seed, "correlation");
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    std::vector<double> order = second;
    Draws(stream, static_cast<std::uint32_t>(coefficient), static_cast<std::uint32_t>(sample)).shuffle(order);
    look(order);
  }
  test.p = static_cast<double>(1 + test.extreme) / static_cast<double>(1 + test.orders);
  return test;
}

bool wants_permutation(std::span<const double> x, std::span<const double> y) {
  return x.size() < 10 || !tie_sizes(x).empty() || !tie_sizes(y).empty();
}

std::optional<double> TestedCorrelation::p() const { return permuted ? permuted->p : seen.p; }

std::string TestedCorrelation::p_from() const {
  if (permuted) return permuted->exhaustive ? "all orders" : std::to_string(permuted->orders) + " random orders";
  if (!seen.p) return "";
  switch (coefficient) {
    case Coefficient::pearson: return "beta distribution";
    case Coefficient::spearman: return "Student's t";
    case Coefficient::kendall: return seen.exact ? "exact" : "normal approximation";
  }
  return "";
}

std::optional<TestedCorrelation> tested_correlation(Coefficient coefficient, std::span<const double> x,
                                                    std::span<const double> y, std::uint64_t samples,
                                                    std::uint64_t seed) {
  const auto seen = coefficient == Coefficient::pearson    ? pearson(x, y)
                    : coefficient == Coefficient::spearman ? spearman(x, y)
                                                           : kendall(x, y);
  if (!seen) return std::nullopt;
  TestedCorrelation tested{*seen, std::nullopt, coefficient};
  const bool all_orders_already = coefficient == Coefficient::kendall && seen->exact;
  if (wants_permutation(x, y) && !all_orders_already)
    tested.permuted = permutation_test(coefficient, x, y, samples, seed);
  return tested;
}

}  // namespace reseed
