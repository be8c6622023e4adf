// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace reseed {

/// A linear axis: data range to pixels, with round tick values that cover the data.
class Scale {
 public:
  /// An axis from `low` to `high` (equal values are widened) on the pixels `from`..`to`, with about `ticks` ticks.
  Scale(double low, double high, double from, double to, int ticks = 5);

  double operator()(double value) const { return from_ + (value - low_) / (high_ - low_) * (to_ - from_); }
  const std::vector<double>& ticks() const { return ticks_; }
  /// A tick's text with as many decimals as the step needs.
  std::string text(double tick) const;

 private:
  double low_, high_, from_, to_;
  int decimals_ = 0;
  std::vector<double> ticks_;
};

}  // namespace reseed
