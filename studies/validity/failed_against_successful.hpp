// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../common/curve.hpp"
#include "reseed/study.hpp"

namespace reseed::validity {

/// One layer of the curves of failed and of successful runs.
struct LayerDifference {
  std::string layer;  ///< "" for a measure without layers
  double failed = 0.0;
  double successful = 0.0;
  double difference = 0.0;                    ///< failed - successful
  std::optional<double> low, high;            ///< 95 % interval at this layer
  std::optional<double> band_low, band_high;  ///< 95 % band over all layers at once
  std::optional<double> null;                 ///< of all runs: items of one run shuffled
  /// Mean distance of each failed run to the other failed ones, and of each successful run to its like, by seed.
  std::vector<double> each_failed, each_successful;
};

/// One pair measure on one group: failed runs against successful ones, from the stored pair matrices.
struct FailedAgainstSuccessful {
  const StudyGroup* group = nullptr;
  studies::MeasureForm form;
  std::string rule;                               ///< in words
  std::vector<std::uint64_t> failed, successful;  ///< seeds
  std::vector<LayerDifference> layers;            ///< empty where one of the two has no pair
  std::optional<double> statistic, p, p_holm;
  std::string largest_layer;  ///< where the statistic was found
  std::string test;           ///< in words, with the number of arrangements
  /// "failed runs less stable" | "failed runs more stable" (at the top layer) | "differ below the top layer" |
  /// "no difference seen" | "cannot tell"
  std::string verdict;
  std::string reason;  ///< why it cannot be told; "" otherwise

  const LayerDifference& top() const { return layers.back(); }
};

/// Whether so many of the tested curves stand for an answer: more than half of them. One of ten shows a difference by
/// chance: the level holds for the groups of one measure, not for all measures together.
inline bool decides(std::size_t curves, std::size_t tested) { return 2 * curves > tested; }

struct FailureOptions {
  std::int64_t permutations = 10000;
  double level = 0.05;
  bool embeddings = false;
};

/// Every pair measure on every group that has a failed run, or all groups where none has. Holm's family is one measure
/// over the groups of the manifest; where no p of it could reach the level, no p is given. Pointers are into `data`.
std::vector<FailedAgainstSuccessful> failed_against_successful(const StudyData& data, const FailureOptions& options);

}  // namespace reseed::validity
