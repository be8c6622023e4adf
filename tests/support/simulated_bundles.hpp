// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "compare/compared_group.hpp"
#include "compare/judge.hpp"

namespace reseed::test {

// Simulated pairs of bundles on their way to a verdict (fixed seeds).

using Random = std::mt19937_64;

constexpr int kPairs = 2000;
/// Draws of every test: as a comparison has them, and fewer, which hold the same level and take a tenth of the time.
constexpr std::int64_t kAll = kCompareSamples, kFew = 1000;
/// 5 % and what 2,000 pairs may show above it by chance (two standard errors).
constexpr double kAtLevel = 0.05 + 2 * 0.00487;

/// k runs, each a point; what differs between the seeds.
using Points = std::vector<std::vector<double>>;

inline Points normal_points(Random& random, std::size_t k, std::size_t dimensions) {
  std::normal_distribution<double> normal;
  Points points(k, std::vector<double>(dimensions));
  for (auto& point : points)
    for (double& coordinate : point) coordinate = normal(random);
  return points;
}

/// Runs of which some fail: all failed ones are near each other and far from the rest.
inline Points failing_points(Random& random, std::size_t k, double share) {
  Points points = normal_points(random, k, 5);
  for (auto& point : points)
    if (std::uniform_real_distribution<double>()(random) < share)
      for (double& coordinate : point) coordinate = 8.0 + 0.1 * coordinate;
  return points;
}

inline std::vector<double> distances(const Points& points, double factor = 1.0) {
  const std::size_t k = points.size();
  std::vector<double> matrix(k * k, 0.0);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      double squares = 0.0;
      for (std::size_t d = 0; d < points[i].size(); ++d) squares += std::pow(points[i][d] - points[j][d], 2);
      matrix[i * k + j] = factor * std::sqrt(squares);
    }
  return matrix;
}

inline ComparedValue value_of(double a, double b, double margin) {
  ComparedValue value;
  value.a = a;
  value.b = b;
  value.difference = b - a;
  value.margin = margin;
  return value;
}

inline Candidate scores(const std::vector<double>& a, const std::vector<double>& b, double margin) {
  Candidate candidate;
  candidate.open = true;
  double mean_a = 0.0, mean_b = 0.0;
  for (const double score : a) mean_a += score / static_cast<double>(a.size());
  for (const double score : b) mean_b += score / static_cast<double>(b.size());
  candidate.quantity.values = {value_of(mean_a, mean_b, margin)};
  candidate.add_scores(0, a, b);
  return candidate;
}

/// With a margin as a comparison has it: a share of the larger value.
inline Candidate scores_within(const std::vector<double>& a, const std::vector<double>& b, double share) {
  Candidate candidate = scores(a, b, 0.0);
  ComparedValue& value = candidate.quantity.values[0];
  value.margin = margin_of(share, *value.a, *value.b, 0);
  return candidate;
}

/// One matrix per layer on either side.
inline Candidate pairs(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b,
                       std::size_t k, double margin) {
  Candidate candidate;
  candidate.open = true;
  for (std::size_t layer = 0; layer < a.size(); ++layer) {
    candidate.quantity.values.push_back(
        value_of(jackknife_of_pairs(a[layer], k).value, jackknife_of_pairs(b[layer], k).value, margin));
    candidate.add_pairs(layer, a[layer], b[layer], k);
  }
  return candidate;
}

/// Share of `count` simulated families in which some member gets the verdict.
inline double share(Verdict verdict, int count, const std::function<std::vector<Candidate>()>& simulate,
                    std::int64_t samples = kFew) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    std::vector<Candidate> family = simulate();
    judge(family, samples);
    bool any = false;
    for (const Candidate& candidate : family) any = any || candidate.quantity.verdict == verdict;
    found += any;
  }
  const double result = static_cast<double>(found) / count;
  BOOST_TEST_MESSAGE(to_string(verdict) << " in " << 100.0 * result << " % of " << count);
  return result;
}

inline std::vector<double> normal_scores(Random& random, std::size_t k, double mean, double sd) {
  std::normal_distribution<double> normal(mean, sd);
  std::vector<double> list(k);
  for (double& score : list) score = std::round(300.0 * normal(random)) / 300.0;  // 300 items
  return list;
}

/// One matrix of distances per layer; those of layer 3 are `factor` times as large. Layers of one run are alike: every
/// layer adds a little to the one below.
inline std::vector<std::vector<double>> curve(Random& random, std::size_t k, double factor = 1.0) {
  Points points = normal_points(random, k, 4);
  std::vector<std::vector<double>> layers;
  for (int layer = 0; layer < 6; ++layer) {
    const Points more = normal_points(random, k, 4);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t d = 0; d < 4; ++d) points[i][d] = 0.8 * points[i][d] + 0.6 * more[i][d];
    layers.push_back(distances(points, layer == 3 ? factor : 1.0));
  }
  return layers;
}

/// Standard deviation of the scores.
inline Jackknife spread_of(const std::vector<double>& scores) {
  const auto spread = [&](std::size_t without) {
    double sum = 0.0, squares = 0.0, n = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (i != without) {
        sum += scores[i];
        n += 1.0;
      }
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (i != without) squares += std::pow(scores[i] - sum / n, 2);
    return std::sqrt(squares / (n - 1.0));
  };
  Jackknife found;
  found.value = spread(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) found.without.push_back(spread(i));
  return found;
}

/// Standard deviations as a measure of the whole group, with p = 1: a p of exchanging runs can only turn the verdict
/// into `different`. The margin is a share of the larger one.
inline Candidate spreads_within(const std::vector<double>& a, const std::vector<double>& b, double share) {
  const Jackknife of_a = spread_of(a), of_b = spread_of(b);
  Candidate candidate;
  candidate.open = true;
  candidate.quantity.values = {value_of(of_a.value, of_b.value, margin_of(share, of_a.value, of_b.value, 0))};
  candidate.add_group(0, of_a, of_b, 1.0);
  return candidate;
}

}  // namespace reseed::test
