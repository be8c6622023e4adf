// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../common/layer_correlation.hpp"
#include "../common/published.hpp"
#include "reseed/study.hpp"

namespace reseed::sst2_scale {

/// Mean score of a group on its test set, with the 95 % interval of the mean over resampled seeds.
struct ScoreRow {
  const StudyGroup* group = nullptr;
  std::size_t runs = 0;
  std::optional<double> mean, low, high;
  std::optional<double> sd;               ///< over the seeds, divisor m - 1
  std::optional<double> lowest, highest;  ///< of a seed
};
std::vector<ScoreRow> score_rows(const StudyData& data);

/// All that was found, for the writers of the report.
struct Findings {
  const StudyData& data;
  const published::Facts& facts;  ///< empty where the manifest names none
  std::vector<studies::LayerCorrelation> correlations;
  std::vector<ScoreRow> scores;  ///< one per group
  bool embeddings = false;
};

/// Whether a task is the large one, whatever it is called: its data are SST-2, and no other task on them of the same
/// model trains on more items.
bool is_large(const StudyData& data, const StudyGroup& group);
/// Whether no mitigation method was used, and nothing else was changed.
bool is_standard(const StudyGroup& group);
/// "cka_op": the paper's names of a pair, as its facts call it; "" for measures that the paper does not have.
std::string pair_key(const studies::LayerCorrelation& row);
/// Published r across layers on the large task; empty where there is none.
std::optional<double> published_r(const published::Facts& facts, const std::string& paper_model,
                                  const std::string& key);

/// In the paper's layout: quantities down, groups across, x 100 with one decimal, as texts; what the paper printed in a
/// column of its own beside the group that stands for its model.
StudyTable table3(const Findings& findings);
/// The same numbers with their intervals, one a row.
StudyTable values_table(const Findings& findings);
/// Scores of every seed, agreement across layers, and layer curves of every group beside their nulls.
std::vector<StudyFigure> figures(const Findings& findings);
std::vector<StudyAnswer> answers(const Findings& findings);
/// Every number of Table 3 beside ours, and which published numbers come from the code.
void report_numbers_against_paper(const Findings& findings, StudyReport& report);
/// These, the paper's claims, and what of the paper is not compared.
void report_against_paper(const Findings& findings, StudyReport& report);

}  // namespace reseed::sst2_scale
