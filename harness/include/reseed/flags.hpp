// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace reseed {

/// Why a value is undefined or to be read with care: a closed list, written by name beside every value.
enum class Flag {
  no_variation,          ///< chance agreement is 1, or a constant column
  no_variance,           ///< all items equal after centring
  degenerate_subspace,   ///< directions used_i + used_j > n - 1: correlations forced by dimension
  n_below_minimum,       ///< fewer items than the definition needs
  zero_row,              ///< a cosine with a zero vector
  non_finite_input,      ///< NaN or infinity in what the measure reads
  not_finite,            ///< the formula itself gave NaN or infinity
  out_of_bounds,         ///< the value lies outside the stated bounds of its variant
  too_few_seeds,         ///< no test possible
  few_seeds,             ///< interval from fewer than 10 seeds
  degenerate_bootstrap,  ///< all resamples give one value
  constant_prediction,   ///< a run predicts one class for all items
  records_missing,       ///< what the measure reads was not recorded
  tied_neighbours,       ///< the k-th and the next neighbour are equally near
  alignment_not_unique,  ///< the best alignment is not unique
  plugin_threw,
  plugin_timeout,
  plugin_crashed,
};

inline constexpr std::array<std::string_view, 18> kFlagNames = {
    "no_variation",         "no_variance",         "degenerate_subspace", "n_below_minimum", "zero_row",
    "non_finite_input",     "not_finite",          "out_of_bounds",       "too_few_seeds",   "few_seeds",
    "degenerate_bootstrap", "constant_prediction", "records_missing",     "tied_neighbours", "alignment_not_unique",
    "plugin_threw",         "plugin_timeout",      "plugin_crashed"};

constexpr std::string_view to_string(Flag flag) { return kFlagNames[static_cast<std::size_t>(flag)]; }

constexpr std::optional<Flag> flag_from_string(std::string_view name) {
  for (std::size_t i = 0; i < kFlagNames.size(); ++i)
    if (kFlagNames[i] == name) return static_cast<Flag>(i);
  return std::nullopt;
}

}  // namespace reseed
