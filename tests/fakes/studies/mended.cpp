// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo kInfo = fake::info("fake_mending");

/// A measure before and after its defect was mended (broken.cpp, mended.cpp).
class Mending final : public reseed::Measure {
 public:
  explicit Mending(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override { return 0.25; }
};

}  // namespace

RESEED_MEASURE(Mending, kInfo)
