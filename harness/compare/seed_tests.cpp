// SPDX-License-Identifier: Apache-2.0
#include "compare/seed_tests.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed {
namespace {

constexpr std::uint64_t kStreamSeed = 0;
constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kTie = 1e-9;                     ///< relative: equal but for rounding
constexpr double kNothing = 1e-12;                ///< relative: no spread but rounding
constexpr double kHalfLevel = 1.959963984540054;  ///< 97.5 % of the normal distribution
constexpr double kPower = 0.8416212335729143;     ///< 80 %

/// t = value / error; 0 / 0 says nothing, x / 0 everything.
double ratio(double value, double error, double scale) {
  if (error > kNothing * scale) return std::abs(value) / error;
  return std::abs(value) > kTie * scale ? kInfinite : 0.0;
}

/// Largest absolute number of a layer: what rounding is relative to.
double scale_of(const SeedTable& table, std::size_t layer) {
  double largest = 0.0;
  for (std::size_t seed = 0; seed < table.seeds(); ++seed) largest = std::max(largest, std::abs(table.at(seed, layer)));
  return largest;
}

/// kCompareSamples lists of k seeds, drawn with replacement; the same for every quantity over k seeds.
const std::vector<std::uint32_t>& drawn_seeds(std::size_t k) {
  static std::map<std::size_t, std::vector<std::uint32_t>> known;
  std::vector<std::uint32_t>& lists = known[k];
  if (!lists.empty()) return lists;
  const Stream stream(kStreamSeed, "compare_seeds");
  for (std::int64_t sample = 0; sample < kCompareSamples; ++sample) {
    Draws draws(stream, 0, static_cast<std::uint32_t>(sample));
    // 32 bits for a seed: with thousands of seeds the bias is below 1e-6.
    for (std::size_t i = 0; i < k; ++i)
      lists.push_back(static_cast<std::uint32_t>((std::uint64_t{draws.word()} * std::uint64_t{k}) >> 32));
  }
  return lists;
}

double normal_quantile_of_level(double level) {
  // z with P(|Z| > z) = level, by bisection: called a few times only.
  double low = 0.0, high = 40.0;
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    (std::erfc(middle / std::sqrt(2.0)) > level ? low : high) = middle;
  }
  return low;
}

}  // namespace

Jackknife jackknife_of_pairs(std::span<const double> matrix, std::size_t k) {
  const double pairs = static_cast<double>(k * (k - 1)) / 2.0;
  std::vector<double> rows(k, 0.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      if (i != j) {
        rows[i] += matrix[i * k + j];
        if (i < j) sum += matrix[i * k + j];
      }
  Jackknife result;
  result.value = sum / pairs;
  for (const double row : rows) result.without.push_back((sum - row) / (pairs - static_cast<double>(k - 1)));
  return result;
}

std::vector<double> near_distances(std::span<const double> matrix, std::size_t k) {
  std::vector<double> quartiles;
  for (std::size_t i = 0; i < k; ++i) {
    std::vector<double> others;
    for (std::size_t j = 0; j < k; ++j)
      if (i != j) others.push_back(matrix[i * k + j]);
    quartiles.push_back(quantile(others, 0.25));
  }
  return quartiles;
}

double smallest_p(std::size_t k) {
  const double all = std::ldexp(1.0, 1 - static_cast<int>(k));
  return std::max(all, 1.0 / static_cast<double>(kCompareSamples + 1));
}

double sign_flip_p(const SeedTable& differences, std::int64_t samples) {
  const std::size_t k = differences.seeds(), layers = differences.layers();
  if (k == 0) return 1.0;
  // The root of the sum of squares is the same for all flips: each layer is brought to one scale once.
  std::vector<double> scaled(k * layers);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    double squares = 0.0;
    for (std::size_t seed = 0; seed < k; ++seed) squares += differences.at(seed, layer) * differences.at(seed, layer);
    const double factor = squares > 0.0 ? 1.0 / std::sqrt(squares) : 0.0;
    for (std::size_t seed = 0; seed < k; ++seed) scaled[seed * layers + layer] = differences.at(seed, layer) * factor;
  }
  std::vector<double> sums(layers);
  const auto statistic = [&](auto negative) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t seed = 0; seed < k; ++seed) {
      const double sign = negative(seed) ? -1.0 : 1.0;
      for (std::size_t layer = 0; layer < layers; ++layer) sums[layer] += sign * scaled[seed * layers + layer];
    }
    double largest = 0.0;
    for (const double sum : sums) largest = std::max(largest, std::abs(sum));
    return largest;
  };
  const double observed = statistic([](std::size_t) { return false; }) * (1.0 - kTie);
  if (observed == 0.0) return 1.0;
  std::int64_t extreme = 0;
  // A flip and its opposite give one statistic: the first seed keeps its sign.
  if (k - 1 < 14 && (std::int64_t{1} << (k - 1)) <= kCompareSamples) {
    const std::uint64_t flips = std::uint64_t{1} << (k - 1);
    for (std::uint64_t flip = 0; flip < flips; ++flip)
      extreme += statistic([&](std::size_t seed) { return seed > 0 && (flip >> (seed - 1) & 1) != 0; }) >= observed;
    return static_cast<double>(extreme) / static_cast<double>(flips);
  }
  Draws draws(Stream(kStreamSeed, "compare_flip"), 0);
  std::vector<std::uint32_t> words((k + 31) / 32);
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    for (std::uint32_t& word : words) word = draws.word();
    extreme += statistic([&](std::size_t seed) { return (words[seed / 32] >> (seed % 32) & 1) != 0; }) >= observed;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(samples + 1);
}

SeedInterval resample_seeds(const SeedTable& pseudo, std::span<const double> difference, std::int64_t samples) {
  const std::size_t k = pseudo.seeds(), layers = pseudo.layers();
  const double n = static_cast<double>(k);
  std::vector<double> scale(layers);
  std::vector<double> centred(k * layers);  // a row per seed: drawn seeds add whole rows
  for (std::size_t layer = 0; layer < layers; ++layer) {
    scale[layer] = scale_of(pseudo, layer);
    double centre = 0.0;
    for (std::size_t seed = 0; seed < k; ++seed) centre += pseudo.at(seed, layer) / n;
    for (std::size_t seed = 0; seed < k; ++seed) centred[seed * layers + layer] = pseudo.at(seed, layer) - centre;
  }

  SeedInterval result;
  result.error.assign(layers, 0.0);
  std::vector<double> sum(layers), squares(layers);
  const auto error_of = [&](std::size_t layer) {
    const double mean = sum[layer] / n;
    return std::sqrt(std::max(0.0, squares[layer] / n - mean * mean) / (n - 1.0));
  };
  const auto add_seed = [&](std::size_t seed) {
    const double* row = &centred[seed * layers];
    for (std::size_t layer = 0; layer < layers; ++layer) {
      sum[layer] += row[layer];
      squares[layer] += row[layer] * row[layer];
    }
  };
  for (std::size_t seed = 0; seed < k; ++seed) add_seed(seed);
  double observed = 0.0;
  for (std::size_t layer = 0; layer < layers; ++layer) {
    result.error[layer] = error_of(layer);
    observed = std::max(observed, ratio(difference[layer], result.error[layer], scale[layer]));
  }

  std::vector<std::vector<double>> t(layers, std::vector<double>(static_cast<std::size_t>(samples)));
  std::int64_t extreme = 0;
  const std::vector<std::uint32_t>& drawn = drawn_seeds(k);
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    std::fill(sum.begin(), sum.end(), 0.0);
    std::fill(squares.begin(), squares.end(), 0.0);
    for (std::size_t i = 0; i < k; ++i) add_seed(drawn[static_cast<std::size_t>(sample) * k + i]);
    double largest = 0.0;
    for (std::size_t layer = 0; layer < layers; ++layer) {
      const double value = ratio(sum[layer] / n, error_of(layer), scale[layer]);
      t[layer][static_cast<std::size_t>(sample)] = value;
      largest = std::max(largest, value);
    }
    extreme += largest >= observed * (1.0 - kTie);
  }
  result.p = static_cast<double>(1 + extreme) / static_cast<double>(samples + 1);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    // The order statistic at or above 95 %: infinities are numbers like others here.
    const auto position =
        t[layer].begin() + static_cast<std::ptrdiff_t>(std::ceil(0.95 * static_cast<double>(samples))) - 1;
    std::nth_element(t[layer].begin(), position, t[layer].end());
    const double half = result.error[layer] > kNothing * scale[layer] ? *position * result.error[layer] : 0.0;
    result.low.push_back(difference[layer] - half);
    result.high.push_back(difference[layer] + half);
  }
  return result;
}

std::int64_t fewest_seeds_for(std::size_t family) {
  std::size_t k = 2;
  while (std::ldexp(static_cast<double>(std::max<std::size_t>(1, family)), 1 - static_cast<int>(k)) >= 0.05) ++k;
  return static_cast<std::int64_t>(k);
}

double fewest_seeds_within(double share) {
  if (!(share > 0.0)) return kInfinite;
  if (share >= 0.5) return kFewestForInterval;
  return std::max(kFewestForInterval, std::ceil(std::log(kMissed) / std::log1p(-2.0 * share)));
}

std::optional<std::int64_t> seeds_needed(std::span<const double> difference, std::span<const double> error,
                                         std::span<const double> margin, std::size_t k, std::size_t family,
                                         double fewest) {
  const double level = 0.05 / static_cast<double>(std::max<std::size_t>(1, family));
  const double found = normal_quantile_of_level(level) + kPower;
  double to_find = kInfinite, to_equal = 0.0;
  for (std::size_t layer = 0; layer < difference.size(); ++layer) {
    const double size = std::abs(difference[layer]);
    const auto seeds = [&](double errors, double distance) {
      if (distance <= 0.0) return kInfinite;
      const double needed = errors * error[layer] / distance;
      return static_cast<double>(k) * needed * needed;
    };
    to_find = std::min(to_find, seeds(found, size));
    to_equal = std::max(to_equal, seeds(kHalfLevel, margin[layer] - size));
  }
  to_find = std::max(to_find, static_cast<double>(fewest_seeds_for(family)));
  to_equal = std::max(to_equal, fewest);
  const double needed = std::ceil(std::min(to_find, to_equal));
  if (!(needed <= 1e6)) return std::nullopt;
  return static_cast<std::int64_t>(needed);
}

}  // namespace reseed
