// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "curve.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// One measure at one layer of one group on the random sub-samples of one rate, beside its value on all items.
struct SampleSpread {
  const StudyGroup* group = nullptr;
  MeasureForm form;
  std::string layer;  ///< "" for a measure without layers
  bool top = true;    ///< the highest layer, or no layers at all
  std::string items;  ///< "same" | "by_kind"
  double rate = 1.0;
  std::int64_t n_items = 0;
  std::vector<std::int64_t> draws;   ///< numbers of the draws that have a value
  std::vector<double> values;        ///< instability of each
  std::size_t undefined = 0;         ///< draws without a value
  std::string reason;                ///< why, of the first
  std::optional<double> mean, sd;    ///< over the draws; sd with divisor draws - 1
  std::optional<double> null;        ///< mean over the draws
  const StudyValue* full = nullptr;  ///< on all items; null when there is none

  /// Draws whose value lies in the full set's interval over seeds; empty without one.
  std::optional<std::size_t> inside() const;
  /// 95 % interval of (mean over draws - value on all items): Student's t over the draws; empty below 3 draws.
  /// `family`: of how many such intervals all are to hold at once (Bonferroni).
  struct Shift {
    double mean = 0.0, low = 0.0, high = 0.0;
  };
  std::optional<Shift> shift(std::size_t family = 1) const;
};

/// By group, measure, layer, kind of items and rate (ascending). Pointers are into `data`.
std::vector<SampleSpread> sample_spreads(const StudyData& data, bool embeddings);

}  // namespace reseed::studies
