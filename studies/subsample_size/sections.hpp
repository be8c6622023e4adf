// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../common/learning.hpp"
#include "../common/published.hpp"
#include "../common/sample_spread.hpp"
#include "reseed/study.hpp"

namespace reseed::subsample_size {

/// One measure on sub-samples of one rate, and what it says about the number of items.
struct Size : studies::SampleSpread {
  studies::Movement moved;
};
/// `ddof`: standard deviations over draws have the divisor draws - ddof.
std::vector<Size> sizes_of(const StudyData& data, bool embeddings, int ddof = 1);

/// A line per group and measure at its highest layer: smallest rate against all items; ends the run on the screen.
StudyTable summary(const std::vector<Size>& sizes);
StudyTable sizes_table(const std::vector<Size>& sizes, int ddof = 1);
/// Value against number of items, draws as points, beside the null and the value on all items with its seeds. Those of
/// the tasks `flat`, which do not learn, stand last.
std::vector<StudyFigure> figures(std::vector<Size> sizes, const studies::Tasks& flat = {});
/// Those of the tasks `flat`, which do not learn, are left out, and that is said.
std::vector<StudyAnswer> answers(const std::vector<Size>& sizes, const studies::Tasks& flat = {});
void report_against_paper(const StudyData& data, const published::Facts& facts, const std::vector<Size>& sizes,
                          StudyReport& report);

}  // namespace reseed::subsample_size
