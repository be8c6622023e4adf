// SPDX-License-Identifier: Apache-2.0
#include "fakes/plugins/fake_info.hpp"

namespace {

constexpr reseed::OptionInfo kOptions[] = {
    {"value", "number", "0.5", "-10", "10", "", "what it gives"},
    {"times", "integer", "1", "1", "3", "", "factor"},
    {"negative", "boolean", "false", "", "", "", "changes the sign"},
    {"word", "string", "this", "", "", "this|that", "nothing"},
};
constexpr reseed::MeasureInfo kInfo = fake::info("fake_constant", kOptions);

/// Gives the number of its options, whatever the runs are.
class Constant final : public reseed::Measure {
 public:
  explicit Constant(const reseed::Options& options)
      : value_(options.number("value") * static_cast<double>(options.integer("times")) *
               (options.boolean("negative") ? -1.0 : 1.0)) {}
  reseed::Outcome evaluate(std::span<const reseed::RunData* const>) const override { return value_; }

 private:
  double value_;
};

}  // namespace

RESEED_MEASURE(Constant, kInfo)
