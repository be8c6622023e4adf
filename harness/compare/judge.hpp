// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/seed_tests.hpp"

namespace reseed {

/// A quantity on its way to a verdict.
struct Candidate {
  ComparedQuantity quantity;

  /// Not equal and comparable: a test decides. Its values then have difference and margin.
  bool open = false;
  /// Pseudo-values of the difference (of scores: the differences) by common seed and defined layer. Empty: there is
  /// nothing that could be resampled, and `quantity.remark` says why.
  SeedTable pseudo;
  /// Differences per seed whose signs are flipped. Empty where `p` is given.
  SeedTable flips;
  /// Resampling seeds decides too (means over pairs); else flips or `p` alone.
  bool resampled = false;
  std::optional<double> p;  ///< of an exact test done elsewhere

  /// The values that pseudo's columns stand for: positions in quantity.values.
  std::vector<std::size_t> columns;
  /// By column: pseudo-values are those of the difference of the logarithms.
  std::vector<bool> logarithmic;

  /// Scores of the common seeds, in one order.
  void add_scores(std::size_t position, const std::vector<double>& a, const std::vector<double>& b);
  /// k x k matrices of the distances over the common seeds, k >= 3.
  void add_pairs(std::size_t position, const std::vector<double>& a, const std::vector<double>& b, std::size_t k);
  /// A value of the whole group with what it is without each run, and the p of exchanging runs. Of several layers the
  /// smallest p counts, times their number (Bonferroni). Where all are positive the jackknife is that of the logarithm:
  /// of a standard deviation the plain one gives no interval of the right width (Arvesen and Schmitz 1970).
  void add_group(std::size_t position, const Jackknife& a, const Jackknife& b, double exchange_p);
};

/// Gives every open candidate its verdict. A family is one measure (test set, subset, definition) over the groups of
/// one task; Holm 1979 adjusts within it. A family of which no p could reach its level gets no p at all.
/// `samples` resamples and flips are drawn, where not all can be looked at.
void judge(std::vector<Candidate>& candidates, std::int64_t samples = kCompareSamples);

}  // namespace reseed
