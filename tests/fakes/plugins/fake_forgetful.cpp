// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo forgetful() {
  reseed::MeasureInfo info = fake::info("fake_forgetful");
  info.value_on_equal = 0.0;
  return info;
}
constexpr reseed::MeasureInfo kInfo = forgetful();

/// How far the scores of the first and the last run are apart.
double gap(std::span<const reseed::RunData* const> runs) { return std::abs(runs.front()->score - runs.back()->score); }

/// Forgets which runs were drawn.
struct Forgetful final : reseed::MeasuredGroup {
  explicit Forgetful(double number) : all(number) {}
  reseed::Outcome value(std::span<const std::size_t>) const override { return all; }
  double all;
};

/// What it measures once gives other values of drawn runs than evaluate() does.
class FakeForgetful final : public reseed::Measure {
 public:
  explicit FakeForgetful(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const> runs) const override { return gap(runs); }
  std::unique_ptr<reseed::MeasuredGroup> measure_once(std::span<const reseed::RunData* const> runs) const override {
    return std::make_unique<Forgetful>(gap(runs));
  }
};

}  // namespace

RESEED_MEASURE(FakeForgetful, kInfo)
