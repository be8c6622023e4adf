// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "published_rows.hpp"
#include "reseed/study_report.hpp"

namespace reseed::imm_reassessment {

// Heat maps in the paper's arrangement: the tasks are the panels of one figure, in the manifest's order. A figure of
// one task is a heat map without panels. Sections are the caller's.

/// Kendall's tau-b between the rankings by every two measures, one figure for each model (Figures 14, 15). Panels:
/// tasks with two methods or more.
std::vector<StudyFigure> agreement_figures(const View& view);

/// Bootstrap correlations of the measures, one figure for each model and method (Figures 3, 16 to 25). Panels: tasks
/// that may learn.
std::vector<StudyFigure> correlation_figures(const Form& form);

}  // namespace reseed::imm_reassessment
