// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/bootstrap.hpp"
#include "measure_form.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// Where a value stands: layer 3; -1 where no representations are read.
long layer_number(const StudyValue& value);

/// A measure's values on the task's own test set of one group by layer, lowest first; a single one for a measure
/// without layers. Layer 0, the embeddings, is left out unless asked for: published curves begin after the first block.
struct Curve {
  MeasureForm form;
  std::vector<const StudyValue*> layers;

  /// The value that stands for the curve: that of the highest layer. There is one in every curve.
  const StudyValue& top() const { return *layers.back(); }
};

/// All curves of a group, in the order of the values. Pointers are into `values`.
std::vector<Curve> curves_of(const std::vector<StudyValue>& values, const StudyGroup& group, bool embeddings);

/// A number of the pair matrix, turned so that larger = less stable.
inline double oriented(const StudyValue& value, double number) {
  return value.direction == Direction::larger_is_more_alike ? 1.0 - number : number;
}

/// Instability over a list of runs (rows of the pair matrix, any number of times each), pairs of a run with itself left
/// out or at distance 0; empty for a measure without pair matrix, for a pair that is undefined, and when no pair is
/// left.
std::optional<double> instability_over(const StudyValue& value, const Resample& runs,
                                       SelfPairs policy = SelfPairs::exclude);

/// "1 seed: a pair needs 2".
std::string too_few_seeds(std::size_t runs);

/// "original, rte, bert": how tables of texts call a group.
std::string title_of(const StudyGroup& group);

bool has_flag(const StudyValue& value, const std::string& flag);

}  // namespace reseed::studies
