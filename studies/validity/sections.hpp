// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../common/layer_correlation.hpp"
#include "../common/learning.hpp"
#include "../common/published.hpp"
#include "../common/sample_spread.hpp"
#include "failed_against_successful.hpp"
#include "group_agreement.hpp"
#include "reseed/study.hpp"

namespace reseed::validity {

/// All that was found, for the writers of the report.
struct Findings {
  const StudyData& data;
  const published::Facts& facts;  ///< empty where the manifest names none
  std::vector<studies::LayerCorrelation> layer_correlations;
  std::vector<GroupAgreement> group_agreements;
  std::vector<FailedAgainstSuccessful> failures;
  std::vector<studies::SampleSpread> samples;
  double level = 0.05;
  bool embeddings = false;
  /// Tasks that do not learn. Tables and figures show them; answers and claims leave them out and say so.
  studies::Tasks flat = {};
  std::vector<GroupAgreement> learned_agreements = {};  ///< as group_agreements, without `flat`
  int ddof = 1;  ///< standard deviations of scores and over draws have the divisor m - ddof

  bool counts(const StudyGroup& group) const { return !flat.contains({group.model, group.task}); }
};

/// Part (a): do measures that should agree do so?
void report_convergent(const Findings& findings, StudyReport& report);
/// Part (b): do they tell failed runs from successful ones?
void report_failures(const Findings& findings, StudyReport& report);
/// Part (c): do they say the same on another sample of items?
void report_samples(const Findings& findings, StudyReport& report);

/// Published values beside ours, the paper's claims, the question of the legend, and what of the paper is not compared.
void report_against_paper(const Findings& findings, StudyReport& report);

/// The table that ends the run on the screen: a line per model, task and part.
StudyTable summary(const Findings& findings);

}  // namespace reseed::validity
