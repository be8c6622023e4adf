// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "view.hpp"

namespace reseed::imm_reassessment {

/// A method against the reference method by one quantity: the score, or the instability by one measure.
struct Difference {
  std::string model, task, quantity, method, reference;
  std::string test;                  ///< name of the test
  std::int64_t n = 0;                ///< common seeds
  std::optional<double> difference;  ///< method - reference
  std::optional<double> low, high;   ///< 95 % interval of the difference
  std::optional<double> p, p_holm;   ///< two-sided; adjusted over the methods of the task
  std::string verdict;               ///< "differs" | "no difference seen" | "cannot tell"
  std::string remark;                ///< why it cannot be told, and how many seeds would be needed
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
/// per quantity. Before any p is shown the family is asked whether its smallest possible p, 2^(1 - n), could reach its
/// level; with fewer seeds nothing can be told.
std::vector<Difference> differences(const View& view, const DifferenceOptions& options);

/// Fewest seeds with which a paired test in a family of `size` can reach the level: 2^(1 - n) size <= level.
std::int64_t fewest_seeds(std::size_t size, double level);

}  // namespace reseed::imm_reassessment
