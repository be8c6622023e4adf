// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

#include "../common/first_seeds.hpp"
#include "../common/learning.hpp"
#include "../common/stream_notes.hpp"
#include "sections.hpp"

namespace reseed::sst2_scale {
namespace {

constexpr OptionInfo kOptions[] = {
    {"seeds", "integer", "0", "0", "", "", "only the first so many seeds of every group; 0 = all"},
    {"sd", "string", "sample", "", "", "sample|population", "divisor of the scores' standard deviation: m - 1 or m"},
    {"embeddings", "boolean", "false", "", "", "", "layer 0, the embeddings, counts as a layer of a curve"},
};
constexpr VariantInfo kVariants[] = {{"textbook", "every variant of a measure that the manifest asks for", 0, 0}};

constexpr StudyInfo kInfo = {
    .id = "sst2_scale",
    .version = 6,
    .summary = "Do measures of instability behave on a large task as on small ones?",
    .source = "Du and Nguyen 2023, Measuring the Instability of Fine-Tuning, ACL, appendix C",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
};

/// Table 3 and Figure 4: agreement of layer curves, scores and instability of every group.
class Sst2Scale final : public Study {
 public:
  explicit Sst2Scale(const Options& options)
      : seeds_(options.integer("seeds")),
        ddof_(options.string("sd") == "population" ? 0 : 1),
        embeddings_(options.boolean("embeddings")) {}

  StudyReport analyse(const StudyData& all) const override {
    const studies::FirstSeeds data(all, seeds_);
    const published::Facts facts(data.published());
    const Findings findings{data,        facts, studies::layer_correlations(data, embeddings_), score_rows(data, ddof_),
                            embeddings_, ddof_};
    StudyReport report;
    report.answers = answers(findings);
    report.tables = {table3(findings), values_table(findings),
                     studies::layer_correlations_table("layer_correlations", findings.correlations)};
    report.figures = figures(findings);
    if (!facts.empty()) report_against_paper(findings, report);
    report.notes.push_back(studies::bootstrap_note(data) + " Orders of layers come from its stream \"correlation\".");
    studies::say_first(studies::learning_notes(data), report.notes);
    return report;
  }

 private:
  std::int64_t seeds_;
  int ddof_;
  bool embeddings_;
};

}  // namespace
}  // namespace reseed::sst2_scale

RESEED_STUDY(reseed::sst2_scale::Sst2Scale, reseed::sst2_scale::kInfo)
