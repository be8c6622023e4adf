// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::OptionInfo kOptions[] = {
    {"what", "string", "exception", "", "", "exception|number", "what it throws"}};
constexpr reseed::MeasureInfo kInfo = fake::info("fake_throwing", kOptions);

/// Throws a std::exception, or something that is none.
class Throwing final : public reseed::Measure {
 public:
  explicit Throwing(const reseed::Options& options) : number_(options.string("what") == "number") {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override {
    if (number_) throw 42;
    throw std::runtime_error("the fake throws");
  }

 private:
  bool number_;
};

}  // namespace

RESEED_MEASURE(Throwing, kInfo)
