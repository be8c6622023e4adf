// SPDX-License-Identifier: Apache-2.0
#include "representation_algebra.hpp"

namespace {

using namespace reseed;
using namespace reseed::algebra;

constexpr VariantInfo kVariants[] = {
    {"textbook", "biased: 1 - |Xc Yc'|^2 / (|Xc Xc'| |Yc Yc'|), the printed formula", 0.0, 1.0},
    {"as_published", "unbiased: 1 - cosine of the U-centred Gram matrices; n >= 4", 0.0, 2.0},
};

constexpr MeasureInfo kInfo = {
    .id = "linear_cka_distance",
    .version = 1,
    .summary = "1 - linear centred kernel alignment of the representations of two runs",
    .source =
        "Kornblith et al. 2019, \"Similarity of neural network representations revisited\", equation 6; "
        "Song et al. 2012, \"Feature selection via dependence maximization\", equation 5",
    .unit = "",
    .reads = Reads::representations,
    .arity = Arity::pair,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain =
        "textbook is biased towards 0 where items are few against dimensions; as_published needs 4 items and may leave "
        "[0, 1]",
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

/// Inner products of Gram matrices K = X'X and L = Y'Y are sums over n^2 products of their entries, or over d^2 entries
/// of XY'. The first needs no product of matrices per pair, but n^2 numbers per run: taken for n up to this.
constexpr arma::uword kLargestGram = 4096;

struct Centred : Prepared {
  explicit Centred(const arma::mat& representations) : X(centred(representations)) {
    defined = !has_no_variance(representations, X);
    if (!defined) return;
    X /= arma::norm(X, "fro");
    diagonal = arma::sum(arma::square(X), 0).t();
    if (X.n_cols <= kLargestGram) K = X.t() * X;
  }

  bool defined;
  arma::mat X;         ///< d x n, centred, |X| = 1
  arma::mat K;         ///< n x n Gram matrix; empty for large n
  arma::vec diagonal;  ///< of K
  double self = 0.0;   ///< inner product with itself
};

/// 1 - linear centred kernel alignment.
/// Shapes:  representations d x n; d may differ between the runs.
/// Value:   no unit, 0 = equal up to rotation, scale and translation. textbook: in [0, 1], rounding beyond is taken
/// away;
///          as_published: may leave [0, 1] (the estimator is unbiased, not bounded below by 0) and is never clamped.
/// Undefined: no_variance where all items are equal; as_published: n_below_minimum for n < 4, not_finite where the
///          U-centred Gram matrix is zero.
/// Cost:    O(d n^2) per run, O(n^2) per pair (n > 4096: O(d^2 n) per pair).
/// Source:  textbook: Kornblith 2019, equation 6. as_published: HSIC of Song 2012, equation 5, on Gram matrices without
///          their diagonals; nlpsoc/instability_measurement, representation_measure.py (unbiased_linear_cka_dist) takes
///          the cosine of U-centred Gram matrices, which is the same number.
class LinearCkaDistance final : public Measure {
 public:
  explicit LinearCkaDistance(const Options& options) : unbiased_(options.variant() == "as_published") {}

  std::unique_ptr<Prepared> prepare(const RunData& run) const override {
    auto prepared = std::make_unique<Centred>(run.representations);
    if (prepared->defined) prepared->self = inner(*prepared, *prepared);
    return prepared;
  }

  Outcome distance(const Prepared& a, const Prepared& b) const override {
    const auto& x = static_cast<const Centred&>(a);
    const auto& y = static_cast<const Centred&>(b);
    const double n = x.X.n_cols;
    if (unbiased_ && n < 4) return Outcome::undefined(Flag::n_below_minimum, "the unbiased estimator needs 4 items");
    if (!x.defined || !y.defined) return no_variance();
    if (unbiased_ && (x.self <= n * kEpsilon || y.self <= n * kEpsilon))
      return Outcome::undefined(Flag::not_finite, "the U-centred Gram matrix of a run is zero");
    if (same(x.X, y.X)) return 0.0;
    const double value = 1.0 - inner(x, y) / std::sqrt(x.self * y.self);
    return unbiased_ ? value : within(value, 0.0, 1.0);
  }

 private:
  /// Inner product of the two Gram matrices; unbiased: n (n - 3) times HSIC. With centred X the row sums of K without
  /// its diagonal k are -k, which turns equation 5 into products of diagonals.
  double inner(const Centred& x, const Centred& y) const {
    const double gram = x.K.empty() ? std::pow(arma::norm(x.X * y.X.t(), "fro"), 2) : arma::dot(x.K, y.K);
    if (!unbiased_) return gram;
    const double n = x.X.n_cols;
    const double sums = arma::accu(x.diagonal) * arma::accu(y.diagonal);
    return gram - arma::dot(x.diagonal, y.diagonal) * n / (n - 2.0) + sums / ((n - 1.0) * (n - 2.0));
  }

  bool unbiased_;
};

}  // namespace

RESEED_MEASURE(LinearCkaDistance, kInfo)
