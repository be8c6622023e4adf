// SPDX-License-Identifier: Apache-2.0
#include "reseed/measure.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "share of items on which the two runs predict different classes", 0.0, 1.0},
    {"as_published", "1 - agreement: the same number up to rounding", 0.0, 1.0},
};

constexpr MeasureInfo kInfo = {
    .id = "pairwise_disagreement",
    .version = 1,
    .summary = "share of items that two runs classify differently, averaged over pairs",
    .source = "Du and Nguyen 2023, \"Measuring the instability of fine-tuning\", section 3.2",
    .unit = "",
    .reads = Reads::predictions,
    .arity = Arity::pair,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain = "any number of classes; for two classes and an even number m of runs the mean is at most m / (2 (m - 1))",
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

struct Labels : Prepared {
  explicit Labels(arma::urowvec classes) : predictions(std::move(classes)) {}
  arma::urowvec predictions;
};

/// Share of items that two runs classify differently.
/// Shapes:  predictions 1 x n; the class of the largest logit, ties go to the lowest class.
/// Value:   in [0, 1], no unit; 0 = the runs agree on every item.
/// Cost:    O(n) per pair.
/// Source:  Du and Nguyen 2023, section 3.2; reference code nlpsoc/instability_measurement, analyze_measures.ipynb
///          (avg_disagreement), which subtracts the agreement from 1.
class PairwiseDisagreement final : public Measure {
 public:
  explicit PairwiseDisagreement(const Options& options) : from_agreement_(options.variant() == "as_published") {}

  std::unique_ptr<Prepared> prepare(const RunData& run) const override {
    return std::make_unique<Labels>(run.predictions);
  }

  Outcome distance(const Prepared& a, const Prepared& b) const override {
    const arma::urowvec& p = static_cast<const Labels&>(a).predictions;
    const arma::urowvec& q = static_cast<const Labels&>(b).predictions;
    const double n = p.n_elem;
    const double different = arma::accu(p != q);
    return from_agreement_ ? 1.0 - (n - different) / n : different / n;
  }

 private:
  bool from_agreement_;
};

}  // namespace

RESEED_MEASURE(PairwiseDisagreement, kInfo)
