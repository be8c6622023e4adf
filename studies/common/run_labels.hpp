// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reseed/study.hpp"

namespace reseed::studies {

/// Runs that ended well, by seed.
std::vector<const StudyRun*> ok_runs(const StudyGroup& group);

/// The runs of a group that ended well, sorted by the manifest's rule for failed runs.
struct RunLabels {
  std::vector<std::uint64_t> failed;      ///< seeds, ascending
  std::vector<std::uint64_t> successful;  ///< seeds, ascending
  double bound = 0.0;                     ///< a run whose score is not above it failed
  std::string rule;                       ///< in words
  std::string problem;                    ///< why there are no labels; "" otherwise
};
RunLabels run_labels(const StudyData& data, const StudyGroup& group);

}  // namespace reseed::studies
