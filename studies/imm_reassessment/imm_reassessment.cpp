// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr OptionInfo kOptions[] = {
    {"reference", "string", "original", "", "", "",
     "the group that the other methods are held against; the first one when absent"},
    {"level", "number", "0.05", "0.0001", "0.5", "", "level of the tests after adjustment"},
    {"resamples", "integer", "10000", "100", "1000000", "", "resamples of a difference"},
    {"disputed_items", "integer", "20", "0", "1000", "", "how many test items are listed, most disputed first"},
};
constexpr VariantInfo kVariants[] = {{"textbook", "textbook measures, tests that say when they cannot tell", 0, 0}};

constexpr StudyInfo kInfo = {
    .id = "imm_reassessment",
    .version = 1,
    .summary = "Do instability mitigation methods stabilise fine-tuning, and do the measures agree on it?",
    .source = "Du and Nguyen 2023, Measuring the Instability of Fine-Tuning, ACL, sections 5 and 6",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
};

/// Scores, instability, ranks and agreement of the measures for every model and task of the manifest.
///
/// Uses the textbook variant of every measure; other variants stay in the list of all values.
class ImmReassessment final : public Study {
 public:
  explicit ImmReassessment(const Options& options)
      : differences_{options.string("reference"), options.number("level"), options.integer("resamples")},
        disputed_items_(options.integer("disputed_items")) {}

  StudyReport analyse(const StudyData& data) const override {
    const View view(data);
    const auto found = differences(view, differences_);
    StudyReport report;
    report.answers = answers(view, found);
    report.tables = tables(view, found, disputed_items_);
    report.figures = figures(view);
    for (const Comparison& comparison : view.comparisons())
      for (const StudyGroup* group : comparison.groups)
        if (const auto ok = ok_runs(*group).size(); ok < group->runs.size())
          report.notes.push_back(group->name + " (" + comparison.title() + "): " +
                                 std::to_string(group->runs.size() - ok) + " of " + std::to_string(group->runs.size()) +
                                 " runs did not end well; the values are over the other " + std::to_string(ok) + ".");
    if (view.columns().empty())
      report.notes.push_back("No measure was computed in its textbook form: there is nothing to rank.");
    return report;
  }

 private:
  DifferenceOptions differences_;
  std::int64_t disputed_items_;
};

}  // namespace
}  // namespace reseed::imm_reassessment

RESEED_STUDY(reseed::imm_reassessment::ImmReassessment, reseed::imm_reassessment::kInfo)
