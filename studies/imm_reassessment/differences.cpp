// SPDX-License-Identifier: Apache-2.0
#include "differences.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <functional>

#include "../common/measure_form.hpp"
#include "../common/resampler.hpp"
#include "analysis/paired_tests.hpp"
#include "analysis/resampled.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "resampled_methods.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr const char* kBootstrapTest = "bootstrap of common seeds, p at least 2^(1 - n)";

/// "1 %".
std::string percent(double share) { return fixed(100.0 * share, 0) + " %"; }

/// What the tests of one family share.
struct Family {
  std::size_t size = 1;  ///< methods that are held against the reference
  double level = 0.05;
  std::int64_t fewest = 2;  ///< common seeds below which nothing can be told
};

/// How many standard errors a difference must measure to be found with 80 % power in one of so many tests.
double detectable(const Family& family) {
  const boost::math::normal normal;
  return boost::math::quantile(boost::math::complement(normal, 0.5 * family.level / double(family.size))) +
         boost::math::quantile(normal, 0.8);
}

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

/// What a difference would need to be found: said with the verdict, as a rule of thumb for the next run. "" of no
/// difference, and where as many seeds were run and did not show it.
std::string seeds_for(double difference, double standard_error, std::size_t n, const Family& family) {
  constexpr double kRounding = 1e-12;
  if (std::abs(difference) <= kRounding || !(standard_error > 0.0)) return "";
  const double ratio = detectable(family) * standard_error / std::abs(difference);
  const double seeds = std::ceil(static_cast<double>(n) * ratio * ratio);
  if (seeds > 1e6) return "a difference as small as the one seen would need more than a million seeds";
  const std::int64_t needed = std::max(family.fewest, static_cast<std::int64_t>(seeds));
  if (needed <= static_cast<std::int64_t>(n)) return "";
  return "about " + std::to_string(needed) + " seeds would show a difference as large as the one seen";
}

/// An end of an interval of means of fractions, which differ in their last bits: 0 where it is 0.
double rounded(double end) { return std::round(end * 1e12) / 1e12 + 0.0; }

/// One quantity of one comparison: everything but the family's adjustment.
Difference compare_scores(const Comparison& comparison, const StudyGroup& method, const StudyGroup& reference,
                          const DifferenceOptions& options, const Family& family, std::uint64_t seed) {
  Difference row;
  row.quantity = studies::measure_words(comparison.metric);
  row.of_score = true;
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
  row.reference_value = mean(theirs);
  row.difference = mean(values);
  const double error = standard_deviation(values, 1) / std::sqrt(static_cast<double>(values.size()));
  std::vector<double> means;
  for (const Resample& list : draw_resamples(values.size(), options.resamples, seed))
    means.push_back(resampled_average(values, list));
  row.low = rounded(quantile(means, 0.025));
  row.high = rounded(quantile(means, 0.975));
  row.p = sign_flip_test(values, static_cast<std::uint64_t>(options.resamples), seed).p;
  row.remark = seeds_for(*row.difference, error, values.size(), family);
  return row;
}

Difference compare_values(const View& view, const StudyGroup& method, const StudyGroup& reference,
                          const MeasureColumn& column, const DifferenceOptions& options, const Family& family) {
  Difference row;
  row.quantity = column.title();
  row.unit = view.unit(method, column);
  if (row.unit == "metric") row.unit.clear();
  row.test = kBootstrapTest;
  const std::vector<std::uint64_t> seeds = common_seeds(method, reference);
  row.n = static_cast<std::int64_t>(seeds.size());
  const StudyValue* ours = view.value(method, "test", column);
  const StudyValue* theirs = view.value(reference, "test", column);
  if (ours == nullptr || theirs == nullptr || !ours->instability || !theirs->instability) {
    row.remark = "a value is undefined";
    return row;
  }
  row.reference_value = *theirs->instability;
  row.difference = *ours->instability - *theirs->instability;
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
  const Resample all = studies::every_run(seeds.size());
  const double observed = difference(all);
  std::vector<double> resampled;
  for (const Resample& list : draw_resamples(seeds.size(), options.resamples, view.data().bootstrap_seed()))
    resampled.push_back(difference(list));
  const auto test = bootstrap_test(observed, resampled, seeds.size());
  if (!test) {
    row.difference.reset();
    row.remark = "some pairs are undefined";
    return row;
  }
  row.reference_value = (*second)(all, policy);
  row.difference = observed;
  row.low = test->low;
  row.high = test->high;
  row.p = test->p;
  row.remark = seeds_for(observed, test->sd, seeds.size(), family);
  return row;
}

/// The whole interval lies within kNegligible of the larger of the two values.
bool is_negligible(const Difference& row) {
  if (!row.low || !row.high || !row.difference || !row.reference_value) return false;
  const double margin =
      kNegligible * std::max(std::abs(*row.reference_value), std::abs(*row.reference_value + *row.difference));
  return *row.low >= -margin && *row.high <= margin;
}

/// Adjusts one family and gives its verdicts.
void judge(std::vector<Difference>& members, const Family& family) {
  std::vector<double> p;
  for (const Difference& row : members) p.push_back(row.p.value_or(std::nan("")));
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < members.size(); ++i) {
    Difference& row = members[i];
    if (row.n < family.fewest || !row.p) {
      row.p.reset();
      row.verdict = "cannot tell";
      if (row.n < family.fewest)
        row.remark = std::to_string(row.n) + " common seeds cannot reach the level in a family of " +
                     std::to_string(family.size) + " (at least " + std::to_string(family.fewest) + ")" +
                     (row.remark.empty() ? "" : "; " + row.remark);
      continue;
    }
    row.p_holm = adjusted[i];
    row.verdict = *row.p_holm >= family.level ? "no difference seen"
                  : is_negligible(row)        ? "differs negligibly"
                                              : "differs";
    if (row.verdict != "no difference seen") row.remark.clear();
    if (row.verdict == "differs negligibly")
      row.remark = "the whole interval lies within " + percent(kNegligible) + " of the larger value";
  }
}

/// Of a task that does not learn: the numbers stay, nothing is said of them.
void leave_open(std::vector<Difference>& members) {
  for (Difference& row : members) {
    row.p.reset();
    row.verdict = "not learned";
    row.remark = "the task does not learn: nothing follows from it";
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
    const std::size_t size = comparison.groups.size() - 1;
    const Family family{size, options.level, fewest_seeds(size, options.level)};
    const auto add = [&](const std::function<Difference(const StudyGroup&)>& compare) {
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
      if (comparison.learns)
        judge(members, family);
      else
        leave_open(members);
      rows.insert(rows.end(), members.begin(), members.end());
    };
    add([&](const StudyGroup& group) { return compare_scores(comparison, group, reference, options, family, seed); });
    for (const MeasureColumn& column : view.columns())
      add([&](const StudyGroup& group) { return compare_values(view, group, reference, column, options, family); });
  }
  return rows;
}

}  // namespace reseed::imm_reassessment
