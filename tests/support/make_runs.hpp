// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/evaluate.hpp"
#include "analysis/run_data.hpp"
#include "reseed/philox.hpp"
#include "support/measures.hpp"

namespace reseed::test {

/// d x n standard normal numbers, equal on every machine.
inline arma::mat normal_matrix(arma::uword d, arma::uword n, std::uint64_t seed) {
  const Stream stream(seed, "test");
  Draws draws(stream, 0);
  arma::mat matrix(d, n);
  for (double& value : matrix) value = draws.normal();
  return matrix;
}

struct Shape {
  std::size_t runs = 4;
  arma::uword items = 40;
  arma::uword classes = 3;
  arma::uword dimensions = 8;
};

/// Runs that share a signal and differ by noise, with everything a measure can read; seeds 0, 1, ...
inline std::vector<MeasuredRun> make_runs(const Shape& shape, std::uint64_t seed = 1) {
  const arma::mat signal = normal_matrix(shape.dimensions, shape.items, 1000 * seed);
  const arma::mat evidence = normal_matrix(shape.classes, shape.items, 1000 * seed + 1);
  const arma::urowvec labels = predicted_classes(evidence);
  std::vector<MeasuredRun> runs;
  for (std::size_t i = 0; i < shape.runs; ++i) {
    RunData run = run_of(i, evidence + normal_matrix(shape.classes, shape.items, 1000 * seed + 10 + i), labels);
    run.score = score_of(run, "accuracy");
    run.representations = signal + 0.5 * normal_matrix(shape.dimensions, shape.items, 1000 * seed + 500 + i);
    runs.push_back({std::move(run), std::nullopt});
  }
  return runs;
}

/// Value of a measure without null hypothesis test or interval.
inline Evaluation evaluate_plainly(const LoadedMeasure& loaded, std::vector<MeasuredRun> runs, int threads = 1) {
  EvaluateOptions options;
  options.bootstrap.samples = 0;
  options.threads = threads;
  return evaluate(*loaded.measure, *loaded.info, *loaded.variant, std::move(runs), options);
}

}  // namespace reseed::test
