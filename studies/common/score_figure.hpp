// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reseed/study.hpp"
#include "reseed/study_report.hpp"

namespace reseed::studies {

/// Scores on the task's own test set: one mark per seed, and hollow ones for mean and standard deviation (divisor
/// m - `ddof`). Groups of one metric stand side by side under their `names`; id and title are left to the caller.
StudyFigure score_figure(const std::vector<const StudyGroup*>& groups, const std::vector<std::string>& names, int ddof);

/// One such figure for all groups of one model and metric: "scores-MODEL-METRIC". Groups without scores are left out.
std::vector<StudyFigure> score_figures(const std::vector<StudyGroup>& groups, int ddof);

}  // namespace reseed::studies
