// SPDX-License-Identifier: Apache-2.0
#include "differences.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/paired_tests.hpp"
#include "analysis/statistics.hpp"
#include "reseed/philox.hpp"

namespace reseed::imm_reassessment {
namespace {

/// z of a two-sided test at 5 % plus z of 80 % power: how many standard errors a difference must measure to be found.
constexpr double kDetectable = 1.959963984540054 + 0.8416212335729143;

const StudyGroup& reference_of(const Comparison& comparison, const std::string& name) {
  for (const StudyGroup* group : comparison.groups)
    if (group->name == name || group->method == name) return *group;
  return *comparison.groups.front();
}

/// Row numbers of the common seeds in two values.
struct Common {
  std::vector<arma::uword> a, b;
};

Common common_seeds(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  Common common;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto found = std::find(b.begin(), b.end(), a[i]);
    if (found == b.end()) continue;
    common.a.push_back(i);
    common.b.push_back(static_cast<arma::uword>(found - b.begin()));
  }
  return common;
}

/// Mean over the pairs of distinct runs among the drawn rows; NaN when there is none.
double mean_pair(const arma::mat& pairs, const std::vector<arma::uword>& rows, const std::vector<std::size_t>& drawn) {
  double sum = 0.0;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (std::size_t j = i + 1; j < drawn.size(); ++j) {
      if (drawn[i] == drawn[j]) continue;
      sum += pairs(rows[drawn[i]], rows[drawn[j]]);
      ++count;
    }
  return count == 0 ? std::nan("") : sum / static_cast<double>(count);
}

/// What a difference would need to be found: said with the verdict, as a rule of thumb for the next run.
std::string seeds_for(double difference, double standard_error, std::size_t n, std::int64_t fewest) {
  std::int64_t needed = fewest;
  if (difference != 0.0 && standard_error > 0.0) {
    const double ratio = kDetectable * standard_error / std::abs(difference);
    const double seeds = std::ceil(static_cast<double>(n) * ratio * ratio);
    if (seeds > 1e6) return "a difference as small as the one seen would need more than a million seeds";
    needed = std::max(needed, static_cast<std::int64_t>(seeds));
  }
  return "about " + std::to_string(needed) + " seeds would show a difference as large as the one seen";
}

/// One quantity of one comparison: everything but the family's adjustment.
Difference compare_scores(const Comparison& comparison, const StudyGroup& method, const StudyGroup& reference,
                          const DifferenceOptions& options, std::int64_t fewest, std::uint64_t seed) {
  Difference row;
  row.quantity = comparison.metric;
  row.test = "exact sign flip of paired differences";
  std::vector<double> ours;
  std::vector<double> theirs;
  for (const StudyRun* run : ok_runs(method))
    for (const StudyRun* other : ok_runs(reference))
      if (run->seed == other->seed && run->scores.contains("test") && other->scores.contains("test")) {
        ours.push_back(run->scores.at("test"));
        theirs.push_back(other->scores.at("test"));
      }
  const std::vector<double> values = paired_differences(ours, theirs);
  row.n = static_cast<std::int64_t>(values.size());
  if (values.size() < 2) return row;
  row.difference = mean(values);
  const double error = standard_deviation(values, 1) / std::sqrt(static_cast<double>(values.size()));
  std::vector<double> means;
  Draws draws(Stream(seed, "differences"), 0);
  for (std::int64_t b = 0; b < options.resamples; ++b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[draws.below(values.size())];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  row.low = quantile(means, 0.025);
  row.high = quantile(means, 0.975);
  row.p = sign_flip_test(values, static_cast<std::uint64_t>(options.resamples), seed).p;
  row.remark = seeds_for(*row.difference, error, values.size(), fewest);
  return row;
}

Difference compare_values(const StudyValue* method, const StudyValue* reference, const MeasureColumn& column,
                          const DifferenceOptions& options, std::int64_t fewest, std::uint64_t seed) {
  Difference row;
  row.quantity = column.title();
  row.test = "bootstrap of common seeds";
  if (method == nullptr || reference == nullptr || !method->instability || !reference->instability) {
    row.remark = "a value is undefined";
    return row;
  }
  row.difference = *method->instability - *reference->instability;
  const Common common = common_seeds(method->seeds, reference->seeds);
  row.n = static_cast<std::int64_t>(common.a.size());
  if (method->pairs.empty() || reference->pairs.empty()) {
    row.test = "none";
    row.remark = "a measure of the whole group keeps no pair matrix: see its interval";
    return row;
  }
  if (common.a.size() < 3) return row;
  const double sign = method->direction == Direction::larger_is_more_different ? 1.0 : -1.0;
  Draws draws(Stream(seed, "differences"), 1);
  std::vector<double> resampled;
  std::vector<std::size_t> drawn(common.a.size());
  std::vector<std::size_t> all(common.a.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const double observed = sign * (mean_pair(method->pairs, common.a, all) - mean_pair(reference->pairs, common.b, all));
  row.difference = observed;
  for (std::int64_t b = 0; b < options.resamples; ++b) {
    for (std::size_t& position : drawn) position = draws.below(drawn.size());
    const double value =
        sign * (mean_pair(method->pairs, common.a, drawn) - mean_pair(reference->pairs, common.b, drawn));
    if (std::isfinite(value)) resampled.push_back(value);
  }
  if (!std::isfinite(observed) || resampled.size() < 2) {
    row.difference.reset();
    row.remark = "some pairs are undefined";
    return row;
  }
  const auto extreme = std::count_if(resampled.begin(), resampled.end(),
                                     [&](double value) { return std::abs(value - observed) >= std::abs(observed); });
  row.low = quantile(resampled, 0.025);
  row.high = quantile(resampled, 0.975);
  row.p = static_cast<double>(1 + extreme) / static_cast<double>(resampled.size() + 1);
  row.remark = seeds_for(observed, standard_deviation(resampled, 1), common.a.size(), fewest);
  return row;
}

/// Adjusts one family and gives its verdicts.
void judge(std::vector<Difference>& family, double level, std::int64_t fewest) {
  std::vector<double> p;
  for (const Difference& row : family) p.push_back(row.p.value_or(std::nan("")));
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < family.size(); ++i) {
    Difference& row = family[i];
    if (row.n < fewest || !row.p) {
      row.p.reset();
      row.verdict = "cannot tell";
      if (row.n < fewest)
        row.remark = std::to_string(row.n) + " common seeds cannot reach the level in a family of " +
                     std::to_string(family.size()) + " (at least " + std::to_string(fewest) + ")" +
                     (row.remark.empty() ? "" : "; " + row.remark);
      continue;
    }
    row.p_holm = adjusted[i];
    row.verdict = *row.p_holm < level ? "differs" : "no difference seen";
    if (row.verdict == "differs") row.remark.clear();
  }
}

}  // namespace

std::int64_t fewest_seeds(std::size_t size, double level) {
  std::int64_t n = 2;
  while (std::ldexp(static_cast<double>(std::max<std::size_t>(1, size)), static_cast<int>(1 - n)) > level) ++n;
  return n;
}

std::vector<Difference> differences(const View& view, const DifferenceOptions& options) {
  std::vector<Difference> rows;
  const std::uint64_t seed = view.data().bootstrap_seed();
  for (const Comparison& comparison : view.comparisons()) {
    if (comparison.groups.size() < 2) continue;
    const StudyGroup& reference = reference_of(comparison, options.reference);
    const std::int64_t fewest = fewest_seeds(comparison.groups.size() - 1, options.level);
    const auto family = [&](const std::function<Difference(const StudyGroup&)>& compare) {
      std::vector<Difference> members;
      for (const StudyGroup* group : comparison.groups) {
        if (group == &reference) continue;
        Difference row = compare(*group);
        row.model = comparison.model;
        row.task = comparison.task;
        row.method = group->name;
        row.reference = reference.name;
        members.push_back(std::move(row));
      }
      judge(members, options.level, fewest);
      rows.insert(rows.end(), members.begin(), members.end());
    };
    family(
        [&](const StudyGroup& group) { return compare_scores(comparison, group, reference, options, fewest, seed); });
    for (const MeasureColumn& column : view.columns())
      family([&](const StudyGroup& group) {
        return compare_values(view.value(group, "test", column), view.value(reference, "test", column), column, options,
                              fewest, seed);
      });
  }
  return rows;
}

}  // namespace reseed::imm_reassessment
