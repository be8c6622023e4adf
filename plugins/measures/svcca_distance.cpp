// SPDX-License-Identifier: Apache-2.0
#include "representation_algebra.hpp"

namespace {

using namespace reseed;
using namespace reseed::algebra;

constexpr VariantInfo kVariants[] = {
    {"textbook", "energy_inclusive: fewest directions with at least 99 % of the squared singular values", 0.0, 1.0},
    {"as_published", "uncentred, singular values not squared, at most 99 %; then centred CCA", 0.0, 1.0},
    {"energy_inclusive", "another name of textbook", 0.0, 1.0},
    {"energy_exclusive", "squared singular values, the direction that crosses 99 % left out", 0.0, 1.0},
    {"sum_inclusive", "fewest directions with at least 99 % of the singular values", 0.0, 1.0},
    {"sum_exclusive", "singular values, the direction that crosses 99 % left out", 0.0, 1.0},
};

constexpr MeasureInfo kInfo = {
    .id = "svcca_distance",
    .version = 1,
    .summary = "1 - mean canonical correlation of the strongest directions of the representations of two runs",
    .source = "Raghu et al. 2017, \"SVCCA: singular vector canonical correlation analysis\"",
    .unit = "",
    .reads = Reads::representations,
    .arity = Arity::pair,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain =
        "k directions of each side: at least 2 k - (n - 1) correlations are 1 by dimension alone (degenerate_subspace)",
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

constexpr double kThreshold = 0.99;

struct Subspace : Prepared {
  bool defined = false;
  double kept = 0;  ///< number of singular directions kept
  arma::mat basis;  ///< n x rank, orthonormal: the kept directions after centring
};

/// Singular vector canonical correlation analysis, as a distance.
/// Shapes:  representations d x n; d may differ between the runs.
/// Value:   1 - sum of correlations / min(kept x, kept y), no unit, in [0, 1] (rounding beyond is taken away). At least
/// one
///          direction is kept under every variant. Flag degenerate_subspace when kept x + kept y > n - 1.
/// Undefined: no_variance where all items are equal, or all kept directions are constant.
/// Cost:    one (as_published: two) singular value decompositions per run; per pair the singular values of kept x by
/// kept y. Source:  Raghu et al. 2017. as_published: nlpsoc/instability_measurement, representation_measure.py
/// (svcca_dist, from
///          moskomule/anatome): its uncentred decomposition makes it depend on translation. It adds the correlations in
///          float32; here everything is float64.
class SvccaDistance final : public Measure {
 public:
  explicit SvccaDistance(const Options& options)
      : uncentred_(options.variant() == "as_published"),
        squared_(options.variant() == "textbook" || options.variant().starts_with("energy")),
        inclusive_(options.variant() == "textbook" || options.variant().ends_with("inclusive")) {}

  std::unique_ptr<Prepared> prepare(const RunData& run) const override {
    auto prepared = std::make_unique<Subspace>();
    const arma::mat& X = run.representations;
    const arma::mat Xc = centred(X);
    if (has_no_variance(X, Xc)) return prepared;
    const RightSide side = right_side(uncentred_ ? X : Xc);
    const arma::uword kept = directions(side.s);
    prepared->kept = kept;
    prepared->basis = side.V.head_cols(kept);
    if (uncentred_) prepared->basis = orthonormal(centred(prepared->basis.t()));
    prepared->defined = !prepared->basis.empty();
    return prepared;
  }

  Outcome distance(const Prepared& a, const Prepared& b) const override {
    const auto& x = static_cast<const Subspace&>(a);
    const auto& y = static_cast<const Subspace&>(b);
    if (!x.defined || !y.defined) return no_variance();
    const double n = x.basis.n_rows;
    const double correlations = arma::accu(singular_values(x.basis.t() * y.basis));
    Outcome outcome = same(x.basis, y.basis) ? 0.0 : within(1.0 - correlations / std::min(x.kept, y.kept), 0.0, 1.0);
    if (x.kept + y.kept > n - 1.0) outcome.with(Flag::degenerate_subspace);
    return outcome;
  }

 private:
  arma::uword directions(const arma::vec& s) const {
    const arma::vec share = arma::cumsum(squared_ ? arma::vec(arma::square(s / s.max())) : arma::vec(s / s.max()));
    const double total = share(share.n_elem - 1);
    const arma::uword below =
        inclusive_ ? arma::accu(share / total < kThreshold) + 1 : arma::accu(share / total <= kThreshold);
    return std::clamp<arma::uword>(below, 1, s.n_elem);
  }

  /// Basis of the row space of Z, without directions that centring has left at rounding level.
  static arma::mat orthonormal(const arma::mat& Z) {
    const RightSide side = right_side(Z);
    const double smallest = static_cast<double>(Z.n_cols) * kEpsilon;  // rows of Z were of length 1
    return side.V.head_cols(arma::accu(side.s > smallest));
  }

  bool uncentred_;
  bool squared_;
  bool inclusive_;
};

}  // namespace

RESEED_MEASURE(SvccaDistance, kInfo)
