// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reseed/flags.hpp"
#include "reseed/measure_info.hpp"
#include "reseed/options.hpp"

namespace reseed {

/// One run on one test set (and layer): one example per column. Only what the measure reads is filled.
///
/// Shapes: logits and probabilities c x n; predictions and labels 1 x n (class indices); representations d x n.
struct RunData {
  std::uint64_t seed = 0;
  double score = 0.0;  ///< the task's metric on these items
  arma::mat logits;
  arma::mat probabilities;
  arma::urowvec predictions;
  arma::urowvec labels;
  arma::mat representations;
};

/// A number, or why there is none; flags may also stand beside a number.
struct Outcome {
  std::optional<double> value;
  std::vector<Flag> flags;
  std::string reason;

  Outcome() = default;
  Outcome(double number) : value(number) {}  // NOLINT(google-explicit-constructor): a measure returns its number
  static Outcome undefined(Flag flag, std::string reason) {
    Outcome outcome;
    outcome.flags.push_back(flag);
    outcome.reason = std::move(reason);
    return outcome;
  }
  Outcome& with(Flag flag) {
    flags.push_back(flag);
    return *this;
  }
};

/// Smallest and largest possible value; infinite where there is none.
struct Bounds {
  double lower;
  double upper;
};

/// What one run contributes to a pair measure; computed once per run, not once per pair.
class RESEED_VISIBLE Prepared {
 public:
  virtual ~Prepared() = default;
};

/// k runs that a group measure has measured once: its value for any draw of them.
///
/// Threads: value() is called from several threads on one object; it must not change it.
class RESEED_VISIBLE MeasuredGroup {
 public:
  virtual ~MeasuredGroup() = default;

  /// What evaluate() gives for the drawn runs, flags and reason included. `draw`: at least MeasureInfo::minimum_runs
  /// positions below k, in any order; a run may stand in it several times, or not at all.
  virtual Outcome value(std::span<const std::size_t> draw) const = 0;
};

/// A measure: a pure function of the runs. No input or output, no state, no random numbers.
///
/// The harness checks counts, shapes and finiteness before the call, and finiteness and bounds after it.
/// Threads: distance() is called from several threads on one object; it must not change it.
class RESEED_VISIBLE Measure {
 public:
  virtual ~Measure() = default;

  /// Pair measures. Errors: none expected; an exception makes this value undefined with plugin_threw.
  virtual std::unique_ptr<Prepared> prepare(const RunData& run) const;
  virtual Outcome distance(const Prepared& a, const Prepared& b) const;

  /// Group measures: all runs at once (a run may occur twice: bootstrap). Unless overridden, measure_once() of them
  /// all.
  virtual Outcome evaluate(std::span<const RunData* const> runs) const;

  /// Group measures whose values for draws of the runs follow from what is measured once, such as counts of pairs: for
  /// bootstrap, leave-one-out and exchanges of runs. Empty: evaluate() is called anew for every draw. The object is
  /// gone before runs and measure are. Errors: none expected; an exception makes all values undefined with
  /// plugin_threw.
  virtual std::unique_ptr<MeasuredGroup> measure_once(std::span<const RunData* const> runs) const;

  /// Unit of the value under the chosen options; MeasureInfo::unit unless overridden ("" = that of the info).
  virtual std::string unit() const { return {}; }

  /// Bounds of the value under the chosen options: those the variant states, unless an option changes the unit.
  virtual Bounds bounds(const VariantInfo& stated) const { return {stated.lower, stated.upper}; }
};

inline std::unique_ptr<Prepared> Measure::prepare(const RunData&) const {
  throw Error(ErrorKind::internal, "", "a pair measure must override prepare()");
}
inline Outcome Measure::distance(const Prepared&, const Prepared&) const {
  throw Error(ErrorKind::internal, "", "a pair measure must override distance()");
}
inline Outcome Measure::evaluate(std::span<const RunData* const> runs) const {
  const std::unique_ptr<MeasuredGroup> measured = measure_once(runs);
  if (!measured) throw Error(ErrorKind::internal, "", "a group measure must override evaluate() or measure_once()");
  std::vector<std::size_t> every(runs.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  return measured->value(every);
}
inline std::unique_ptr<MeasuredGroup> Measure::measure_once(std::span<const RunData* const>) const { return nullptr; }

using CreateMeasure = Measure* (*)(const Options&);

}  // namespace reseed

/// Layout of the contract classes above; raised when one of them changes shape.
#define RESEED_MEASURE_LAYOUT 2

#if defined(ARMA_64BIT_WORD)
#define RESEED_ARMA_WORD "64"
#else
#define RESEED_ARMA_WORD "32"
#endif

#define RESEED_ARMADILLO_ID \
  "armadillo " RESEED_STRINGIZE(ARMA_VERSION_MAJOR) "." RESEED_STRINGIZE(ARMA_VERSION_MINOR) " word=" RESEED_ARMA_WORD
#define RESEED_MEASURE_BUILD_ID \
  "measure layout=" RESEED_STRINGIZE(RESEED_MEASURE_LAYOUT) "; " RESEED_ABI_ID "; " RESEED_ARMADILLO_ID

/// Last line of a measure's file: `RESEED_MEASURE(ClassName, kInfo)`; ClassName is constructible from const Options&.
#define RESEED_MEASURE(Class, info)                                                                 \
  namespace {                                                                                       \
  ::reseed::Measure* reseed_create(const ::reseed::Options& options) { return new Class(options); } \
  }                                                                                                 \
  RESEED_EXPORT_PLUGIN_(::reseed::PluginKind::measure, RESEED_MEASURE_BUILD_ID, info, reseed_create)
