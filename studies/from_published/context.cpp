// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include <cstdio>
#include <map>

#include "../common/sentences.hpp"
#include "reseed/error.hpp"

namespace reseed::from_published {

void Count::add(bool follows, const std::string& name) {
  ++of;
  right += follows ? 1 : 0;
  if (!follows && first_wrong.empty()) first_wrong = name;
}

void Context::compare(const std::string& table, const std::string& model, const std::string& task,
                      const std::string& method, const std::string& measure, double published, double ours, bool agrees,
                      const std::string& remark) {
  report.published.push_back(
      {table, model, task, method, measure, "as_published", published, ours, agrees ? "agrees" : "differs", remark});
}

void Context::claim(const std::string& id, std::optional<bool> holds, const std::string& remark) {
  for (const ClaimText& known : claim_texts())
    if (known.id == id)
      report.claims.push_back({id, known.text,
                               !holds   ? "cannot_tell"
                               : *holds ? "holds"
                                        : "does_not_hold",
                               studies::sentence(remark), known.source});
}

void Context::claim_all(const std::string& id, const Count& count, const std::string& remark) {
  claim(id, count.of == 0 ? std::nullopt : std::optional<bool>(count.all()),
        of(count) + (count.first_wrong.empty() ? "" : "; the first that does not: " + count.first_wrong) +
            (remark.empty() ? "" : "; " + remark));
  counts.push_back(count);
}

const std::vector<ClaimText>& claim_texts() {
  static const std::vector<ClaimText> texts = {
      {"tables", "tables_1_4", "Tables 1 and 4 are the numbers of the authors' notebook, rounded", kStatementOfList},
      {"tables", "table_3", "Table 3 is the numbers of the authors' notebook, rounded", kStatementOfList},
      {"kappa", "kappa_is_fleiss", "The published kappa is 1 - Fleiss' kappa as Appendix B prints it", kClaimOfPaper},
      {"kappa", "kappa_is_multiple", "The published kappa is the pairwise disagreement times n/(n-1) in every group",
       kStatementOfList},
      {"kappa", "disagreement_counts_pairs",
       "Disagreement x n x m(m-1)/2 is a whole number with m = 20 seeds for standard and 10 for each method",
       kStatementOfList},
      {"kappa", "kappa_agrees_with_disagreement",
       "kappa and pairwise disagreement agree well (tau at least 0.8, bootstrap r near 1), being of one granularity",
       kClaimOfPaper},
      {"rankings", "kendall_maps",
       "Kendall's tau between the rankings of the five schemes is as Figures 14 and 15 show it", kStatementOfList},
      {"spreads", "sd_correlation", "The larger the SD of a group's score, the closer the measures go together",
       kClaimOfPaper},
      {"spreads", "sds_of_methods", "The SDs of the methods are the same in the tables and in the bootstrap analysis",
       kStatementOfList},
      {"halves", "table_2", "Table 2 counts the labels of the recovered halves", kStatementOfList},
      {"halves", "majority_shares", "The majority shares are those of the recovered halves", kStatementOfList},
      {"claims", "standard_third_on_bert_rte",
       "BERT on RTE: standard is the third most stable by all measures of predictions and representations",
       kClaimOfPaper},
      {"claims", "reinit_only_better_by_all", "Re-init is the only method that improves on standard by all measures",
       kClaimOfPaper},
      {"claims", "failed_runs_9_to_13", "9 to 13 of 20 runs failed in each group", kClaimOfPaper},
      {"claims", "failed_runs_lower", "Failed runs have lower CKA and OP instability than successful ones",
       kClaimOfPaper},
  };
  return texts;
}

std::string of(const Count& count) { return std::to_string(count.right) + " of " + std::to_string(count.of); }

std::string scientific(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", number);
  return text;
}

std::string ordinal(int rank) {
  static const std::vector<std::string> words = {"first", "second", "third", "fourth", "fifth"};
  return rank >= 1 && rank <= 5 ? words[static_cast<std::size_t>(rank - 1)] : std::to_string(rank) + "th";
}

std::string title(const std::string& paper_name) {
  static const std::map<std::string, std::string> titles = {{"bert", "BERT-large"},   {"roberta", "RoBERTa-large"},
                                                            {"rte", "RTE"},           {"mrpc", "MRPC"},
                                                            {"cola", "CoLA"},         {"sst2", "SST-2"},
                                                            {"standard", "standard"}, {"mixout", "Mixout"},
                                                            {"llrd", "LLRD"},         {"reinit", "Re-init"},
                                                            {"wd_pre", "WD_pre"},     {"cka_top", "CKA"},
                                                            {"op_top", "OP"},         {"score", "score"}};
  if (const published::MeasureName* measure = published::measure_named(paper_name)) return measure->title;
  const auto found = titles.find(paper_name);
  return found == titles.end() ? paper_name : found->second;
}

const std::vector<std::string>& ranked_measures() {
  static const std::vector<std::string> measures = {"sd", "jsd", "kappa", "pwd", "cka", "op"};
  return measures;
}

std::vector<double> by_method(const Facts& facts, const std::string& model, const std::string& task,
                              const std::string& measure) {
  const bool top = measure == "cka" || measure == "op";
  std::vector<double> values;
  for (const std::string& method : published::kMethods) {
    const published::Cell* cell = facts.cell(model, task, method, top ? measure + "_top" : measure);
    if (cell == nullptr)
      throw Error(ErrorKind::data, "scores-full-precision.toml",
                  "want " + measure + " of " + model + '.' + task + '.' + method + ", found none");
    values.push_back(cell->value);
  }
  return values;
}

}  // namespace reseed::from_published
