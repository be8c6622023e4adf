// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "paper.hpp"
#include "reseed/study_report.hpp"

namespace reseed::imm_reassessment {

/// Tables 1 and 4 in the paper's layout, one for each model: methods down, tasks across, score ± SD and the measures
/// without layers, x 100; every method once by the textbook forms, once by the published code's where the manifest
/// lists them, and as the paper printed it (of both its models where ours is neither).
std::vector<StudyTable> paper_tables(const View& textbook, const View* as_published, const published::Facts& facts);

/// "71.3 ± 1.8": mean and standard deviation of the scores x 100; `ddof` 1: divisor m - 1. Empty without runs.
std::string score_text(const StudyGroup& group, int ddof);

}  // namespace reseed::imm_reassessment
