// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "base/id_words.hpp"

namespace reseed::studies {

inline constexpr const char* kLowerIsMoreStable = "lower is more stable";

/// A unit as a value has it ("nat", "metric", "" = none, or the id of a metric) in the words of an axis: that there is
/// none is said, too.
inline std::string unit_words(const std::string& unit) {
  if (unit.empty()) return "no unit";
  return unit == "metric" ? "unit of the metric" : id_words(unit);
}

/// Title of an axis or of a colour scale: what stands there, its unit, and what its ends mean: "Jensen-Shannon
/// divergence, nat (lower is more stable)". `unit` as unit_words() takes it.
inline std::string axis_title(const std::string& what, const std::string& unit, const std::string& direction) {
  return what + ", " + unit_words(unit) + " (" + direction + ")";
}

/// Where curves of several measures stand together: "instability, nat or no unit (lower is more stable)".
inline std::string axis_title(const std::string& what, const std::set<std::string>& units,
                              const std::string& direction) {
  std::string words;
  for (const std::string& unit : units) words = words.empty() ? unit_words(unit) : unit_words(unit) + " or " + words;
  return what + ", " + words + " (" + direction + ")";
}

}  // namespace reseed::studies
