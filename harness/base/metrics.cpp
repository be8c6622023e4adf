// SPDX-License-Identifier: Apache-2.0
#include "base/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "reseed/error.hpp"

namespace reseed {
namespace {

/// Counts of items by class: predicted, true, and both at once.
struct Counts {
  std::vector<double> predicted;
  std::vector<double> actual;
  std::vector<double> hit;
};

Counts count(std::span<const std::int64_t> predictions, std::span<const std::int64_t> labels, std::int64_t classes) {
  const auto c = static_cast<std::size_t>(classes);
  Counts counts{std::vector<double>(c), std::vector<double>(c), std::vector<double>(c)};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto p = static_cast<std::size_t>(predictions[i]);
    const auto y = static_cast<std::size_t>(labels[i]);
    if (p >= c || y >= c)
      throw Error(ErrorKind::data, "score",
                  "item " + std::to_string(i) + " has a class outside 0.." + std::to_string(classes - 1));
    ++counts.predicted[p];
    ++counts.actual[y];
    if (p == y) ++counts.hit[p];
  }
  return counts;
}

double f1(const Counts& counts, std::size_t k) {
  const double total = counts.predicted[k] + counts.actual[k];
  return total == 0.0 ? 0.0 : 2.0 * counts.hit[k] / total;
}

double matthews(const Counts& counts, double n) {
  double hits = 0.0, cross = 0.0, predicted = 0.0, actual = 0.0;
  for (std::size_t k = 0; k < counts.hit.size(); ++k) {
    hits += counts.hit[k];
    cross += counts.predicted[k] * counts.actual[k];
    predicted += counts.predicted[k] * counts.predicted[k];
    actual += counts.actual[k] * counts.actual[k];
  }
  const double spread = (n * n - predicted) * (n * n - actual);
  return spread == 0.0 ? 0.0 : (hits * n - cross) / std::sqrt(spread);
}

}  // namespace

double score(std::string_view metric, std::span<const std::int64_t> predictions, std::span<const std::int64_t> labels,
             std::int64_t classes) {
  if (labels.empty() || predictions.size() != labels.size())
    throw Error(ErrorKind::data, "score",
                "want one prediction per label and at least one item, found " + std::to_string(predictions.size()) +
                    " and " + std::to_string(labels.size()));
  const Counts counts = count(predictions, labels, classes);
  const double n = static_cast<double>(labels.size());
  if (metric == "accuracy") {
    double hits = 0.0;
    for (const double hit : counts.hit) hits += hit;
    return hits / n;
  }
  if (metric == "f1") {
    if (classes != 2)
      throw Error(ErrorKind::manifest, "metric",
                  "f1 is defined for two classes, found " + std::to_string(classes) + "; use macro_f1");
    return f1(counts, 1);
  }
  if (metric == "macro_f1") {
    double sum = 0.0;
    for (std::size_t k = 0; k < counts.hit.size(); ++k) sum += f1(counts, k);
    return sum / static_cast<double>(classes);
  }
  if (metric == "matthews_correlation") return matthews(counts, n);
  throw Error(ErrorKind::manifest, "metric",
              "want accuracy, f1, macro_f1 or matthews_correlation, found " + std::string(metric));
}

std::vector<std::int64_t> argmax_rows(std::span<const double> logits, std::int64_t classes) {
  std::vector<std::int64_t> best;
  for (auto row = logits.begin(); row != logits.end(); row += classes)
    best.push_back(std::max_element(row, row + classes) - row);  // the first of equal ones
  return best;
}

}  // namespace reseed
