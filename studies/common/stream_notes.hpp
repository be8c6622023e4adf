// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "reseed/study.hpp"

namespace reseed::studies {

/// Where a study's resamples come from: harness/docs/statistics.md has all random streams by name.
inline std::string bootstrap_note(const StudyData& data) {
  return "Seeds are drawn again with the random stream \"bootstrap\" of [analysis] bootstrap.seed = " +
         std::to_string(data.bootstrap_seed()) + ", the same lists for all measures.";
}

/// Where the sub-samples of the test items come from.
inline std::string subset_note(std::int64_t items_seed) {
  return "Sub-samples of the items come from the random stream \"subset\" of [analysis] items_seed = " +
         std::to_string(items_seed) + ".";
}

}  // namespace reseed::studies
