// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::OptionInfo kOptions[] = {{"text", "string", "nan", "", "", "nan|1e400", "the number, as text"}};
constexpr reseed::MeasureInfo kInfo = fake::info("fake_not_finite", kOptions);

/// Gives NaN, or a number too large for a double.
class NotFinite final : public reseed::Measure {
 public:
  explicit NotFinite(const reseed::Options& options) : value_(std::strtod(options.string("text").c_str(), nullptr)) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override { return value_; }

 private:
  double value_;
};

}  // namespace

RESEED_MEASURE(NotFinite, kInfo)
