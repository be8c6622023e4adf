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

/// Whether a task is the large one.
bool is_large(const StudyGroup& group);

/// In the paper's layout: quantities down, groups across, x 100 with one decimal; as texts.
StudyTable table3(const Findings& findings);
/// The same numbers with their intervals, one a row.
StudyTable values_table(const Findings& findings);
/// Scores of every seed, agreement across layers, and layer curves of every group beside their nulls.
std::vector<StudyFigure> figures(const Findings& findings);
std::vector<StudyAnswer> answers(const Findings& findings);
void report_against_paper(const Findings& findings, StudyReport& report);

}  // namespace reseed::sst2_scale
