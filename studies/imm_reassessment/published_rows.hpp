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
/// agrees: the published value lies in the 95 % interval of the difference, the published one taken to be as uncertain
/// as ours, each by its number of seeds; for correlations by Fisher's z with the number of seeds (of groups for SD
/// against agreement). differs: it does not; the remark names the row of the paper-versus-code list where our
/// as_published form explains it. not_comparable: another model, task, metric, set of test items, or no value; the
/// remark says which.
std::vector<StudyPublished> published_rows(const std::vector<Form>& forms, const published::Facts& facts);

/// Facts of figures that nothing in the manifest can be held against, each with its reason.
std::vector<std::string> not_compared(const View& view, const published::Facts& facts);

/// A published point of a layer curve.
struct PublishedPoint {
  long layer = 0;   ///< of the published model
  double at = 0.0;  ///< layer of ours at the same share of the depth
  double distance = 0.0;
};
/// Those of the group's scheme and of the paper's model that it stands beside, by layer; empty where the paper has
/// none.
std::vector<PublishedPoint> published_curve(const View& view, const Comparison& comparison, const StudyGroup& group,
                                            const MeasureColumn& column, const published::Facts& facts);
/// What they are and whether they can be held against ours, as a sentence.
std::string published_curve_words(const View& view, const StudyGroup& group);

}  // namespace reseed::imm_reassessment
