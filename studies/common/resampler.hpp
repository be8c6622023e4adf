// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <functional>
#include <optional>
#include <vector>

#include "analysis/bootstrap.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// The instability of one group by one measure over any list of its runs, in which a run may stand twice: the bootstrap
/// of the harness (analysis/bootstrap.hpp, analysis/resampled.hpp), so that what a study resamples has the intervals of
/// measures.csv. Nothing is measured again: pair measures come from their pair matrix, the standard deviation from the
/// scores, Fleiss' kappa from the shares of items on which two runs differ.
class Resampler {
 public:
  /// Positions count in `seeds`. Empty when one of the seeds has no value, and for a measure of the whole group of
  /// which only its plugin knows how to evaluate it (and for the published form of kappa with more than two classes,
  /// and on a sub-sample of the test items).
  static std::optional<Resampler> make(const StudyData& data, const StudyGroup& group, const StudyValue& value,
                                       const std::vector<std::uint64_t>& seeds);

  /// Larger = less stable; empty where it is undefined. A run that was drawn twice makes a pair with itself: left out,
  /// or counted at distance 0, as `policy` says. Standard deviation and kappa take the list as it is under either
  /// policy: there a run drawn twice is two scores, two raters.
  std::optional<double> operator()(const Resample& list, SelfPairs policy) const { return evaluate_(list, policy); }
  std::size_t runs() const { return runs_; }

 private:
  using Evaluate = std::function<std::optional<double>(const Resample&, SelfPairs)>;
  Resampler(std::size_t runs, Evaluate evaluate) : runs_(runs), evaluate_(std::move(evaluate)) {}

  std::size_t runs_;
  Evaluate evaluate_;
};

/// What a pair of two draws of one run counts, as the manifest has it.
SelfPairs self_pairs_of(const StudyData& data);

/// The list that holds every one of `runs` runs once.
Resample every_run(std::size_t runs);

}  // namespace reseed::studies
