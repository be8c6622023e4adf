// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::MeasureInfo kInfo = fake::info("fake_crashing");

/// Takes its process down when it is called.
class Crashing final : public reseed::Measure {
 public:
  explicit Crashing(const reseed::Options&) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override {
    std::raise(SIGSEGV);
    return 0.0;
  }
};

}  // namespace

RESEED_MEASURE(Crashing, kInfo)
