// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "reseed/measure.hpp"

namespace reseed {

/// The value of a measure of the whole group for any draw of k runs: they are measured once where the measure can do
/// that (Measure::measure_once()), else anew for every draw. Measure and runs must outlive it.
class DrawnValue {
 public:
  DrawnValue(const Measure& measure, std::vector<const RunData*> runs);

  /// `draw`: positions below k; a run may stand in it several times. What the plugin throws makes it undefined with
  /// plugin_threw. May be called from several threads.
  Outcome operator()(std::span<const std::size_t> draw) const;

  /// That of every run once.
  Outcome of_all() const;

 private:
  const Measure& measure_;
  std::vector<const RunData*> runs_;
  std::unique_ptr<MeasuredGroup> measured_;
  std::optional<Outcome> failed_;  ///< why nothing could be measured
};

}  // namespace reseed
