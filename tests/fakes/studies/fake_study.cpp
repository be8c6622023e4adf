// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

namespace {

constexpr reseed::VariantInfo kVariants[] = {{"textbook", "the only one", 0.0, 0.0}};
constexpr reseed::StudyInfo kInfo = {
    .id = "fake_study",
    .version = 1,
    .summary = "a study made for tests",
    .source = "the tests of reseed",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = {},
};

/// Counts the values it is given.
class FakeStudy final : public reseed::Study {
 public:
  explicit FakeStudy(const reseed::Options&) {}
  reseed::StudyReport analyse(const reseed::StudyData& data) const override {
    reseed::StudyReport report;
    report.answers = {{"How many values are there?", std::to_string(data.values().size()), "Counted."}};
    return report;
  }
};

}  // namespace

RESEED_STUDY(FakeStudy, kInfo)
