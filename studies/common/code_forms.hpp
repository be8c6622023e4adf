// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "published.hpp"
#include "reseed/study.hpp"

namespace reseed::published {

/// A measure of the paper in both forms on the same runs: instability, one number per group in each.
struct BothForms {
  std::string title;  ///< as tables print it
  std::string paper;  ///< the paper's name
  std::vector<double> textbook, coded;
};

/// What the published code makes of these runs: means, their ratio, and the rows of the paper-versus-code list about
/// the measure. A measure without a group in both forms has no row. In the section kCodePart.
StudyTable code_forms(const Facts& facts, const std::vector<BothForms>& measures);

/// What a reader wants to know of the defects of the published code beside a study's numbers: code_forms() of every
/// measure on the test sets of tasks that learn, representations at the top layer, and of the rows of the list that
/// concern the study
/// (`numbers`) those about the measures, methods and tasks that were run, or about none. Tables without rows are left
/// out.
std::vector<StudyTable> code_part(const StudyData& data, const Facts& facts, const std::vector<int>& numbers);

}  // namespace reseed::published
