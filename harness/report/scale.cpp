// SPDX-License-Identifier: Apache-2.0
#include "report/scale.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"

namespace reseed {
namespace {

constexpr double kLargest = 1e300;  // numbers of a stranger's figure may be any
constexpr double kNearest = 1e-9;   // relative
constexpr double kSmallest = 1e-290;
constexpr int kMostTicks = 50;

}  // namespace

Scale::Scale(double low, double high, double from, double to, int ticks)
    : low_(std::clamp(low, -kLargest, kLargest)), high_(std::clamp(high, -kLargest, kLargest)), from_(from), to_(to) {
  if (!(high_ > low_)) {
    const double margin = std::abs(low_) * 0.1;
    low_ -= margin;
    high_ += low_ == 0.0 ? 1.0 : margin;
  }
  // Numbers nearer to each other than their digits tell: ticks between them would be one and the same.
  const double least = std::max(kSmallest, kNearest * std::max(std::abs(low_), std::abs(high_)));
  if (high_ - low_ < least) {
    low_ -= least;
    high_ += least;
  }
  const double raw = (high_ - low_) / std::clamp(ticks, 1, kMostTicks);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double mantissa = raw / power;
  const double step = power * (mantissa <= 1.0 ? 1.0 : mantissa <= 2.0 ? 2.0 : mantissa <= 5.0 ? 5.0 : 10.0);
  decimals_ = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  const double first = std::floor(low_ / step + 1e-9);
  const double last = std::ceil(high_ / step - 1e-9);
  low_ = first * step;
  high_ = last * step;
  for (double k = first; k <= last; k += 1.0) ticks_.push_back(k * step);
}

std::string Scale::text(double tick) const {
  const std::string text = fixed(tick, decimals_);
  return text.find_first_not_of("-0.") == std::string::npos ? fixed(0.0, decimals_) : text;
}

}  // namespace reseed
