// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace reseed {

/// Mean of at least one number. Equal numbers give exactly that number.
double mean(std::span<const double> x);

/// Standard deviation with divisor n - ddof; n > ddof. Equal numbers give exactly 0.
double standard_deviation(std::span<const double> x, int ddof);

/// Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996); p in [0, 1], any order.
double quantile(std::span<const double> x, double p);
double median(std::span<const double> x);

/// Ranks from 1; equal numbers share the average of their ranks.
std::vector<double> average_ranks(std::span<const double> x);

/// Sizes of the groups of equal numbers, only those of two and more.
std::vector<double> tie_sizes(std::span<const double> x);

/// Step-down adjusted p-values of Holm 1979: at most 1, monotone, in the order given. A NaN is a missing p-value: it
/// stays NaN and does not count as a test.
std::vector<double> holm(std::span<const double> p);

}  // namespace reseed
