// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

/// What kappa asks of k runs over n items: counts, whose sums over drawn runs are the same in any order.
class Votes final : public MeasuredGroup {
 public:
  Votes(std::span<const RunData* const> runs, bool as_published) : as_published_(as_published) {
    const arma::uword k = runs.size();
    arma::uword classes = 2;
    for (const RunData* run : runs) classes = std::max(classes, run->predictions.max() + 1);
    items_ = runs.front()->predictions.n_elem;
    given_.zeros(classes, k);
    alike_.zeros(k, k);
    binary_.zeros(k, k);
    for (arma::uword i = 0; i < k; ++i) {
      const arma::urowvec& a = runs[i]->predictions;
      for (const arma::uword given : a) given_(given, i) += 1.0;
      for (arma::uword j = 0; j <= i; ++j) {
        const arma::urowvec& b = runs[j]->predictions;
        alike_(i, j) = alike_(j, i) = as_published_ ? arma::accu(a == b && a < 2) : arma::accu(a == b);
        if (as_published_) binary_(i, j) = binary_(j, i) = arma::accu(a < 2 && b < 2);
      }
    }
  }

  /// With x_ij of the drawn runs: sum_ij x_ij^2 counts the items on which two draws are alike, over all pairs of draws,
  /// those of a draw with itself included; sum_i (x_i0 + x_i1)^2 those on which both give class 0 or 1.
  Outcome value(std::span<const std::size_t> draw) const override {
    const double m = static_cast<double>(draw.size());
    const double votes = items_ * m;
    arma::vec times(alike_.n_rows, arma::fill::zeros);
    for (const std::size_t run : draw) times(run) += 1.0;
    const arma::vec of_classes = given_ * times;
    if (!as_published_ && of_classes.max() == votes)
      return Outcome::undefined(Flag::no_variation, "all runs give one and the same class to every item");

    const double agreement = (arma::dot(times, alike_ * times) - votes) / (votes * (m - 1.0));
    const double chance = as_published_ ? arma::dot(times, binary_ * times) / (votes * votes)
                                        : arma::accu(arma::square(of_classes / votes));
    if (chance == 1.0) return Outcome::undefined(Flag::not_finite, "chance agreement is 1: the formula divides by 0");
    return (agreement - chance) / (1.0 - chance);
  }

 private:
  bool as_published_;
  double items_ = 0.0;
  arma::mat given_;   ///< c x k: items to which each run gives each class
  arma::mat alike_;   ///< k x k: items to which two runs give one class; as_published: class 0 or 1
  arma::mat binary_;  ///< k x k, as_published: items to which both runs give class 0 or 1
};

/// Fleiss' kappa of m runs (raters) over n items.
/// Shapes:  predictions of each run 1 x n. x_ij = number of runs that give item i class j.
/// Value:   (mean P_i - Pe) / (1 - Pe), no unit; 1 = all runs agree. Instability = 1 - value.
/// Undefined: no_variation when every run gives one and the same class throughout (Pe = 1).
/// Cost:    O(k^2 n) for k runs, O(k^2) per draw of them.
/// Source:  textbook: Fleiss 1971, P_i = (sum_j x_ij^2 - m) / (m (m - 1)), Pe = sum_j (sum_i x_ij / (n m))^2.
///          as_published: nlpsoc/instability_measurement, analyze_measures.ipynb, counts classes 0 and 1 only and adds
///          the table over the classes instead of the items, Pe = sum_i ((x_i0 + x_i1) / (n m))^2: for two classes 1 /
///          n whatever the runs say, so that its instability is pairwise disagreement x n / (n - 1). Not finite for n
///          = 1.
class FleissKappa final : public Measure {
 public:
  explicit FleissKappa(const Options& options) : as_published_(options.variant() == "as_published") {}

  std::unique_ptr<MeasuredGroup> measure_once(std::span<const RunData* const> runs) const override {
    return std::make_unique<Votes>(runs, as_published_);
  }

 private:
  bool as_published_;
};

}  // namespace

RESEED_MEASURE(FleissKappa, kInfo)
