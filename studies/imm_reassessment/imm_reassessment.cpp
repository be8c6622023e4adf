// SPDX-License-Identifier: Apache-2.0
#include "reseed/study.hpp"

#include "../common/first_seeds.hpp"
#include "claims.hpp"
#include "joint_figures.hpp"
#include "paper_tables.hpp"
#include "published_rows.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr OptionInfo kOptions[] = {
    {"reference", "string", "original", "", "", "",
     "the group that the other methods are held against; the first one when absent"},
    {"level", "number", "0.05", "0.0001", "0.5", "", "level of the tests after adjustment"},
    {"resamples", "integer", "10000", "100", "1000000", "", "resamples of a difference, orders of a permutation"},
    {"disputed_items", "integer", "20", "0", "1000", "", "how many test items are listed, most disputed first"},
    {"seeds", "integer", "0", "0", "100000", "", "seeds per group, the first ones; 0 = all that ran"},
    {"bootstrap_seeds", "integer", "0", "0", "100000", "",
     "seeds per group in the bootstrap correlations, the first ones; 0 = as many as the smallest group was to have"},
    {"sd", "string", "sample", "", "", "sample|population",
     "divisor of the scores' standard deviation in our own forms: m - 1 or m"},
    {"measures", "string", "", "", "", "", "ids of the measures that are shown, separated by commas; empty = all"},
    {"layer", "integer", "-1", "-1", "100000", "",
     "layer that stands for the representations in tables and ranks, 0 = embeddings; -1 = the top one"},
};
constexpr VariantInfo kVariants[] = {{"textbook", "textbook measures, tests that say when they cannot tell", 0, 0}};

constexpr StudyInfo kInfo = {
    .id = "imm_reassessment",
    .version = 6,
    .summary = "Do instability mitigation methods stabilise fine-tuning, and do the measures agree on it?",
    .source = "Du and Nguyen 2023, Measuring the Instability of Fine-Tuning, ACL, sections 5 and 6",
    .needs = "models|tasks|groups|measures",
    .variants = kVariants,
    .options = kOptions,
};

/// "a, b" -> {"a", "b"}.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char letter : text + ",") {
    if (letter == ',') {
      if (!word.empty()) words.push_back(word);
      word.clear();
    } else if (letter != ' ') {
      word += letter;
    }
  }
  return words;
}

/// Scores, instability, ranks and agreement of the measures for every model and task of the manifest; with published
/// values, its tables, figures and claims beside them.
///
/// Uses the textbook variant of every measure and, apart from it, the as_published one where the manifest lists it.
class ImmReassessment final : public Study {
 public:
  explicit ImmReassessment(const Options& options)
      : differences_{options.string("reference"), options.number("level"), options.integer("resamples")},
        disputed_items_(options.integer("disputed_items")),
        seeds_(static_cast<std::size_t>(options.integer("seeds"))),
        bootstrap_seeds_(static_cast<std::size_t>(options.integer("bootstrap_seeds"))) {
    view_.measures = split(options.string("measures"));
    if (const std::int64_t layer = options.integer("layer"); layer >= 0) view_.layer = layer;
    view_.ddof = options.string("sd") == "population" ? 0 : 1;
  }

  StudyReport analyse(const StudyData& data) const override {
    if (seeds_ == 0) return report_of(data);
    return report_of(studies::FirstSeeds(data, seeds_));
  }

 private:
  StudyReport report_of(const StudyData& data) const {
    const View view(data, view_);
    ViewOptions published_form = view_;
    published_form.variant = "as_published";
    published_form.ddof = 0;  // row 10 of the paper-versus-code list
    const View of_code(data, published_form);
    const published::Facts facts(data.published());
    const bool both = has_variant(data, "as_published");
    const auto found = differences(view, differences_);

    std::vector<Form> forms = {form_of(view, facts)};
    if (both) forms.push_back(form_of(of_code, facts));

    StudyReport report;
    report.answers = answers(view, found);
    report.tables = tables(view, found, disputed_items_);
    report.figures = figures(view, facts);
    if (both) {
      StudyTable agreement = agreement_of_form(of_code);
      if (!agreement.rows.empty()) report.tables.push_back(std::move(agreement));
      append(report.figures, figures_of_form(of_code, facts));
    }
    append(report.tables, joint_tables(forms, facts));
    for (const Form& form : forms) append(report.figures, joint_figures(form, facts));
    if (!facts.empty()) add_published(view, both ? &of_code : nullptr, forms, facts, report);
    add_notes(view, facts, report);
    return report;
  }

  /// What is worked out from one form of the measures.
  Form form_of(const View& view, const published::Facts& facts) const {
    Form form;
    form.view = &view;
    form.variant = view.options().variant;
    form.maps = correlation_maps(view, bootstrap_seeds_);
    // Beside the paper's r, of the paper's measures alone.
    form.spread = spread_against_agreement(view, form.maps, differences_.resamples,
                                           facts.empty() ? std::vector<const MeasureColumn*>() : paper_columns(view));
    if (!facts.empty())
      for (const Comparison& comparison : view.comparisons())
        form.methods.emplace_back(view, comparison, paper_columns(view), differences_.resamples);
    return form;
  }

  void add_published(const View& view, const View* of_code, const std::vector<Form>& forms,
                     const published::Facts& facts, StudyReport& report) const {
    const ClaimOptions decide{differences_.level, fewest_seeds(1, differences_.level)};
    for (const Form& form : forms) {
      const bool textbook = form.variant == "textbook";
      append(report.claims, claims(*form.view, form.methods, form.spread, facts, decide,
                                   textbook ? "" : "-" + form.variant, textbook ? "" : " (published code's forms)"));
    }
    report.published = published_rows(forms, facts);
    std::vector<StudyTable> layout = paper_tables(view, of_code, facts);
    report.tables.insert(report.tables.begin() + std::min<std::ptrdiff_t>(1, std::ssize(report.tables)),
                         std::make_move_iterator(layout.begin()), std::make_move_iterator(layout.end()));
    append(report.tables, code_tables(view, of_code, facts));
    append(report.answers, paper_answers(view, report.claims, report.published));
  }

  void add_notes(const View& view, const published::Facts& facts, StudyReport& report) const {
    for (const Comparison& comparison : view.comparisons())
      for (const StudyGroup* group : comparison.groups)
        if (const auto ok = ok_runs(*group).size(); ok < group->runs.size())
          report.notes.push_back("With " + group->name + " (" + comparison.title() + ") " +
                                 std::to_string(group->runs.size() - ok) + " of " + std::to_string(group->runs.size()) +
                                 " runs did not end well; the values are over the other " + std::to_string(ok) + ".");
    append(report.notes, learning_notes(view));
    append(report.notes, repetition_notes(view));
    report.notes.push_back(
        "Seeds are drawn again with the random stream \"bootstrap\" of [analysis] bootstrap.seed = " +
        std::to_string(view.data().bootstrap_seed()) +
        ", the same lists for all measures; orders come from \"correlation\", signs from "
        "\"sign_flip\", lists of k seeds from \"interval_widths\" of that seed.");
    append(report.notes, not_compared(view, facts));
    if (seeds_ > 0)
      report.notes.push_back("Of every group only the first " + std::to_string(seeds_) +
                             " seeds are used ([analysis] seeds).");
    if (view.columns().empty())
      report.notes.push_back("No measure was computed in its textbook form: there is nothing to rank.");
  }

  template <class T>
  static void append(std::vector<T>& all, std::vector<T> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }

  DifferenceOptions differences_;
  std::int64_t disputed_items_;
  std::size_t seeds_;
  std::size_t bootstrap_seeds_;
  ViewOptions view_;
};

}  // namespace
}  // namespace reseed::imm_reassessment

RESEED_STUDY(reseed::imm_reassessment::ImmReassessment, reseed::imm_reassessment::kInfo)
