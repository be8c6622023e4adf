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
  // The runs that were drawn with their counts instead of positions: m^2 / 2 products at most, the same for any order
  // of the list. Differences from the first distance, so that a constant one comes out exactly.
  struct Drawn {
    arma::uword run = 0;
    double times = 0.0;
  };
  std::vector<Drawn> drawn(pairs.n_rows);
  for (const std::size_t run : list) drawn[run].times += 1.0;
  std::size_t distinct = 0;
  double count = static_cast<double>(list.size()) * static_cast<double>(list.size());  // of pairs, twice
  for (std::size_t run = 0; run < drawn.size(); ++run) {
    const double times = drawn[run].times;
    if (times == 0.0) continue;
    count -= policy == SelfPairs::include_zero ? times : times * times;
    drawn[distinct++] = {run, times};
  }
  count /= 2.0;
  if (count == 0.0) return std::nullopt;
  const double first = policy == SelfPairs::include_zero || distinct < 2 ? 0.0 : pairs.at(drawn[1].run, drawn[0].run);
  double sum = 0.0;
  for (std::size_t i = 0; i < distinct; ++i) {
    const double* const distances = pairs.colptr(drawn[i].run);  // symmetric: a column is the row
    for (std::size_t j = i + 1; j < distinct; ++j)
      sum += drawn[i].times * drawn[j].times * (distances[drawn[j].run] - first);
  }
  if (std::isnan(sum)) return std::nullopt;  // an undefined pair
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
