// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo kInfo = fake::info("fake_hanging");

/// Never comes back from a call.
class Hanging final : public reseed::Measure {
 public:
  explicit Hanging(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
};

}  // namespace

RESEED_MEASURE(Hanging, kInfo)
