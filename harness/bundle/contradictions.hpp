// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "bundle/migrations.hpp"

namespace reseed {

/// A file that does not fit the rest of its bundle.
struct Contradiction {
  std::string place;  ///< file, and what in it
  std::string message;
};

/// What a bundle says twice must agree, whatever its checksums say: scores, outcome and steps of runs.csv with the
/// records; the value of a pair measure with the mean of its pair matrix, its number of runs with the runs that ended
/// well; the layers of a pair matrix with the values that name it, and every pair matrix is named. Files that are
/// malformed or missing are left to the other checks. What the study says: study_contradictions.hpp.
///
/// `files`: names of all files of the bundle; `texts` reads them.
std::vector<Contradiction> contradictions(const std::filesystem::path& folder, const BundleTexts& texts,
                                          const std::set<std::string>& files, const std::vector<RunRow>& runs,
                                          const std::vector<MeasureRow>& measures);

}  // namespace reseed
