// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "curve.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// A value on fewer items that lies within this share of the value on all items has not moved as far as studies ask.
inline constexpr double kMovementMargin = 0.1;

/// How a value moves with the number of items: what all sub-samples of one size have in common, by the 95 % interval of
/// their mean. What they differ in is another sample of items.
struct Movement {
  /// "higher" | "lower" than on all items; "within 10 %" of it, the whole interval; "cannot tell", as where the
  /// interval holds both 0 and more than that
  std::string verdict;
  std::string why;                         ///< what "cannot tell" comes from; "" otherwise
  std::optional<double> share, low, high;  ///< of the value on all items; empty where that is 0 or nothing is told

  bool moves() const { return verdict == "higher" || verdict == "lower"; }
};

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
  std::size_t forced = 0;            ///< draws whose value is forced by having fewer items than directions
  std::optional<double> mean, sd;    ///< over the draws; sd with the divisor that was asked for
  std::optional<double> null;        ///< mean over the draws
  const StudyValue* full = nullptr;  ///< on all items; null when there is none

  /// Draws whose value lies in the full set's interval over seeds; empty without one.
  std::optional<std::size_t> inside() const;
  /// The same once the mean shift is taken out: what is left is another sample of items. Distances of the draws from
  /// their own mean are those from an unknown one times sqrt((draws - 1) / draws), which is taken out as well. The
  /// interval is held to contain the value. Empty below 3 draws.
  std::optional<std::size_t> inside_without_shift() const;
  /// 95 % interval of (mean over draws - value on all items): Student's t over the draws; empty below 3 draws.
  /// `family`: of how many such intervals all are to hold at once (Bonferroni).
  struct Shift {
    double mean = 0.0, low = 0.0, high = 0.0;
  };
  std::optional<Shift> shift(std::size_t family = 1) const;
  /// What the shift says; a size at which a draw is forced by dimension tells nothing.
  Movement movement() const;
};

/// By group, measure, layer, kind of items and rate (ascending). `ddof`: SampleSpread::sd has the divisor draws - ddof.
/// Pointers are into `data`.
std::vector<SampleSpread> sample_spreads(const StudyData& data, bool embeddings, int ddof = 1);

}  // namespace reseed::studies
