// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo newer() {
  reseed::MeasureInfo info = fake::info("fake_mending");
  info.version = 2;
  return info;
}
constexpr reseed::MeasureInfo kInfo = newer();

/// The measure of mended.cpp in a version that gives other values.
class Mending final : public reseed::Measure {
 public:
  explicit Mending(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override { return 0.5; }
};

}  // namespace

RESEED_MEASURE(Mending, kInfo)
