// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../common/curve.hpp"
#include "reseed/study.hpp"

namespace reseed::sst2_scale {

/// A difference of two correlations across layers with its interval over resampled seeds.
struct CorrelationDifference {
  double value = 0.0, low = 0.0, high = 0.0;
};

/// Whether two curves of a group agree more with each other across layers than either does with a third.
///
/// All three r and their differences are of the same layers - those at which all three measures have a value that is
/// not forced by dimension (degenerate_subspace) - and of the same resampled seeds. The intervals of the two
/// differences hold at once (95 %, Bonferroni); their quantiles lie two standard errors of so many resamples further
/// out, so that another seed of the bootstrap does not turn a verdict round.
struct ClosestPair {
  std::size_t layers = 0;
  std::size_t forced = 0;                  ///< layers left out
  std::optional<double> r, first, second;  ///< of the pair; of its first and of its second curve with the third
  std::optional<CorrelationDifference> beyond_first, beyond_second;  ///< r - first, r - second
  std::string reason;                                                ///< why there is none; "" otherwise

  /// "holds" where both intervals lie above 0, "does_not_hold" where one lies below, else "cannot_tell".
  std::string verdict() const;
};

/// Needs 3 layers, pair matrices of the same runs and 2 resamples of which all three r are defined.
ClosestPair closest_pair(const StudyData& data, const studies::Curve& a, const studies::Curve& b,
                         const studies::Curve& third);

}  // namespace reseed::sst2_scale
