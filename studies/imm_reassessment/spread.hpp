// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/correlation.hpp"
#include "correlation_maps.hpp"

namespace reseed::imm_reassessment {

/// Do the measures agree better where the seeds differ more? One point per group and measure of one model: SD of the
/// group's score against the average correlation of the measure with the others, z-scored over the groups (divisor the
/// number of groups), and Pearson's r over all points (Figures 3c and 26).
///
/// Every SD stands for as many points as there are measures, so that the points are not independent: p comes from
/// orders of the groups' SDs, jointly for all measures. Groups of one task are not independent either.
struct SpreadAgainstAgreement {
  struct Point {
    const StudyGroup* group = nullptr;
    const MeasureColumn* measure = nullptr;
    double sd = 0.0, z = 0.0;
  };
  std::string model;
  SelfPairs self_pairs = SelfPairs::exclude;
  std::vector<Point> points;
  std::size_t groups = 0, measures = 0;
  std::optional<double> r;
  std::optional<double> p_of_points;  ///< as if all points were independent: what was published
  std::optional<PermutationTest> test;
  std::set<std::string> not_learned;    ///< titles of comparisons that are left out: nothing follows from them
  std::vector<std::string> incomplete;  ///< groups that are left out: two measures have no correlation there
  std::vector<std::string> repeated;    ///< groups that are left out: they repeat another one, named in brackets
  std::string reason;                   ///< why there is no r; "" otherwise

  /// Which groups of tasks that learn are left out, as a sentence; "" when none is.
  std::string incomplete_words() const;
  /// Which tasks and groups are left out, in sentences; "" when none is.
  std::string left_out() const;
};

/// One per model, over the measures `among` (all of the view when empty). Left out are tasks that do not learn, groups
/// that repeat another one of their task, measures that have a correlation in no group, then groups in which two of the
/// other measures have none; at least 4 groups are needed.
std::vector<SpreadAgainstAgreement> spread_against_agreement(const View& view, const std::vector<CorrelationMap>& maps,
                                                             std::int64_t samples,
                                                             const std::vector<const MeasureColumn*>& among = {});

}  // namespace reseed::imm_reassessment
