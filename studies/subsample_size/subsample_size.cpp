// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

#include "../common/first_seeds.hpp"
#include "../common/learning.hpp"
#include "../common/stream_notes.hpp"
#include "sections.hpp"

namespace reseed::subsample_size {
namespace {

constexpr OptionInfo kOptions[] = {
    {"rates", "string", "0.1, 0.2, 0.35, 0.5, 0.75", "", "", "",
     "sub-samples of the test items: rates separated by commas"},
    {"draws", "integer", "4", "1", "1000", "", "sub-samples of each rate; the interval of a shift needs 3"},
    {"items", "string", "same", "", "", "same|by_kind|both",
     "the same items for all measures, or others for measures of representations than for all others"},
    {"items_seed", "integer", "0", "0", "", "", "seed of the stream that draws the items"},
    {"seeds", "integer", "0", "0", "", "", "only the first so many seeds of every group; 0 = all"},
    {"sd", "string", "sample", "", "", "sample|population", "divisor of the standard deviation over draws: m - 1 or m"},
    {"embeddings", "boolean", "false", "", "", "", "layer 0, the embeddings, counts as a layer"},
};
constexpr VariantInfo kVariants[] = {{"textbook", "every variant of a measure that the manifest asks for", 0, 0}};

constexpr StudyInfo kInfo = {
    .id = "subsample_size",
    .version = 5,
    .summary = "How do a measure's value and its spread move with the number of test items?",
    .source = "Du and Nguyen 2023, Measuring the Instability of Fine-Tuning, ACL, section 5.2 and appendix D",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
    .subsets = {"rates", "draws", "items_seed", "items"},
};

/// Values on sub-samples of several sizes, each beside its null and the value on all items.
class SubsampleSize final : public Study {
 public:
  explicit SubsampleSize(const Options& options)
      : seeds_(options.integer("seeds")),
        items_seed_(options.integer("items_seed")),
        ddof_(options.string("sd") == "population" ? 0 : 1),
        embeddings_(options.boolean("embeddings")) {}

  StudyReport analyse(const StudyData& all) const override {
    const studies::FirstSeeds data(all, seeds_);
    const published::Facts facts(data.published());
    const std::vector<Size> sizes = sizes_of(data, embeddings_, ddof_);
    StudyReport report;
    const studies::Tasks flat = studies::not_learning(data);
    report.answers = answers(sizes, flat);
    report.tables = {summary(sizes), sizes_table(sizes, ddof_)};
    report.figures = figures(sizes, flat);
    if (!facts.empty()) report_against_paper(data, facts, sizes, report);
    report.notes.push_back(studies::subset_note(items_seed_) + " " + studies::bootstrap_note(data));
    studies::say_first(studies::learning_notes(data), report.notes);
    return report;
  }

 private:
  std::int64_t seeds_;
  std::int64_t items_seed_;
  int ddof_;
  bool embeddings_;
};

}  // namespace
}  // namespace reseed::subsample_size

RESEED_STUDY(reseed::subsample_size::SubsampleSize, reseed::subsample_size::kInfo)
