// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reseed/study.hpp"
#include "reseed/study_report.hpp"

namespace reseed::studies {

/// Where the mark of one run stands beside a value of its group; larger = less stable.
struct SeedMark {
  std::uint64_t seed = 0;
  double y = 0.0;
};

/// Of every run behind a value: its mean distance to the other runs (measures of pairs, whose value is the mean of
/// these), or the value without it (measures of the whole group). Empty where a pair is undefined or only the value is
/// known; a run without which there is no value has no mark.
std::vector<SeedMark> seed_marks(const StudyValue& value);

/// What such marks are, for a caption: "mean distance of each seed's run to the others" | "the value without that
/// seed".
std::string seed_words(Arity arity);

/// The positions of `count` marks around x, side by side over `width` in their order, so that equal ones stay visible.
double beside(double x, double width, std::size_t position, std::size_t count);

/// The marks of a value around x, with the texts that a pointer shows.
std::vector<StudyPoint> seed_points(const StudyValue& value, double x, double width);

/// Small dots for the seeds of a layer curve, each at its layer + `offset`. `like`: position of the curve among the
/// series.
StudySeries seed_dots(const std::string& name, const std::vector<const StudyValue*>& layers, int like, double offset);

}  // namespace reseed::studies
