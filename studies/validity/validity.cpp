// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

#include "../common/first_seeds.hpp"
#include "../common/learning.hpp"
#include "../common/stream_notes.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

constexpr OptionInfo kOptions[] = {
    {"rates", "string", "0.5", "", "", "", "sub-samples of the test items: rates separated by commas, \"\" for none"},
    {"draws", "integer", "4", "1", "1000", "", "sub-samples of each rate"},
    {"items", "string", "same", "", "", "same|by_kind|both",
     "the same items for all measures, or others for measures of representations than for all others"},
    {"items_seed", "integer", "0", "0", "", "", "seed of the stream that draws the items"},
    {"seeds", "integer", "0", "0", "", "", "only the first so many seeds of every group; 0 = all"},
    {"embeddings", "boolean", "false", "", "", "", "layer 0, the embeddings, counts as a layer of a curve"},
    {"permutations", "integer", "10000", "100", "1000000", "", "of the labels of failed and successful runs"},
    {"sd", "string", "sample", "", "", "sample|population",
     "divisor of standard deviations of scores and over draws: m - 1 or m"},
    {"level", "number", "0.05", "0.0001", "0.5", "", "level of the tests after adjustment"},
};
constexpr VariantInfo kVariants[] = {{"textbook", "every variant of a measure that the manifest asks for", 0, 0}};

constexpr StudyInfo kInfo = {
    .id = "validity",
    .version = 6,
    .summary = "Do the measures of instability agree, tell failed runs from successful ones, and hold on other items?",
    .source = "Du and Nguyen 2023, Measuring the Instability of Fine-Tuning, ACL, section 5",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
    .subsets = {"rates", "draws", "items_seed", "items"},
};

/// Convergent and concurrent validity of the measures of the manifest.
class Validity final : public Study {
 public:
  explicit Validity(const Options& options)
      : seeds_(options.integer("seeds")),
        items_seed_(options.integer("items_seed")),
        ddof_(options.string("sd") == "population" ? 0 : 1),
        failure_{options.integer("permutations"), options.number("level"), options.boolean("embeddings")} {}

  StudyReport analyse(const StudyData& all) const override {
    const studies::FirstSeeds data(all, seeds_);
    const published::Facts facts(data.published());
    Findings findings{data,
                      facts,
                      studies::layer_correlations(data, failure_.embeddings),
                      group_agreements(data, failure_.permutations),
                      failed_against_successful(data, failure_),
                      studies::sample_spreads(data, failure_.embeddings, ddof_),
                      failure_.level,
                      failure_.embeddings,
                      studies::not_learning(data),
                      {},
                      ddof_};
    if (!findings.flat.empty())
      findings.learned_agreements = group_agreements(data, failure_.permutations, findings.flat);
    StudyReport report;
    report.tables.push_back(summary(findings));
    report_convergent(findings, report);
    report_failures(findings, report);
    report_samples(findings, report);
    report_against_paper(findings, report);
    report.notes.push_back(
        studies::bootstrap_note(data) +
        " Orders of layers come from its stream \"correlation\", labels of failed runs from \"failure_labels\", failed "
        "and "
        "successful runs that are drawn again from \"failure_bands\", orders of groups from \"group_agreement\". " +
        studies::subset_note(items_seed_));
    studies::say_first(studies::learning_notes(data), report.notes);
    return report;
  }

 private:
  std::int64_t seeds_;
  std::int64_t items_seed_;
  int ddof_;
  FailureOptions failure_;
};

}  // namespace
}  // namespace reseed::validity

RESEED_STUDY(reseed::validity::Validity, reseed::validity::kInfo)
