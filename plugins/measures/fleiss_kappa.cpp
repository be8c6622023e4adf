// SPDX-License-Identifier: Apache-2.0
#include "reseed/measure.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "Fleiss 1971: chance agreement from the overall share of each class", -1.0, 1.0},
    {"as_published", "classes 0 and 1 only, chance agreement summed over items: 1 / n for two classes", -HUGE_VAL, 1.0},
};

constexpr MeasureInfo kInfo = {
    .id = "fleiss_kappa",
    .version = 1,
    .summary = "agreement of all runs on the predicted class, beyond chance",
    .source = "Fleiss 1971, \"Measuring nominal scale agreement among many raters\"; Du and Nguyen 2023, appendix B",
    .unit = "",
    .reads = Reads::predictions,
    .arity = Arity::group,
    .direction = Direction::larger_is_more_alike,
    .value_on_equal = 1.0,
    .instability = "1 - value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain = "any number of classes; the textbook value of m runs is at least -1 / (m - 1)",
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

/// Fleiss' kappa of m runs (raters) over n items.
/// Shapes:  predictions of each run 1 x n. x_ij = number of runs that give item i class j.
/// Value:   (mean P_i - Pe) / (1 - Pe), no unit; 1 = all runs agree. Instability = 1 - value.
/// Undefined: no_variation when every run gives one and the same class throughout (Pe = 1).
/// Source:  textbook: Fleiss 1971, P_i = (sum_j x_ij^2 - m) / (m (m - 1)), Pe = sum_j (sum_i x_ij / (n m))^2.
///          as_published: nlpsoc/instability_measurement, analyze_measures.ipynb, counts classes 0 and 1 only and adds
///          the table over the classes instead of the items, Pe = sum_i ((x_i0 + x_i1) / (n m))^2: for two classes 1 /
///          n whatever the runs say, so that its instability is pairwise disagreement x n / (n - 1). Not finite for n
///          = 1.
class FleissKappa final : public Measure {
 public:
  explicit FleissKappa(const Options& options) : as_published_(options.variant() == "as_published") {}

  Outcome evaluate(std::span<const RunData* const> runs) const override {
    const arma::mat x = counts(runs);
    const double m = runs.size();
    const double n = x.n_cols;
    if (!as_published_ && x.n_rows > 0 && arma::max(arma::sum(x, 1)) == n * m)
      return Outcome::undefined(Flag::no_variation, "all runs give one and the same class to every item");

    const double agreement = arma::mean((arma::sum(arma::square(x), 0) - m) / (m * (m - 1.0)));
    const arma::vec shares =
        as_published_ ? arma::vec(arma::sum(x, 0).t() / (n * m)) : arma::vec(arma::sum(x, 1) / (n * m));
    const double chance = arma::accu(arma::square(shares));
    if (chance == 1.0) return Outcome::undefined(Flag::not_finite, "chance agreement is 1: the formula divides by 0");
    return (agreement - chance) / (1.0 - chance);
  }

 private:
  /// c x n: how many runs give each class to each item.
  arma::mat counts(std::span<const RunData* const> runs) const {
    arma::uword classes = 2;
    for (const RunData* run : runs) classes = std::max(classes, run->predictions.max() + 1);
    arma::mat table(classes, runs.front()->predictions.n_elem, arma::fill::zeros);
    for (const RunData* run : runs)
      for (arma::uword item = 0; item < table.n_cols; ++item) table(run->predictions(item), item) += 1.0;
    return as_published_ ? arma::mat(table.head_rows(2)) : table;
  }

  bool as_published_;
};

}  // namespace

RESEED_MEASURE(FleissKappa, kInfo)
