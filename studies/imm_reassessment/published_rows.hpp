// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "correlation_maps.hpp"
#include "paper.hpp"
#include "resampled_methods.hpp"
#include "reseed/study_report.hpp"
#include "spread.hpp"

namespace reseed::imm_reassessment {

/// One form of the measures with what was worked out from it: textbook, or that of the published code.
struct Form {
  const View* view = nullptr;
  std::string variant;  ///< "textbook" | "as_published"
  std::vector<CorrelationMap> maps;
  std::vector<SpreadAgainstAgreement> spread;
  std::vector<ResampledMethods> methods;  ///< by comparison, over the paper's measures
};

/// Every number of Tables 1 and 4 and of the top layers beside ours, and - for models that the manifest runs - the
/// points of the layer curves, Kendall's tau, the bootstrap correlations and r of SD against agreement.
///
/// agrees, differs, not_comparable: as in published_verdict.hpp; correlations by Fisher's z (published_agreement.hpp).
/// The remark of what is not compared says which of model, task, metric, test items or value is another one.
std::vector<StudyPublished> published_rows(const std::vector<Form>& forms, const published::Facts& facts);

/// Facts of figures that nothing in the manifest can be held against, each with its reason.
std::vector<std::string> not_compared(const View& view, const published::Facts& facts);

}  // namespace reseed::imm_reassessment
