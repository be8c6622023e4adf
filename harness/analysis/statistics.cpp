// SPDX-License-Identifier: Apache-2.0
#include "analysis/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace reseed {
namespace {

/// Positions of x in ascending order of value.
std::vector<std::size_t> order_of(std::span<const double> x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  return order;
}

}  // namespace

double mean(std::span<const double> x) {
  // Differences from the first number: their sum is exactly 0 when all are equal.
  double sum = 0.0;
  for (const double value : x) sum += value - x.front();
  return x.front() + sum / static_cast<double>(x.size());
}

double standard_deviation(std::span<const double> x, int ddof) {
  const double centre = mean(x);
  double sum = 0.0;
  for (const double value : x) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / (static_cast<double>(x.size()) - ddof));
}

double quantile(std::span<const double> x, double p) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

double median(std::span<const double> x) { return quantile(x, 0.5); }

std::vector<double> average_ranks(std::span<const double> x) {
  const std::vector<std::size_t> order = order_of(x);
  std::vector<double> ranks(x.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && x[order[end]] == x[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = 0.5 * static_cast<double>(begin + 1 + end);
    begin = end;
  }
  return ranks;
}

std::vector<double> tie_sizes(std::span<const double> x) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> sizes;
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end = std::upper_bound(begin, sorted.end(), *begin);
    if (end - begin > 1) sizes.push_back(static_cast<double>(end - begin));
    begin = end;
  }
  return sizes;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<double> present;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::isnan(p[i])) continue;
    present.push_back(p[i]);
    places.push_back(i);
  }
  std::vector<double> adjusted(p.size(), std::numeric_limits<double>::quiet_NaN());
  double largest = 0.0;
  std::size_t left = present.size();
  for (const std::size_t i : order_of(present)) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(left--) * present[i]));
    adjusted[places[i]] = largest;
  }
  return adjusted;
}

}  // namespace reseed
