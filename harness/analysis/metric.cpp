// SPDX-License-Identifier: Apache-2.0
#include "analysis/metric.hpp"

#include <array>
#include <cmath>

#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr std::array<std::string_view, 4> kMetrics = {"accuracy", "f1", "macro_f1", "matthews_correlation"};

/// F1 of one class of a confusion matrix (labels in rows); 0 where the class is neither predicted nor present.
double f1_of(const arma::mat& confusion, arma::uword positive) {
  const double sizes = arma::accu(confusion.row(positive)) + arma::accu(confusion.col(positive));
  return sizes == 0.0 ? 0.0 : 2.0 * confusion(positive, positive) / sizes;
}

double matthews(const arma::mat& confusion) {
  const double n = arma::accu(confusion);
  const arma::vec truth = arma::sum(confusion, 1);
  const arma::vec predicted = arma::sum(confusion, 0).t();
  const double spread_truth = n * n - arma::dot(truth, truth);
  const double spread_predicted = n * n - arma::dot(predicted, predicted);
  if (spread_truth == 0.0 || spread_predicted == 0.0) return 0.0;
  return (arma::trace(confusion) * n - arma::dot(truth, predicted)) / std::sqrt(spread_truth) /
         std::sqrt(spread_predicted);
}

}  // namespace

bool is_metric(std::string_view name) {
  for (const std::string_view known : kMetrics)
    if (known == name) return true;
  return false;
}

double score(std::string_view metric, const arma::urowvec& predictions, const arma::urowvec& labels,
             arma::uword classes) {
  if (!is_metric(metric))
    throw Error(ErrorKind::data, "metric",
                "want accuracy, f1, macro_f1 or matthews_correlation, found \"" + std::string(metric) + "\"");
  arma::mat confusion(classes, classes, arma::fill::zeros);
  for (arma::uword i = 0; i < labels.n_elem; ++i) {
    if (labels(i) >= classes || predictions(i) >= classes)
      throw Error(ErrorKind::data, "labels",
                  "want class indices below " + std::to_string(classes) + ", found label " + std::to_string(labels(i)) +
                      " and prediction " + std::to_string(predictions(i)) + " at item " + std::to_string(i));
    confusion(labels(i), predictions(i)) += 1.0;
  }
  if (metric == "accuracy") return arma::trace(confusion) / static_cast<double>(labels.n_elem);
  if (metric == "matthews_correlation") return matthews(confusion);
  if (metric == "f1") {
    if (classes != 2)
      throw Error(ErrorKind::data, "metric",
                  "f1 wants two classes, found " + std::to_string(classes) + "; use macro_f1");
    return f1_of(confusion, 1);
  }
  double sum = 0.0;
  for (arma::uword j = 0; j < classes; ++j) sum += f1_of(confusion, j);
  return sum / static_cast<double>(classes);
}

}  // namespace reseed
