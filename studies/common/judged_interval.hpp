// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "reseed/study.hpp"

namespace reseed::studies {

/// A 95 % interval.
struct Interval {
  double low = 0.0, high = 0.0;
};

/// Jackknife interval of a value over m things: value +- t SE with Student's t of m - 1 degrees of freedom and SE^2 =
/// (m - 1) / m times the sum of the squared deviations of the values without each thing from their mean. It holds the
/// value always, and of a mean it is Student's interval.
///
/// `without`: m values. Empty below three, and where one is undefined (NaN).
/// Source: Efron and Tibshirani 1993, chapter 11; of means over pairs: Arvesen 1969, Jackknifing U-statistics.
std::optional<Interval> jackknife_interval(double value, std::span<const double> without);

/// The interval of an instability by which a study judges. Of a pair measure that of measures.csv, the percentiles of
/// resampled runs. Of a measure of the whole group a resample that holds a run twice agrees with itself, so that these
/// percentiles lie low and may even leave the value out: they are printed and never judged by, the jackknife's are.
/// Empty where there is none.
std::optional<Interval> judged_interval(const StudyValue& value);

}  // namespace reseed::studies
