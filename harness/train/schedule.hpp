// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reseed {

/// Steps of one epoch: the last batch may be smaller.
constexpr std::int64_t steps_per_epoch(std::int64_t items, std::int64_t batch_size) {
  return (items + batch_size - 1) / batch_size;
}

/// Learning rate of step s = 0 .. steps - 1: peak s/w while s < w, then peak (S - s)/(S - w), with w = warm-up fraction
/// x S, not rounded. The first step of a run with warm-up has rate 0; it still feeds the moments of the optimizer.
constexpr double learning_rate(double peak, double warmup_fraction, std::int64_t steps, std::int64_t step) {
  const double warmup = warmup_fraction * static_cast<double>(steps);
  const double at = static_cast<double>(step);
  if (at < warmup) return peak * (at / warmup);
  return peak * ((static_cast<double>(steps) - at) / std::max(static_cast<double>(steps) - warmup, 1.0));
}

/// After which steps of an epoch (1 .. steps) the model is evaluated: `evaluations` times, floor(steps / evaluations)
/// apart, the last at the end of the epoch. Fewer steps than evaluations: after every step.
inline std::vector<std::int64_t> evaluation_steps(std::int64_t steps, std::int64_t evaluations) {
  const std::int64_t apart = std::max<std::int64_t>(steps / evaluations, 1);
  std::vector<std::int64_t> after;
  for (std::int64_t i = 1; i < evaluations && i * apart < steps; ++i) after.push_back(i * apart);
  after.push_back(steps);
  return after;
}

}  // namespace reseed
