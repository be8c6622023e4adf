// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "view.hpp"

namespace reseed::imm_reassessment {

/// Instability of all methods of one comparison by some measures, over resamples of the seeds that all of them have:
/// one list of seeds per resample for all methods and measures, so that differences and ranks are paired.
class ResampledMethods {
 public:
  /// `columns` are the view's; pairs of a run with itself count as the view says.
  ResampledMethods(const View& view, const Comparison& comparison, const std::vector<const MeasureColumn*>& columns,
                   std::int64_t resamples);

  const Comparison& comparison() const { return *comparison_; }
  const std::vector<const MeasureColumn*>& columns() const { return columns_; }
  std::size_t seeds() const { return seeds_; }
  std::size_t resamples() const { return resamples_; }
  /// Position in the comparison's groups.
  std::size_t group(const StudyGroup& group) const;

  /// Over all common seeds; NaN where it cannot be told.
  double observed(std::size_t group, std::size_t column) const { return observed_[group][column]; }
  /// One per resample; NaN where undefined.
  const std::vector<double>& values(std::size_t group, std::size_t column) const { return values_[group][column]; }

  /// Kendall's tau-b between the rankings of the methods by two measures, with the 95 % interval over resamples.
  struct Tau {
    std::optional<double> tau, low, high;
  };
  Tau tau(std::size_t a, std::size_t b) const;
  /// The same of the methods that repeat no other (View::distinct()), which are those that maps and answers rank.
  Tau tau_of_distinct(std::size_t a, std::size_t b) const;
  /// How many methods repeat no other.
  std::size_t distinct() const { return distinct_.size(); }

 private:
  Tau tau_of(const std::vector<std::size_t>& methods, std::size_t a, std::size_t b) const;

  const Comparison* comparison_;
  std::vector<const MeasureColumn*> columns_;
  std::vector<std::size_t> distinct_;
  std::size_t seeds_ = 0;
  std::size_t resamples_ = 0;
  std::vector<std::vector<double>> observed_;
  std::vector<std::vector<std::vector<double>>> values_;
};

/// What resamples say of a difference of two values over n seeds.
struct BootstrapTest {
  /// 95 % interval: percentiles of the resamples, moved so that their mean is what is seen. Resamples of a measure that
  /// takes a run drawn twice for two which agree have another mean.
  double low = 0.0, high = 0.0;
  double sd = 0.0;  ///< divisor B - 1
  /// Two-sided: (1 + resamples at least as far from their mean as what is seen is from 0) / (B + 1), and never below
  /// 2^(1 - n): no exchange of the two groups within n seeds is rarer, so that n seeds cannot tell more.
  double p = 1.0;
};
/// `resampled` may hold NaN: undefined ones do not count. Empty where `observed` is NaN or fewer than two are defined.
std::optional<BootstrapTest> bootstrap_test(double observed, const std::vector<double>& resampled, std::size_t seeds);

/// A method against the reference by one measure, with what its interval allows to say.
struct Improvement {
  std::optional<double> difference;  ///< method - reference, below 0: more stable
  double low = 0.0, high = 0.0;      ///< 95 % interval
  double p = 1.0;                    ///< as BootstrapTest has it; for many at once see adjust_jointly()
  std::size_t seeds = 0;
  std::string reason;             ///< why nothing can be told; "" otherwise
  std::vector<double> resampled;  ///< the difference by resample; NaN where it is undefined

  bool better() const { return difference && reason.empty() && high < 0.0; }
  bool worse(double level) const { return difference && reason.empty() && low > 0.0 && p < level; }
  bool different(double level) const { return difference && reason.empty() && (low > 0.0 || high < 0.0) && p < level; }
  /// The whole interval lies within `margin` around 0.
  bool within(double margin) const { return difference && reason.empty() && low >= -margin && high <= margin; }
};

/// Fewer common seeds than `fewest` leave the reason.
Improvement improvement(const ResampledMethods& methods, std::size_t method, std::size_t reference, std::size_t column,
                        std::int64_t fewest);

/// Adjusts the p of all that could be told for one another: how often the largest of all deviations, each in standard
/// deviations of its own resamples, is at least as far from 0 as the one seen. The measures of one run go together, so
/// that this asks less than Bonferroni. Never below 2^(1 - n).
/// Source: Westfall and Young 1993, single-step max T.
void adjust_jointly(std::vector<Improvement>& all);

}  // namespace reseed::imm_reassessment
