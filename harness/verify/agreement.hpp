// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "bundle/rows.hpp"

namespace reseed {

/// What holding something of a bundle against the same computed again says.
enum class Agreement {
  bit_equal,
  within_tolerance,  ///< not equal, nor expected to be; no further apart than the measure's tolerance
  different,
  absent,  ///< it was not computed: the plugin of now has no such value
};
/// "bit_equal", "within_tolerance", "different", "absent".
std::string_view to_string(Agreement agreement);

struct Agreed {
  Agreement agreement = Agreement::absent;
  std::optional<double> difference;  ///< largest absolute difference of two numbers, where there are two
  std::string message;               ///< "value: want 0.25, computed 0.26"; "" when equal
};

/// A value of measures.csv and the same computed again: the value, its interval, null, counts, flags, reason, unit.
/// `tolerance`: none where equal bits are expected; then nothing but equality will do. With a tolerance (of the
/// measure) the numerical rank and the wording of a reason may differ, too. The version is left to the caller.
Agreed agreement_of(const MeasureRow& stored, const MeasureRow& computed, const std::optional<double>& tolerance);

/// Two files of pair matrices (docs/workers.md), seed by seed and layer by layer. Errors: Error(data) for a file that
/// cannot be read.
Agreed agreement_of_pairs(const std::filesystem::path& stored, const std::filesystem::path& computed,
                          const std::optional<double>& tolerance);

}  // namespace reseed
