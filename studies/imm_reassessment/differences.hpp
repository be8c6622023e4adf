// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "view.hpp"

namespace reseed::imm_reassessment {

/// Share of the larger of two values up to which a difference between them is called negligible.
inline constexpr double kNegligible = 0.01;

/// A method against the reference method by one quantity: the score, or the instability by one measure.
struct Difference {
  std::string model, task, quantity, method, reference;
  bool of_score = false;                  ///< a fraction, larger = better; else an instability, larger = less stable
  std::string unit;                       ///< of an instability: "nats"; "" where it is a share or has none
  std::string test;                       ///< name of the test
  std::int64_t n = 0;                     ///< common seeds
  std::optional<double> reference_value;  ///< over the common seeds
  std::optional<double> difference;       ///< method - reference
  std::optional<double> low, high;        ///< 95 % interval of the difference
  std::optional<double> p, p_holm;        ///< two-sided; adjusted over the methods of the task
  /// "differs" | "differs negligibly": told, and the whole interval lies within kNegligible of the larger value |
  /// "no difference seen" | "cannot tell" | "not learned": a task from which nothing follows.
  std::string verdict;
  std::string remark;  ///< why it cannot be told, and how many seeds would be needed
};

struct DifferenceOptions {
  std::string reference;  ///< method held against; the first group's when no group has this name
  double level = 0.05;
  std::int64_t resamples = 10000;
};

/// All differences of all comparisons.
///
/// Score: exact sign flips of the differences on common seeds (random ones above 20 seeds). Measures: both groups
/// resampled with the same seeds, pairs of a run with itself as the view has them; see bootstrap_test(). All intervals
/// rest on the resamples of the harness (stream "bootstrap" of the manifest's seed). Holm over the methods of a task,
/// per quantity. No p lies below 2^(1 - n), that of the rarest of all exchanges of two methods within n seeds. Before
/// any p is shown the family is asked whether that could reach its level; with fewer seeds nothing can be told.
std::vector<Difference> differences(const View& view, const DifferenceOptions& options);

/// Fewest seeds with which a paired test in a family of `size` can reach the level: 2^(1 - n) size <= level.
std::int64_t fewest_seeds(std::size_t size, double level);

}  // namespace reseed::imm_reassessment
