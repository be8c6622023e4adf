// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

/// Declares everything that can be declared.
constexpr reseed::MeasureInfo boasting() {
  reseed::MeasureInfo info = fake::info("fake_boasting");
  info.reads = reseed::Reads::representations;
  info.arity = reseed::Arity::pair;
  info.value_on_equal = 1.0;
  info.symmetric = info.rotation_invariant = info.scaling_invariant = true;
  info.translation_invariant = info.linear_invariant = true;
  return info;
}
constexpr reseed::MeasureInfo kInfo = boasting();

struct Corner : reseed::Prepared {
  explicit Corner(double number) : value(number) {}
  double value;
};

/// Keeps nothing of what it declares: the second run counts, whatever its units and axes.
class Boasting final : public reseed::Measure {
 public:
  explicit Boasting(const reseed::Options&) {}
  std::unique_ptr<reseed::Prepared> prepare(const reseed::RunData& run) const override {
    return std::make_unique<Corner>(run.representations(0, 0));
  }
  reseed::Outcome distance(const reseed::Prepared& a, const reseed::Prepared& b) const override {
    return static_cast<const Corner&>(a).value - 2.0 * static_cast<const Corner&>(b).value;
  }
};

}  // namespace

RESEED_MEASURE(Boasting, kInfo)
