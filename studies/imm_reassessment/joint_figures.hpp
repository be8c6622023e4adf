// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "paper.hpp"
#include "published_rows.hpp"
#include "reseed/study_report.hpp"

namespace reseed::imm_reassessment {

/// Section of the page for what is about all tasks together.
inline constexpr const char* kTogether = "Do the measures move together?";

/// Kendall's tau-b between the rankings by every two measures, where there is more than one task or model to show side
/// by side (Figures 14, 15); SD against average correlation, one for each model, with the published marks (Figures 3c,
/// 26); and bootstrap correlations, one for each model and method (Figures 3, 16 to 25).
std::vector<StudyFigure> joint_figures(const Form& form, const published::Facts& facts);

/// The same as tables: every r of every map, and r of SD against agreement with its p.
std::vector<StudyTable> joint_tables(const std::vector<Form>& forms, const published::Facts& facts);

}  // namespace reseed::imm_reassessment
