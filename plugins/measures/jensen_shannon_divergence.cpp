// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numbers>

#include "reseed/measure.hpp"

namespace {

using namespace reseed;
using std::numbers::ln2;

constexpr VariantInfo kVariants[] = {
    {"textbook", "mean of the two KL terms, 0 log 0 = 0, no square root", 0.0, ln2},
    {"as_published", "the same without a guard: undefined where a probability is 0", 0.0, ln2},
};

constexpr OptionInfo kOptions[] = {
    {"unit", "string", "nat", "", "", "nat|bit", "base of the logarithm: nat (at most ln 2) or bit (at most 1)"},
};

constexpr MeasureInfo kInfo = {
    .id = "jensen_shannon_divergence",
    .version = 1,
    .summary = "Jensen-Shannon divergence of the class probabilities of two runs, mean over items",
    .source =
        "Lin 1991, \"Divergence measures based on the Shannon entropy\", equation 4.1; Du and Nguyen 2023, section 3.2",
    .unit = "nat",
    .reads = Reads::probabilities,
    .arity = Arity::pair,
    .direction = Direction::larger_is_more_different,
    .value_on_equal = 0.0,
    .instability = "value",
    .minimum_items = 1,
    .minimum_runs = 2,
    .domain = "any number of classes; bounds are stated in nats",
    .symmetric = true,
    .rotation_invariant = false,
    .scaling_invariant = false,
    .translation_invariant = false,
    .linear_invariant = false,
    .biased_by_n = false,
    .tolerance = 1e-9,
    .variants = kVariants,
    .options = kOptions,
};

struct Probabilities : Prepared {
  explicit Probabilities(arma::mat columns) : p(std::move(columns)) {}
  arma::mat p;
};

/// Twice p (log p - log((p + q) / 2)): exactly 0 for p = q.
double term(double p, double q) { return p == 0.0 ? 0.0 : p * std::log(2.0 * p / (p + q)); }

/// Mean over items of KL(p, m) / 2 + KL(q, m) / 2 with m = (p + q) / 2.
/// Shapes:  probabilities c x n, softmax of the logits in float64.
/// Value:   nats in [0, ln 2] or bits in [0, 1]; 0 = equal probabilities. What rounding makes negative is set to 0.
/// Undefined: as_published: not_finite where a probability is exactly 0 (0 log 0 in the reference code is NaN).
/// Cost:    O(c n) per pair.
/// Source:  Lin 1991; reference code nlpsoc/instability_measurement, analyze_measures.ipynb (jsd), natural logarithm.
class JensenShannonDivergence final : public Measure {
 public:
  explicit JensenShannonDivergence(const Options& options)
      : unguarded_(options.variant() == "as_published"), in_bits_(options.string("unit") == "bit") {}

  std::string unit() const override { return in_bits_ ? "bit" : "nat"; }
  Bounds bounds(const VariantInfo& stated) const override {
    return in_bits_ ? Bounds{stated.lower / ln2, stated.upper / ln2} : Bounds{stated.lower, stated.upper};
  }

  std::unique_ptr<Prepared> prepare(const RunData& run) const override {
    return std::make_unique<Probabilities>(run.probabilities);
  }

  Outcome distance(const Prepared& a, const Prepared& b) const override {
    const arma::mat& P = static_cast<const Probabilities&>(a).p;
    const arma::mat& Q = static_cast<const Probabilities&>(b).p;
    if (unguarded_ && (P.min() == 0.0 || Q.min() == 0.0))
      return Outcome::undefined(Flag::not_finite, "a probability is exactly 0: the published formula takes 0 log 0");
    double sum = 0.0;
    for (arma::uword item = 0; item < P.n_cols; ++item) {
      double divergence = 0.0;
      for (arma::uword j = 0; j < P.n_rows; ++j)
        divergence += 0.5 * (term(P(j, item), Q(j, item)) + term(Q(j, item), P(j, item)));
      sum += std::max(divergence, 0.0);
    }
    const double nats = sum / P.n_cols;
    return in_bits_ ? nats / ln2 : nats;
  }

 private:
  bool unguarded_;
  bool in_bits_;
};

}  // namespace

RESEED_MEASURE(JensenShannonDivergence, kInfo)
