// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "reseed/measure.hpp"

/// What the measures of representations share. Everywhere X is d x n, one item per column, and |.| the Frobenius norm.
namespace reseed::algebra {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// X minus the mean item.
inline arma::mat centred(const arma::mat& X) { return X.each_col() - arma::vec(arma::mean(X, 1)); }

/// True when all items are equal up to rounding: |Xc| <= max(n, d) eps |X|.
inline bool has_no_variance(const arma::mat& X, const arma::mat& Xc) {
  return arma::norm(Xc, "fro") <= static_cast<double>(std::max(X.n_rows, X.n_cols)) * kEpsilon * arma::norm(X, "fro");
}

inline Outcome no_variance() { return Outcome::undefined(Flag::no_variance, "all items are equal after centring"); }

/// Equal bit for bit: the distance is then 0 by definition, and not merely up to rounding.
inline bool same(const arma::mat& A, const arma::mat& B) {
  return A.n_rows == B.n_rows && A.n_cols == B.n_cols && std::equal(A.begin(), A.end(), B.begin());
}

/// A value that the definition keeps inside [lower, upper], with what rounding put outside taken away.
inline double within(double value, double lower, double upper) { return std::clamp(value, lower, upper); }

/// Singular values, largest first. Divide and conquer (gesdd); where it does not converge or returns NaN, the slower QR
/// iteration (gesvd). Errors: Error(data) when neither converges.
inline arma::vec singular_values(const arma::mat& M) {
  arma::vec s;
  if (arma::svd(s, M) && s.is_finite()) return s;
  arma::mat U;
  arma::mat V;
  if (arma::svd_econ(U, s, V, M, "both", "std") && s.is_finite()) return s;
  throw Error(ErrorKind::data, "singular values", "want a decomposition, found that neither gesdd nor gesvd converged");
}

struct RightSide {
  arma::vec s;  ///< singular values, largest first
  arma::mat V;  ///< n x min(d, n), orthonormal columns: the right singular vectors of X
};

/// Singular values and right singular vectors of X; drivers and errors as for singular_values().
inline RightSide right_side(const arma::mat& X) {
  RightSide side;
  arma::mat U;
  for (const char* driver : {"dc", "std"})
    if (arma::svd_econ(U, side.s, side.V, X, "both", driver) && side.s.is_finite() && side.V.is_finite()) return side;
  throw Error(ErrorKind::data, "singular vectors",
              "want a decomposition, found that neither gesdd nor gesvd converged");
}

}  // namespace reseed::algebra
