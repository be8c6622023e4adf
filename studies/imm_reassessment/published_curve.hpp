// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "paper.hpp"

namespace reseed::imm_reassessment {

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
