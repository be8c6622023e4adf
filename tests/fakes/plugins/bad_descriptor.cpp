// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::OptionInfo kOptions[] = {
    {"share", "number", "2", "0", "1", "", "its default lies outside its range"}};
constexpr reseed::MeasureInfo kInfo = fake::info("fake_ill_described", kOptions);

class IllDescribed final : public reseed::Measure {
 public:
  explicit IllDescribed(const reseed::Options&) {}
};

}  // namespace

RESEED_MEASURE(IllDescribed, kInfo)
