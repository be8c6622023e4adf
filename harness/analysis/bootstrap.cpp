// SPDX-License-Identifier: Apache-2.0
#include "analysis/bootstrap.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed {

std::vector<Resample> draw_resamples(std::size_t m, std::int64_t samples, std::uint64_t seed) {
  const Stream stream(seed, "bootstrap");
  std::vector<Resample> lists(static_cast<std::size_t>(samples));
  for (std::size_t b = 0; b < lists.size(); ++b) {
    Draws draws(stream, 0, static_cast<std::uint32_t>(b));
    for (std::size_t i = 0; i < m; ++i) lists[b].push_back(draws.below(m));
  }
  return lists;
}

std::optional<double> resampled_mean(const arma::mat& pairs, const Resample& list, SelfPairs policy) {
  // Counts of each run instead of positions: m^2 / 2 products at most, the same for any order of the list. Differences
  // from the first distance, so that a constant one comes out exactly.
  std::vector<double> times(pairs.n_rows, 0.0);
  for (const std::size_t run : list) times[run] += 1.0;
  double first = policy == SelfPairs::include_zero ? 0.0 : std::nan("");
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0.0) continue;
    if (policy == SelfPairs::include_zero) count += times[i] * (times[i] - 1.0) / 2.0;
    for (std::size_t j = i + 1; j < times.size(); ++j) {
      if (times[j] == 0.0) continue;
      const double distance = pairs(i, j);
      if (std::isnan(distance)) return std::nullopt;
      if (std::isnan(first)) first = distance;
      sum += times[i] * times[j] * (distance - first);
      count += times[i] * times[j];
    }
  }
  if (count == 0.0) return std::nullopt;
  return first + sum / count;
}

BootstrapSummary summarise(std::span<const std::optional<double>> values) {
  BootstrapSummary summary;
  std::vector<double> defined;
  for (const std::optional<double>& value : values) {
    if (value)
      defined.push_back(*value);
    else
      ++summary.undefined;
  }
  if (defined.empty()) return summary;
  summary.mean = mean(defined);
  if (defined.size() > 1) summary.sd = standard_deviation(defined, 1);
  summary.low = quantile(defined, 0.025);
  summary.high = quantile(defined, 0.975);
  const auto [smallest, largest] = std::minmax_element(defined.begin(), defined.end());
  summary.degenerate = *smallest == *largest;
  return summary;
}

}  // namespace reseed
