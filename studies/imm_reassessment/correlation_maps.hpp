// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/bootstrap.hpp"
#include "view.hpp"

namespace reseed::imm_reassessment {

/// How the measures of one group move together when its seeds are drawn again: Pearson's r between the instabilities
/// by every two measures over resamples of the seeds, the same resamples for all measures (Figures 3, 16 to 25).
struct CorrelationMap {
  const Comparison* comparison = nullptr;
  const StudyGroup* group = nullptr;
  std::vector<const MeasureColumn*> columns;          ///< of the view, in its order: those that can be resampled
  std::vector<std::vector<std::optional<double>>> r;  ///< symmetric, 1 on the diagonal; empty: a measure is constant
  std::vector<const MeasureColumn*> left_out;  ///< measures that only their plugin can evaluate, or without value
  std::optional<double> sd;  ///< of the group's scores over the seeds that were drawn from, divisor of the view
  std::size_t seeds = 0;     ///< drawn from; fewer than 3: no map
  std::int64_t resamples = 0;
  SelfPairs self_pairs = SelfPairs::exclude;

  /// Mean of a measure's correlations with the others of `among` (all when empty); no value when one of them does not
  /// exist.
  std::optional<double> average(const MeasureColumn& column, const std::vector<const MeasureColumn*>& among) const;
};

/// One map per group, in the order of the view. `seeds`: of how many seeds of each group at most (the first ones);
/// 0: as many as the smallest group of the study was to have, so that all maps rest on equally many. Stream
/// "bootstrap" of the manifest's seed: the resamples of the harness.
std::vector<CorrelationMap> correlation_maps(const View& view, std::size_t seeds);

}  // namespace reseed::imm_reassessment
