// SPDX-License-Identifier: Apache-2.0
#include "analysis/resampled.hpp"

#include <cmath>

#include "analysis/run_data.hpp"

namespace reseed {

std::optional<double> resampled_kappa_distance(const arma::mat& disagreement, const arma::mat& shares,
                                               const Resample& list) {
  if (list.size() < 2) return std::nullopt;
  const std::optional<double> observed = resampled_mean(disagreement, list, SelfPairs::include_zero);
  if (!observed) return std::nullopt;
  double chance = 0.0;
  bool one_class = false;
  for (arma::uword c = 0; c < shares.n_rows; ++c) {
    double sum = 0.0;
    for (const std::size_t run : list) sum += shares(c, run);
    const double share = sum / static_cast<double>(list.size());
    one_class = one_class || share == 1.0;
    chance += share * share;
  }
  if (one_class) return std::nullopt;
  return *observed / (1.0 - chance);
}

double resampled_average(std::span<const double> scores, const Resample& list) {
  const double first = scores[list.front()];
  double sum = 0.0;
  for (const std::size_t run : list) sum += scores[run] - first;
  return first + sum / static_cast<double>(list.size());
}

std::optional<double> resampled_sd(std::span<const double> scores, const Resample& list, int ddof) {
  const double n = static_cast<double>(list.size());
  if (n <= ddof) return std::nullopt;
  const double centre = resampled_average(scores, list);
  double squares = 0.0;
  for (const std::size_t run : list) squares += (scores[run] - centre) * (scores[run] - centre);
  return std::sqrt(squares / (n - ddof));
}

arma::mat class_shares(std::span<const arma::mat> logits) {
  if (logits.empty()) return {};
  arma::mat shares(logits.front().n_rows, logits.size(), arma::fill::zeros);
  for (std::size_t run = 0; run < logits.size(); ++run) {
    const arma::urowvec classes = predicted_classes(logits[run]);
    for (const arma::uword c : classes) shares(c, run) += 1.0;
    shares.col(run) /= static_cast<double>(classes.n_elem);
  }
  return shares;
}

}  // namespace reseed
