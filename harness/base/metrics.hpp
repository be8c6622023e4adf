// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace reseed {

/// Score of predicted against true classes 0 .. classes - 1, as the manifest names it.
///
/// `accuracy`; `f1`: two classes, class 1 is positive, 0 where nothing is predicted and nothing is positive;
/// `macro_f1`: mean F1 over all classes, absent ones count 0; `matthews_correlation`: multi-class form (Gorodkin 2004),
/// 0 where labels or predictions are constant. Shared by training (choice of the checkpoint) and by the measures of
/// runs. Errors: Error(manifest) for an unknown metric, or f1 with other than two classes; Error(data) without items.
double score(std::string_view metric, std::span<const std::int64_t> predictions, std::span<const std::int64_t> labels,
             std::int64_t classes);

/// Index of the largest of `classes` logits per item, the lowest class at a tie. logits: n rows of `classes` values.
std::vector<std::int64_t> argmax_rows(std::span<const double> logits, std::int64_t classes);

}  // namespace reseed
