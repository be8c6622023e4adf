// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <string>
#include <string_view>

namespace reseed {

/// True for "accuracy", "f1", "macro_f1" and "matthews_correlation".
bool is_metric(std::string_view name);

/// Score of one run: share, F1 or correlation, no unit.
///
/// f1: two classes, class 1 is positive; 0 where nothing is predicted and nothing is positive. macro_f1: mean over all
/// classes, absent ones count 0. matthews_correlation: Gorodkin 2004, "Comparing two K-category assignments by a
/// K-category correlation coefficient"; 0 where labels or predictions are constant.
/// Shapes:  predictions and labels 1 x n, class indices below `classes`; n >= 1.
/// Errors: Error(data) for an unknown metric, a label or prediction outside the classes, f1 with other than 2 classes.
double score(std::string_view metric, const arma::urowvec& predictions, const arma::urowvec& labels,
             arma::uword classes);

}  // namespace reseed
