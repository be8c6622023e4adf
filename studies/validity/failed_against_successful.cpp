// SPDX-License-Identifier: Apache-2.0
#include "failed_against_successful.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "../common/resampler.hpp"
#include "../common/run_labels.hpp"
#include "analysis/run_data.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "label_permutation.hpp"

namespace reseed::validity {
namespace {

using studies::Curve;

constexpr const char* kCannotTell = "cannot tell";
constexpr const char* kByConstruction = "by construction";

/// Fewest failed and fewest successful runs of a test.
constexpr std::size_t kFewestRuns = 3;

/// The layers of a curve whose pairs are all defined: distances turned so that larger = less stable.
struct Distances {
  std::vector<const StudyValue*> values;
  std::vector<arma::mat> layers;
};

Distances distances_of(const Curve& curve) {
  Distances distances;
  for (const StudyValue* value : curve.layers) {
    if (value->pairs.is_empty() || value->pairs.has_nan()) continue;
    arma::mat layer = value->pairs;
    if (value->direction == Direction::larger_is_more_alike) layer = 1.0 - layer;
    layer.diag().zeros();
    distances.values.push_back(value);
    distances.layers.push_back(std::move(layer));
  }
  return distances;
}

double mean_among(const arma::mat& distances, const std::vector<bool>& marked, bool which) {
  std::vector<double> all;
  for (std::size_t i = 0; i < marked.size(); ++i)
    for (std::size_t j = i + 1; j < marked.size(); ++j)
      if (marked[i] == which && marked[j] == which) all.push_back(distances(i, j));
  return mean(all);
}

/// Of every run of one kind the mean distance to the others of its kind.
std::vector<double> each_among(const arma::mat& distances, const std::vector<bool>& marked, bool which) {
  std::vector<double> each;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i] != which) continue;
    std::vector<double> own;
    for (std::size_t j = 0; j < marked.size(); ++j)
      if (j != i && marked[j] == which) own.push_back(distances(i, j));
    each.push_back(mean(own));
  }
  return each;
}

std::string counts(const FailedAgainstSuccessful& row) {
  return std::to_string(row.failed.size()) + " of " + std::to_string(row.failed.size() + row.successful.size()) +
         " runs failed";
}

/// The test before the family's adjustment; its smallest possible p goes to `smallest`.
void compare(const StudyData& data, const Distances& distances, const FailureOptions& options,
             FailedAgainstSuccessful& row, double& smallest) {
  const std::vector<std::uint64_t>& seeds = distances.values.front()->seeds;
  std::vector<bool> marked;
  for (const std::uint64_t seed : seeds)
    marked.push_back(std::find(row.failed.begin(), row.failed.end(), seed) != row.failed.end());
  for (std::size_t l = 0; l < distances.layers.size(); ++l) {
    LayerDifference layer;
    layer.layer = distances.values[l]->layer;
    layer.failed = mean_among(distances.layers[l], marked, true);
    layer.successful = mean_among(distances.layers[l], marked, false);
    layer.difference = layer.failed - layer.successful;
    layer.each_failed = each_among(distances.layers[l], marked, true);
    layer.each_successful = each_among(distances.layers[l], marked, false);
    layer.null = distances.values[l]->null;
    row.layers.push_back(layer);
  }
  if (row.failed.size() < kFewestRuns || row.successful.size() < kFewestRuns) {
    row.reason = counts(row) + "; a test needs " + std::to_string(kFewestRuns) + " failed and " +
                 std::to_string(kFewestRuns) + " successful ones";
    return;
  }
  const auto test = label_permutation_test(distances.layers, marked, options.permutations, data.bootstrap_seed());
  row.statistic = test->statistic;
  row.p = test->p;
  row.largest_layer = row.layers[test->largest].layer;
  row.test = "permutation of the labels, largest difference over " + std::to_string(row.layers.size()) + " layers, " +
             (test->exhaustive ? "all " : "") + std::to_string(test->arrangements) + " arrangements";
  smallest = test->smallest_p;
  if (const auto bands = difference_bands(distances.layers, marked, data.bootstrap_samples(), data.bootstrap_seed(),
                                          studies::self_pairs_of(data)))
    for (std::size_t l = 0; l < row.layers.size(); ++l) {
      row.layers[l].low = bands->low[l];
      row.layers[l].high = bands->high[l];
      row.layers[l].band_low = bands->band_low[l];
      row.layers[l].band_high = bands->band_high[l];
    }
}

/// Whether all of these runs give one class, each its own or all the same, for all test items; false where one left no
/// record.
bool give_one_class(const StudyData& data, const StudyGroup& group, const std::vector<std::uint64_t>& seeds) {
  for (const StudyRun* run : studies::ok_runs(group)) {
    if (std::find(seeds.begin(), seeds.end(), run->seed) == seeds.end()) continue;
    const auto recorded = data.predictions(*run, "test");
    if (!recorded || recorded->logits.is_empty()) return false;
    const arma::urowvec classes = predicted_classes(recorded->logits);
    if (arma::any(classes != classes(0))) return false;
  }
  return !seeds.empty();
}

std::string verdict_of(const FailedAgainstSuccessful& row, double level) {
  if (!row.p_holm) return kCannotTell;
  if (row.by_construction) return kByConstruction;
  if (*row.p_holm >= level) return "no difference seen";
  const LayerDifference& top = row.top();
  if (top.band_low && *top.band_low > 0.0) return "failed runs less stable";
  if (top.band_high && *top.band_high < 0.0) return "failed runs more stable";
  return "differ below the top layer";
}

/// Adjusts the p-values of one measure over all groups.
void adjust(std::vector<FailedAgainstSuccessful*>& family, const std::vector<double>& smallest,
            const FailureOptions& options) {
  std::vector<double> p;
  double least = 1.0;
  std::size_t tests = 0;
  for (std::size_t i = 0; i < family.size(); ++i) {
    p.push_back(family[i]->p.value_or(std::numeric_limits<double>::quiet_NaN()));
    if (!family[i]->p) continue;
    ++tests;
    least = std::min(least, smallest[i]);
  }
  const bool reachable = tests > 0 && least * static_cast<double>(tests) < options.level;
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < family.size(); ++i) {
    if (!family[i]->p) continue;
    if (reachable) {
      family[i]->p_holm = adjusted[i];
    } else {
      family[i]->reason = counts(*family[i]) + ": the smallest p that this test can have is " + fixed(least, 4) +
                          ", times " + std::to_string(tests) + " groups it does not reach " + fixed(options.level, 2);
      family[i]->p.reset();
    }
  }
}

}  // namespace

std::vector<FailedAgainstSuccessful> failed_against_successful(const StudyData& data, const FailureOptions& options) {
  std::vector<FailedAgainstSuccessful> rows;
  std::vector<double> smallest;
  bool some_failed = false;
  for (const StudyGroup& group : data.groups()) {
    const studies::RunLabels labels = studies::run_labels(data, group);
    some_failed = some_failed || !labels.failed.empty();
    const bool one_class = give_one_class(data, group, labels.failed);
    for (const Curve& curve : studies::curves_of(data.values(), group, options.embeddings)) {
      if (curve.form.arity != Arity::pair) continue;
      FailedAgainstSuccessful row{&group, curve.form, labels.rule, labels.failed, labels.successful};
      row.reason = labels.problem;
      row.by_construction = one_class && !curve.form.layered;
      smallest.push_back(1.0);
      const Distances distances = distances_of(curve);
      if (row.reason.empty() && row.failed.size() + row.successful.size() < 2)
        row.reason = studies::too_few_seeds(row.failed.size() + row.successful.size());
      if (row.reason.empty() && distances.layers.empty())
        row.reason = "no layer at which all pairs of runs have a value";
      if (row.reason.empty() && (row.failed.size() < 2 || row.successful.size() < 2))
        row.reason = counts(row) + ": no pair of " + (row.failed.size() < 2 ? "failed" : "successful") + " runs";
      if (row.reason.empty()) compare(data, distances, options, row, smallest.back());
      rows.push_back(std::move(row));
    }
  }
  std::map<std::string, std::pair<std::vector<FailedAgainstSuccessful*>, std::vector<double>>> families;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& [family, least] = families[rows[i].form.title()];
    family.push_back(&rows[i]);
    least.push_back(smallest[i]);
  }
  for (auto& [name, family] : families) adjust(family.first, family.second, options);
  for (FailedAgainstSuccessful& row : rows) {
    row.verdict = verdict_of(row, options.level);
    if (row.verdict == kByConstruction)
      row.reason = "every failed run gives one class for all test items: what lies among them follows from that";
  }
  // Groups at rates where nothing fails are there for other questions.
  if (some_failed)
    std::erase_if(rows, [](const FailedAgainstSuccessful& row) { return row.failed.empty() && !row.rule.empty(); });
  return rows;
}

}  // namespace reseed::validity
