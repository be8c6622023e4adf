// SPDX-License-Identifier: Apache-2.0
#include "reseed/measure.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "divisor m - 1 (sample form)", 0.0, HUGE_VAL},
    {"as_published", "divisor m (population form)", 0.0, HUGE_VAL},
};

constexpr MeasureInfo kInfo = {
    .id = "performance_sd",
    .version = 1,
    .summary = "standard deviation of the task's metric over the runs",
    .source = "Du and Nguyen 2023, \"Measuring the instability of fine-tuning\", section 3.1",
    .unit = "metric",
    .reads = Reads::scores,
    .arity = Arity::group,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain = "any metric; values of different metrics must not be compared",
    .symmetric = true,
    .rotation_invariant = false,
    .scaling_invariant = false,
    .translation_invariant = false,
    .linear_invariant = false,
    .biased_by_n = false,
    .tolerance = 1e-9,
    .variants = kVariants,
    .options = {},
};

/// The scores of k runs.
class Scores final : public MeasuredGroup {
 public:
  Scores(std::span<const RunData* const> runs, double ddof) : ddof_(ddof) {
    for (const RunData* run : runs) scores_.push_back(run->score);
  }

  Outcome value(std::span<const std::size_t> draw) const override {
    // Taken from the first score, so that equal scores give exactly 0.
    arma::vec x(draw.size());
    for (arma::uword i = 0; i < x.n_elem; ++i) x(i) = scores_[draw[i]] - scores_[draw[0]];
    return std::sqrt(arma::accu(arma::square(x - arma::mean(x))) / (x.n_elem - ddof_));
  }

 private:
  std::vector<double> scores_;
  double ddof_;
};

/// Standard deviation of the scores of m runs.
/// Value:   unit of the task's metric (0.01 = one percentage point of accuracy); 0 = all runs score the same.
/// Source:  Du and Nguyen 2023, section 3.1, which does not state the divisor; the reference code
///          (nlpsoc/instability_measurement, analyze_measures.ipynb) divides by m.
class PerformanceSd final : public Measure {
 public:
  explicit PerformanceSd(const Options& options) : ddof_(options.variant() == "as_published" ? 0.0 : 1.0) {}

  std::unique_ptr<MeasuredGroup> measure_once(std::span<const RunData* const> runs) const override {
    return std::make_unique<Scores>(runs, ddof_);
  }

 private:
  double ddof_;
};

}  // namespace

RESEED_MEASURE(PerformanceSd, kInfo)
