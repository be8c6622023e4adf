// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "analysis/evaluate.hpp"
#include "analysis/made_runs.hpp"
#include "support/measures.hpp"

namespace reseed::test {

using reseed::normal_matrix;
using Shape = RunShape;

/// Runs that share a signal and differ by noise; seeds 0, 1, ...
inline std::vector<MeasuredRun> make_runs(const Shape& shape, std::uint64_t seed = 1) { return made_runs(shape, seed); }

/// Value of a measure without interval.
inline Evaluation evaluate_plainly(const LoadedMeasure& loaded, std::vector<MeasuredRun> runs, int threads = 1) {
  EvaluateOptions options;
  options.bootstrap.samples = 0;
  options.threads = threads;
  return evaluate(*loaded.measure, *loaded.info, *loaded.variant, std::move(runs), options);
}

}  // namespace reseed::test
