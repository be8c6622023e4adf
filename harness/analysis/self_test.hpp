// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/measure_library.hpp"

namespace reseed {

/// One thing that a measure declares, tried on made runs.
struct SelfTest {
  std::string name;
  bool passed = false;
  std::string message;  ///< what was wanted and found, and on which runs; empty when it passed
};

/// Every variant of a measure with the defaults of its options, and with every choice of every option that has choices.
/// Errors: as create_measure().
std::vector<LoadedMeasure> all_forms(const std::filesystem::path& library);

/// Tries what a measure declares: values inside the bounds, the value on equal runs, symmetry, each invariance, the
/// smallest numbers of items and runs, and that neither order nor threads change a number.
///
/// A value may be undefined (formulas may divide by 0), as long as it is defined on some of the runs; what throws or is
/// out of bounds has failed. Errors: as open_measure().
std::vector<SelfTest> self_test(const std::filesystem::path& library);

}  // namespace reseed
