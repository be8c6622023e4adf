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

 private:
  const Comparison* comparison_;
  std::vector<const MeasureColumn*> columns_;
  std::size_t seeds_ = 0;
  std::size_t resamples_ = 0;
  std::vector<std::vector<double>> observed_;
  std::vector<std::vector<std::vector<double>>> values_;
};

/// What resamples say of a difference.
struct BootstrapTest {
  double low = 0.0, high = 0.0;  ///< 95 % interval, percentiles
  double sd = 0.0;               ///< divisor B - 1
  double p = 1.0;  ///< two-sided: (1 + resamples at least as far from what is seen as that is from 0) / (B + 1)
};
/// `resampled` may hold NaN: undefined ones do not count. Empty where `observed` is NaN or fewer than two are defined.
std::optional<BootstrapTest> bootstrap_test(double observed, const std::vector<double>& resampled);

/// A method against the reference by one measure, with what its interval allows to say.
struct Improvement {
  std::optional<double> difference;  ///< method - reference, below 0: more stable
  double low = 0.0, high = 0.0;      ///< 95 % interval
  double p = 1.0;                    ///< two-sided, (1 + resamples at least as far) / (B + 1)
  std::size_t seeds = 0;
  std::string reason;  ///< why nothing can be told; "" otherwise

  bool better() const { return difference && reason.empty() && high < 0.0; }
  /// Worse beyond what `cells` comparisons would give by chance (Bonferroni).
  bool worse(std::size_t cells, double level) const {
    return difference && reason.empty() && low > 0.0 && p * static_cast<double>(cells) < level;
  }
  bool different(std::size_t cells, double level) const {
    return difference && reason.empty() && (low > 0.0 || high < 0.0) && p * static_cast<double>(cells) < level;
  }
};

/// Fewer common seeds than `fewest` leave the reason.
Improvement improvement(const ResampledMethods& methods, std::size_t method, std::size_t reference, std::size_t column,
                        std::int64_t fewest);

}  // namespace reseed::imm_reassessment
