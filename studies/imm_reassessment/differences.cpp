// SPDX-License-Identifier: Apache-2.0
#include "differences.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "../common/resampler.hpp"
#include "analysis/paired_tests.hpp"
#include "analysis/resampled.hpp"
#include "analysis/statistics.hpp"
#include "resampled_methods.hpp"

namespace reseed::imm_reassessment {
namespace {

/// z of a two-sided test at 5 % plus z of 80 % power: how many standard errors a difference must measure to be found.
constexpr double kDetectable = 1.959963984540054 + 0.8416212335729143;

const StudyGroup& reference_of(const Comparison& comparison, const std::string& name) {
  for (const StudyGroup* group : comparison.groups)
    if (group->name == name || group->method == name) return *group;
  return *comparison.groups.front();
}

/// Seeds of the runs that ended well in both groups, in the order of the first.
std::vector<std::uint64_t> common_seeds(const StudyGroup& a, const StudyGroup& b) {
  std::vector<std::uint64_t> common;
  for (const StudyRun* run : ok_runs(a))
    for (const StudyRun* other : ok_runs(b))
      if (run->seed == other->seed) common.push_back(run->seed);
  return common;
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
  for (const Resample& list : draw_resamples(values.size(), options.resamples, seed))
    means.push_back(resampled_average(values, list));
  row.low = quantile(means, 0.025);
  row.high = quantile(means, 0.975);
  row.p = sign_flip_test(values, static_cast<std::uint64_t>(options.resamples), seed).p;
  row.remark = seeds_for(*row.difference, error, values.size(), fewest);
  return row;
}

Difference compare_values(const View& view, const StudyGroup& method, const StudyGroup& reference,
                          const MeasureColumn& column, const DifferenceOptions& options, std::int64_t fewest) {
  Difference row;
  row.quantity = column.title();
  row.test = "bootstrap of common seeds";
  const StudyValue* ours = view.value(method, "test", column);
  const StudyValue* theirs = view.value(reference, "test", column);
  if (ours == nullptr || theirs == nullptr || !ours->instability || !theirs->instability) {
    row.remark = "a value is undefined";
    return row;
  }
  row.difference = *ours->instability - *theirs->instability;
  const std::vector<std::uint64_t> seeds = common_seeds(method, reference);
  row.n = static_cast<std::int64_t>(seeds.size());
  if (seeds.size() < 3) return row;
  const auto first = studies::Resampler::make(view.data(), method, *ours, seeds);
  const auto second = studies::Resampler::make(view.data(), reference, *theirs, seeds);
  if (!first || !second) {
    row.test = "none";
    row.remark = "only its plugin can evaluate the measure on resampled seeds: see its interval";
    return row;
  }
  const SelfPairs policy = view.self_pairs();
  const auto difference = [&](const Resample& list) {
    const auto a = (*first)(list, policy);
    const auto b = (*second)(list, policy);
    return a && b ? *a - *b : std::nan("");
  };
  const double observed = difference(studies::every_run(seeds.size()));
  std::vector<double> resampled;
  for (const Resample& list : draw_resamples(seeds.size(), options.resamples, view.data().bootstrap_seed()))
    resampled.push_back(difference(list));
  const auto test = bootstrap_test(observed, resampled);
  if (!test) {
    row.difference.reset();
    row.remark = "some pairs are undefined";
    return row;
  }
  row.difference = observed;
  row.low = test->low;
  row.high = test->high;
  row.p = test->p;
  row.remark = seeds_for(observed, test->sd, seeds.size(), fewest);
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
      family([&](const StudyGroup& group) { return compare_values(view, group, reference, column, options, fewest); });
  }
  return rows;
}

}  // namespace reseed::imm_reassessment
