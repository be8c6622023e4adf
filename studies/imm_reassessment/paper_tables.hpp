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

/// What the defects of the published code do to the numbers of this study: every measure's mean over the groups by its
/// textbook form and by the code's form, with the rows of the paper-versus-code list that part them; and those rows,
/// about the measures and methods that were run.
std::vector<StudyTable> code_tables(const View& textbook, const View* as_published, const published::Facts& facts);

/// "71.3 ± 1.8": mean and standard deviation of the scores x 100; `ddof` 1: divisor m - 1. Empty without runs.
std::string score_text(const StudyGroup& group, int ddof);

}  // namespace reseed::imm_reassessment
