// SPDX-License-Identifier: Apache-2.0
#include "analysis/made_runs.hpp"

#include "analysis/run_data.hpp"
#include "reseed/philox.hpp"

namespace reseed {

arma::mat normal_matrix(arma::uword d, arma::uword n, std::uint64_t seed) {
  const Stream stream(seed, "test");
  Draws draws(stream, 0);
  arma::mat matrix(d, n);
  for (double& value : matrix) value = draws.normal();
  return matrix;
}

std::vector<MeasuredRun> made_runs(const RunShape& shape, std::uint64_t seed) {
  const arma::mat signal = normal_matrix(shape.dimensions, shape.items, 1000 * seed);
  const arma::mat evidence = normal_matrix(shape.classes, shape.items, 1000 * seed + 1);
  std::vector<MeasuredRun> runs(shape.runs);
  for (std::size_t i = 0; i < shape.runs; ++i) {
    RunData& run = runs[i].data;
    run.seed = i;
    run.logits = evidence + normal_matrix(shape.classes, shape.items, 1000 * seed + 10 + i);
    run.probabilities = softmax(run.logits);
    run.predictions = predicted_classes(run.logits);
    run.labels = predicted_classes(evidence);
    run.score = score_of(run, "accuracy");
    run.representations = signal + 0.5 * normal_matrix(shape.dimensions, shape.items, 1000 * seed + 500 + i);
  }
  return runs;
}

}  // namespace reseed
