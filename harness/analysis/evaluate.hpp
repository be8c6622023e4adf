// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/bootstrap.hpp"
#include "reseed/measure.hpp"

namespace reseed {

/// A run as a measure will see it, or why it cannot be seen.
struct MeasuredRun {
  RunData data;                    ///< the seed is always there
  std::optional<Outcome> problem;  ///< undefined, with flag and reason: records_missing
};

struct EvaluateOptions {
  std::uint64_t null_seed = 0;
  BootstrapOptions bootstrap;
  int threads = 1;
  std::string where;  ///< for reasons: "layer 4"; may be empty
};

/// What every value carries: the columns of measures.csv that depend on the numbers alone.
struct MeasureValue {
  std::optional<double> value;
  std::optional<double> instability;  ///< the value oriented so that larger = less stable
  std::string unit;
  std::set<Flag> flags;
  std::string reason;  ///< why there is no value; empty when there is one
  std::int64_t n_items = 0;
  std::int64_t n_runs = 0;
  std::optional<std::int64_t> n_dims;          ///< d of representations, classes of logits and probabilities
  std::int64_t n_undefined = 0;                ///< undefined pairs (pair measures)
  std::optional<std::int64_t> numerical_rank;  ///< of representations, the smallest of the runs
  std::optional<double> null;                  ///< of representation measures
  std::optional<double> low;                   ///< 95 % bootstrap interval over seeds
  std::optional<double> high;
};

/// All pairs of a group.
struct PairMatrix {
  std::vector<std::uint64_t> seeds;  ///< ascending: rows and columns
  arma::mat values;                  ///< symmetric, diagonal 0, NaN where undefined
  /// Bit i of an entry stands for flag number i of the closed list.
  arma::Mat<std::int64_t> flags;

  bool defined(arma::uword i, arma::uword j) const { return values(i, j) == values(i, j); }
};

struct Evaluation {
  MeasureValue value;
  std::optional<PairMatrix> pairs;  ///< pair measures
};

/// One measure over one group of runs (one test set, one layer): checks, the value, pair matrix, null and interval.
///
/// The runs are put in order of their seeds first; the result depends neither on their order nor on `threads`. Whatever
/// the plugin throws makes the value undefined with plugin_threw. A pair measure's value is the mean over all pairs,
/// null as soon as one pair is undefined. The interval is over resampled seeds, from the pair matrix or, of a group
/// measure, from what it measures once (else it is evaluated anew for every resample); the null is over pairs of run i
/// and run j > i with its items permuted (group measures: all runs but the first permuted). Errors: Error(data) when
/// the runs hold different numbers of items, or a seed twice.
Evaluation evaluate(const Measure& measure, const MeasureInfo& info, const VariantInfo& variant,
                    std::vector<MeasuredRun> runs, const EvaluateOptions& options);

/// The instability by a measure of the whole group without each of its runs in turn (leave-one-out), in the order of
/// the seeds; NaN where it is undefined. Errors: as evaluate().
std::vector<double> evaluate_without_each(const Measure& measure, const MeasureInfo& info, const VariantInfo& variant,
                                          std::vector<MeasuredRun> runs, const EvaluateOptions& options);

}  // namespace reseed
