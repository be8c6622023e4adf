// SPDX-License-Identifier: Apache-2.0
#include "analysis/drawn_value.hpp"

#include <numeric>
#include <utility>

#include "analysis/guarded.hpp"

namespace reseed {

DrawnValue::DrawnValue(const Measure& measure, std::vector<const RunData*> runs)
    : measure_(measure), runs_(std::move(runs)) {
  const Outcome measured = guarded([&] {
    measured_ = measure_.measure_once(runs_);
    return Outcome(0.0);
  });
  if (!measured.value) failed_ = measured;
}

Outcome DrawnValue::operator()(std::span<const std::size_t> draw) const {
  if (failed_) return *failed_;
  if (measured_) return guarded([&] { return measured_->value(draw); });
  std::vector<const RunData*> drawn;
  for (const std::size_t run : draw) drawn.push_back(runs_[run]);
  return guarded([&] { return measure_.evaluate(drawn); });
}

Outcome DrawnValue::of_all() const {
  std::vector<std::size_t> every(runs_.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  return (*this)(every);
}

}  // namespace reseed
