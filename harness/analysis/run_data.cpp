// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_data.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/metrics.hpp"

namespace reseed {
namespace {

/// The matrix that a measure reads, or none.
const arma::mat* matrix_of(const RunData& run, Reads reads) {
  switch (reads) {
    case Reads::probabilities: return &run.probabilities;
    case Reads::logits: return &run.logits;
    case Reads::representations: return &run.representations;
    default: return nullptr;
  }
}

const char* describe(double number) { return std::isnan(number) ? "NaN" : "infinity"; }

}  // namespace

arma::mat softmax(const arma::mat& logits) {
  arma::mat p = logits;
  for (arma::uword item = 0; item < p.n_cols; ++item) {
    p.col(item) = arma::exp(p.col(item) - p.col(item).max());
    p.col(item) /= arma::accu(p.col(item));
  }
  return p;
}

arma::urowvec predicted_classes(const arma::mat& logits) {
  arma::urowvec classes(logits.n_cols, arma::fill::zeros);
  for (arma::uword item = 0; item < logits.n_cols; ++item)
    for (arma::uword j = 1; j < logits.n_rows; ++j)
      if (logits(j, item) > logits(classes(item), item)) classes(item) = j;
  return classes;
}

double score_of(const RunData& run, std::string_view metric) {
  return score_of(run, metric, static_cast<std::int64_t>(run.logits.n_rows));
}

double score_of(const RunData& run, std::string_view metric, std::int64_t classes) {
  const auto predictions = arma::conv_to<std::vector<std::int64_t>>::from(run.predictions);
  const auto labels = arma::conv_to<std::vector<std::int64_t>>::from(run.labels);
  return score(metric, predictions, labels, classes);
}

RunData with_permuted_items(const RunData& run, const arma::uvec& permutation) {
  RunData permuted;
  permuted.seed = run.seed;
  permuted.score = run.score;
  if (!run.logits.empty()) permuted.logits = run.logits.cols(permutation);
  if (!run.probabilities.empty()) permuted.probabilities = run.probabilities.cols(permutation);
  if (!run.predictions.empty()) permuted.predictions = run.predictions.cols(permutation);
  if (!run.labels.empty()) permuted.labels = run.labels.cols(permutation);
  if (!run.representations.empty()) permuted.representations = run.representations.cols(permutation);
  return permuted;
}

arma::uword items_of(const RunData& run, Reads reads) {
  if (const arma::mat* matrix = matrix_of(run, reads)) return matrix->n_cols;
  return run.predictions.n_elem;
}

arma::uword dimensions_of(const RunData& run, Reads reads) {
  const arma::mat* matrix = matrix_of(run, reads);
  return matrix ? matrix->n_rows : 0;
}

std::string non_finite_place(const RunData& run, Reads reads) {
  if (reads == Reads::scores) return std::isfinite(run.score) ? "" : std::string("score: ") + describe(run.score);
  // Predictions are made of logits: an item without finite logits has no class.
  const arma::mat* matrix = reads == Reads::predictions ? &run.logits : matrix_of(run, reads);
  if (matrix->is_finite()) return {};
  for (arma::uword item = 0; item < matrix->n_cols; ++item)
    for (arma::uword j = 0; j < matrix->n_rows; ++j)
      if (!std::isfinite((*matrix)(j, item)))
        return "row " + std::to_string(item) + ", dimension " + std::to_string(j) + ": " + describe((*matrix)(j, item));
  return {};
}

}  // namespace reseed
