// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <string>
#include <string_view>

#include "reseed/measure.hpp"

namespace reseed {

/// Class probabilities, softmax of each column in float64.
arma::mat softmax(const arma::mat& logits);

/// Class of the largest logit of each column; ties go to the lowest class.
arma::urowvec predicted_classes(const arma::mat& logits);

/// Score of a run's predictions against its labels by a metric of base/metrics.hpp; errors as there.
double score_of(const RunData& run, std::string_view metric);
/// The same where the run has no logits that say how many classes there are.
double score_of(const RunData& run, std::string_view metric, std::int64_t classes);

/// The same run with its items in the order `permutation`: what the null of a measure compares with.
RunData with_permuted_items(const RunData& run, const arma::uvec& permutation);

/// Number of items of what a measure reads.
arma::uword items_of(const RunData& run, Reads reads);

/// Number of dimensions of what a measure reads: d of representations, classes of logits and probabilities; 0
/// elsewhere.
arma::uword dimensions_of(const RunData& run, Reads reads);

/// Where a number that the measure reads is not finite ("row 17, dimension 3: NaN"); empty when all are.
std::string non_finite_place(const RunData& run, Reads reads);

}  // namespace reseed
