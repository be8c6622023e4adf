// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace reseed {

/// How two columns go together, and the two-sided p-value of no association.
struct Correlation {
  double coefficient = 0.0;  ///< in [-1, 1]
  std::optional<double> p;   ///< empty where the test needs more pairs
  bool exact = false;        ///< p from the exact distribution (Kendall without ties, Pearson)
};

/// Empty when a column is constant or there are fewer than two pairs. x and y have the same length.
///
/// Pearson: p from the exact beta distribution of r under normality. Spearman: Pearson of average ranks, p from
/// Student's t with n - 2 degrees of freedom (3 pairs and more). Kendall: tau-b; p exact without ties (up to 500
/// pairs), else the normal approximation with tie correction.
std::optional<Correlation> pearson(std::span<const double> x, std::span<const double> y);
std::optional<Correlation> spearman(std::span<const double> x, std::span<const double> y);
std::optional<Correlation> kendall(std::span<const double> x, std::span<const double> y);

/// Two-sided p-value of Pearson's r over n >= 2 pairs: 1 for 2 pairs, 0 where |r| is 1.
double pearson_p(double r, std::size_t n);

/// The same question without a distribution: how often do the values of y, in another order, go with x at least as
/// closely (|coefficient| within 1e-9 or above)?
///
/// For ties and fewer than 10 pairs, where the formulas above are approximations or rest on normality.
struct PermutationTest {
  std::uint64_t orders = 0;   ///< looked at, the one seen not counted when they are a sample
  std::uint64_t extreme = 0;  ///< of them
  bool exhaustive = false;    ///< all n! orders (up to 9 pairs): p = extreme / orders
  double p = 1.0;             ///< else (1 + extreme) / (1 + orders): never below 1 / (1 + orders)
};
enum class Coefficient { pearson, spearman, kendall };

/// `samples` orders from the stream "correlation" of `seed` where there are more than 9 pairs. Empty where the
/// coefficient is.
std::optional<PermutationTest> permutation_test(Coefficient coefficient, std::span<const double> x,
                                                std::span<const double> y, std::uint64_t samples = 10000,
                                                std::uint64_t seed = 0);

/// Whether a permutation's p is wanted beside the formula's: ties in a column, or fewer than 10 pairs.
bool wants_permutation(std::span<const double> x, std::span<const double> y);

/// A coefficient with every p that belongs beside it.
///
/// A permutation takes the pairs to be independent, as the formulas do. Over things that are not, such as the layers of
/// one model, p describes how closely the columns go together; it tests nothing.
struct TestedCorrelation {
  Correlation seen;
  std::optional<PermutationTest> permuted;  ///< where wants_permutation(), and the formula's p is no exact Kendall one
  Coefficient coefficient = Coefficient::pearson;

  /// The permutation's p where there is one, else the formula's; empty where that needs more pairs.
  std::optional<double> p() const;
  /// Where p comes from: "all orders", "10000 random orders", "exact" (Kendall), "beta distribution" (Pearson),
  /// "Student's t" (Spearman), "normal approximation" (Kendall).
  std::string p_from() const;
};

/// Arguments, and where it is empty: as permutation_test().
std::optional<TestedCorrelation> tested_correlation(Coefficient coefficient, std::span<const double> x,
                                                    std::span<const double> y, std::uint64_t samples = 10000,
                                                    std::uint64_t seed = 0);

}  // namespace reseed
