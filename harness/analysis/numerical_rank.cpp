// SPDX-License-Identifier: Apache-2.0
#include "analysis/numerical_rank.hpp"

#include <algorithm>
#include <limits>

#include "reseed/error.hpp"

namespace reseed {

int numerical_rank(const arma::mat& X) {
  const arma::mat Xc = X.each_col() - arma::vec(arma::mean(X, 1));
  const auto size = static_cast<double>(std::max(X.n_rows, X.n_cols));
  if (arma::norm(Xc, "fro") <= size * std::numeric_limits<double>::epsilon() * arma::norm(X, "fro")) return 0;
  arma::vec s;
  arma::mat U;
  arma::mat V;
  // gesdd first; gesvd where it does not converge.
  const bool found =
      (arma::svd(s, Xc) && s.is_finite()) || (arma::svd_econ(U, s, V, Xc, "both", "std") && s.is_finite());
  if (!found)
    throw Error(ErrorKind::data, "numerical rank",
                "want singular values, found that neither gesdd nor gesvd converged");
  return static_cast<int>(arma::accu(s > size * 0x1p-23 * s.max()));
}

}  // namespace reseed
