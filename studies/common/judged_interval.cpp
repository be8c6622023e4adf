// SPDX-License-Identifier: Apache-2.0
#include "judged_interval.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "analysis/statistics.hpp"

namespace reseed::studies {

std::optional<Interval> jackknife_interval(double value, std::span<const double> without) {
  constexpr std::size_t kFewest = 3;
  constexpr double kTail = 0.025;
  const std::size_t m = without.size();
  if (m < kFewest || std::any_of(without.begin(), without.end(), [](double one) { return std::isnan(one); }))
    return std::nullopt;
  const double runs = static_cast<double>(m);
  const double error = standard_deviation(without, 0) * std::sqrt(runs - 1.0);
  const double t = boost::math::quantile(boost::math::complement(boost::math::students_t(runs - 1.0), kTail));
  return Interval{value - t * error, value + t * error};
}

std::optional<Interval> judged_interval(const StudyValue& value) {
  if (!value.instability) return std::nullopt;
  if (value.arity == Arity::group) return jackknife_interval(*value.instability, value.without);
  if (!value.low || !value.high) return std::nullopt;
  return Interval{*value.low, *value.high};
}

}  // namespace reseed::studies
