// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

namespace {

constexpr reseed::VariantInfo kVariants[] = {{"textbook", "the only one", 0.0, 0.0}};
constexpr reseed::OptionInfo kOptions[] = {
    {"rates", "string", "", "", "", "", "of the sub-samples"},
    {"draws", "integer", "1", "1", "10", "", "of every rate"},
    {"items_seed", "integer", "0", "0", "", "", "of the draws"},
    {"items", "string", "same", "", "", "same|by_kind|both", "which items a measure gets"},
};

constexpr reseed::StudyInfo kInfo = {
    .id = "fake_study",
    .version = 1,
    .summary = "a study made for tests",
    .source = "the tests of reseed",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
    .subsets = {"rates", "draws", "items_seed", "items"},
};

/// Counts the values it is given, on all items and on sub-samples of them.
class FakeStudy final : public reseed::Study {
 public:
  explicit FakeStudy(const reseed::Options&) {}
  reseed::StudyReport analyse(const reseed::StudyData& data) const override {
    reseed::StudyReport report;
    report.answers = {{"How many values are there?", std::to_string(data.values().size()), "Counted."},
                      {"How many on sub-samples?", std::to_string(data.subset_values().size()), "Counted."}};
    return report;
  }
};

}  // namespace

RESEED_STUDY(FakeStudy, kInfo)
