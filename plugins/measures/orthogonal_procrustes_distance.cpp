// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "representation_algebra.hpp"

namespace {

using namespace reseed;
using namespace reseed::algebra;

constexpr VariantInfo kVariants[] = {
    {"textbook", "half squared: 1 - r, r = nuclear norm of Xc Yc' / (|Xc| |Yc|)", 0.0, 1.0},
    {"as_published", "the same form, which the published code computes", 0.0, 1.0},
    {"squared", "2 (1 - r): smallest squared distance over rotations and reflections", 0.0, 2.0},
    {"root", "sqrt(2 (1 - r)): the distance itself", 0.0, std::numbers::sqrt2},
    {"angular", "arccos r, in radians", 0.0, std::numbers::pi / 2},
    {"scaled_squared", "1 - r^2: smallest squared distance if one side may be scaled too", 0.0, 1.0},
    {"as_printed", "1 - nuclear norm of Xc Yc' / (|Xc Xc'| |Yc Yc'|): no distance, depends on scale", -HUGE_VAL, 1.0},
};

constexpr MeasureInfo kInfo = {
    .id = "orthogonal_procrustes_distance",
    .version = 1,
    .summary = "how far the representations of two runs stay apart after the best rotation",
    .source =
        "Schoenemann 1966, \"A generalized solution of the orthogonal Procrustes problem\"; Ding et al. 2021, "
        "\"Grounding representation similarity with statistical testing\"; angular: Williams et al. 2021",
    .unit = "",
    .reads = Reads::representations,
    .arity = Arity::pair,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain =
        "biased towards 0 where items are few against dimensions; as_printed is no distance: not 0 on equal runs, "
        "changes with scale",
    .symmetric = true,
    .rotation_invariant = true,
    .scaling_invariant = true,
    .translation_invariant = true,
    .linear_invariant = false,
    .biased_by_n = true,
    .tolerance = 1e-9,
    .variants = kVariants,
    .options = {},
};

struct Reduced : Prepared {
  bool defined = false;
  arma::mat R;         ///< min(d, n) x n, |R| = 1: the centred items, rotated
  double scatter = 0;  ///< |Xc Xc'| / |Xc|, needed by as_printed
};

/// Orthogonal Procrustes distance, in the form the variant names.
/// Shapes:  representations d x n; d may differ between the runs.
/// Value:   no unit (angular: radian); 0 = equal up to rotation, reflection, scale and translation. r is at most 1:
/// what
///          rounding adds is taken away, so that no variant is negative or NaN.
/// Undefined: no_variance where all items are equal.
/// Cost:    per run one QR decomposition if d > n; per pair one product and the singular values of min(d, n) squared.
/// Source:  textbook and as_published: nlpsoc/instability_measurement, representation_measure.py (op_dist). as_printed:
/// Du
///          and Nguyen 2023, section 3.3; identical runs are far from 0 there.
class OrthogonalProcrustesDistance final : public Measure {
 public:
  explicit OrthogonalProcrustesDistance(const Options& options) : variant_(options.variant()) {}

  std::string unit() const override { return variant_ == "angular" ? "radian" : ""; }

  std::unique_ptr<Prepared> prepare(const RunData& run) const override {
    auto prepared = std::make_unique<Reduced>();
    arma::mat X = centred(run.representations);
    prepared->defined = !has_no_variance(run.representations, X);
    if (!prepared->defined) return prepared;
    const double norm = arma::norm(X, "fro");
    X /= norm;
    prepared->scatter = norm * arma::norm(X.n_rows < X.n_cols ? arma::mat(X * X.t()) : arma::mat(X.t() * X), "fro");
    if (arma::mat Q; X.n_rows > X.n_cols)
      arma::qr_econ(Q, prepared->R, X);
    else
      prepared->R = std::move(X);
    return prepared;
  }

  Outcome distance(const Prepared& a, const Prepared& b) const override {
    const auto& x = static_cast<const Reduced&>(a);
    const auto& y = static_cast<const Reduced&>(b);
    if (!x.defined || !y.defined) return no_variance();
    const bool equal = variant_ != "as_printed" && same(x.R, y.R);
    const double nuclear = equal ? 1.0 : arma::accu(singular_values(x.R * y.R.t()));
    if (variant_ == "as_printed") return 1.0 - nuclear / (x.scatter * y.scatter);
    const double r = within(nuclear, 0.0, 1.0);
    if (variant_ == "squared") return 2.0 * (1.0 - r);
    if (variant_ == "root") return std::sqrt(2.0 * (1.0 - r));
    if (variant_ == "angular") return std::acos(r);
    if (variant_ == "scaled_squared") return (1.0 - r) * (1.0 + r);
    return 1.0 - r;
  }

 private:
  std::string variant_;
};

}  // namespace

RESEED_MEASURE(OrthogonalProcrustesDistance, kInfo)
