// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../common/curve.hpp"
#include "../common/learning.hpp"
#include "reseed/study.hpp"

namespace reseed::validity {

/// Fewest groups over which two prediction measures are correlated.
inline constexpr std::size_t kFewestGroups = 8;

/// Two measures of predictions over all groups of the manifest (models x tasks x groups).
struct GroupAgreement {
  studies::MeasureForm a, b;
  std::size_t groups = 0;            ///< at which both have a value, no two of them equal
  std::size_t equal = 0;             ///< left out, because their runs predict the same as those of another one
  std::size_t tasks = 0;             ///< how many models x tasks they come from
  std::optional<double> tau, tau_p;  ///< Kendall's tau-b; p by permutation of one of the two
  std::optional<double> tau_p_holm;  ///< adjusted over the pairs of measures of one variant
  /// p of tau when values change places within their model and task alone: groups that share a task are not
  /// independent.
  std::optional<double> tau_p_within;
  std::optional<double> r, r_p;  ///< Pearson's r; p by permutation
  std::string reason;            ///< why there is none; "" otherwise
};

/// Every two measures without layers of the same variant, over all groups but those of the tasks `without`. Of groups
/// of one model and task whose runs predict the same class for every item, seed by seed, the first alone counts: the
/// same group twice, or a method that changes nothing, is no further evidence. Pointers are into `data`. p-values are
/// (1 + extreme) / (1 + permutations), two-sided, stream "group_agreement".
std::vector<GroupAgreement> group_agreements(const StudyData& data, std::int64_t permutations,
                                             const studies::Tasks& without = {});

}  // namespace reseed::validity
