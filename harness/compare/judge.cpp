// SPDX-License-Identifier: Apache-2.0
#include "compare/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "analysis/statistics.hpp"

namespace reseed {
namespace {

constexpr double kLevel = 0.05;

std::string seeds_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " seed" : " seeds"); }

void add_remark(ComparedQuantity& quantity, const std::string& text) {
  quantity.remark += (quantity.remark.empty() ? "" : "; ") + text;
}

/// |b - a| is the larger of the two times 1 - exp(-|log b - log a|): what a change of the logarithm is as a difference.
double as_difference(double change, double larger) {
  return std::copysign(larger * -std::expm1(-std::abs(change)), change);
}

/// The change of the logarithm that is a difference of `margin`; infinite where none is as large.
double as_change(double margin, double larger) {
  return margin < larger ? -std::log1p(-margin / larger) : std::numeric_limits<double>::infinity();
}

double larger_of(const ComparedValue& value) {
  return std::max(std::abs(value.a.value_or(0.0)), std::abs(value.b.value_or(0.0)));
}

struct Tested {
  Candidate* candidate;
  SeedInterval interval;
  std::vector<double> difference, margin;  ///< of the logarithms in columns that are logarithmic, like the errors
  double fewest = kFewestForInterval;      ///< seeds from which the interval may say that nothing differs

  bool has_enough_seeds() const { return static_cast<double>(candidate->pseudo.seeds()) >= fewest; }
};

/// Interval and p of one candidate; the p stays here until the family may show it.
Tested test(Candidate& candidate, std::int64_t samples) {
  Tested tested{&candidate, {}, {}, {}};
  for (std::size_t i = 0; i < candidate.columns.size(); ++i) {
    const ComparedValue& value = candidate.quantity.values[candidate.columns[i]];
    const double larger = larger_of(value), margin = value.margin.value_or(0.0);
    const bool logarithmic = candidate.logarithmic[i];
    tested.difference.push_back(logarithmic ? std::log(*value.b) - std::log(*value.a) : value.difference.value_or(0.0));
    tested.margin.push_back(logarithmic ? as_change(margin, larger) : margin);
    if (larger > 0.0) tested.fewest = std::max(tested.fewest, fewest_seeds_within(margin / larger));
  }
  tested.interval = resample_seeds(candidate.pseudo, tested.difference, samples);
  double p = candidate.p.value_or(0.0);
  if (!candidate.p) {
    p = sign_flip_p(candidate.flips, samples);
    if (candidate.resampled) p = std::max(p, tested.interval.p);
  }
  tested.interval.p = p;
  for (std::size_t i = 0; i < candidate.columns.size(); ++i) {
    const double low = tested.interval.low[i], high = tested.interval.high[i];
    if (!std::isfinite(low) || !std::isfinite(high)) continue;
    ComparedValue& value = candidate.quantity.values[candidate.columns[i]];
    const double larger = larger_of(value);
    value.low = candidate.logarithmic[i] ? as_difference(low, larger) : low;
    value.high = candidate.logarithmic[i] ? as_difference(high, larger) : high;
  }
  if (!tested.has_enough_seeds()) candidate.quantity.flags.push_back(Flag::few_seeds);
  return tested;
}

bool lies_within_margin(const Tested& tested) {
  const Candidate& candidate = *tested.candidate;
  return std::all_of(candidate.columns.begin(), candidate.columns.end(), [&](std::size_t column) {
    const ComparedValue& value = candidate.quantity.values[column];
    const double margin = value.margin.value_or(0.0);
    return value.low && *value.low >= -margin && *value.high <= margin;
  });
}

void say_what_is_needed(const Tested& tested, std::size_t family) {
  ComparedQuantity& quantity = tested.candidate->quantity;
  quantity.seeds_needed = seeds_needed(tested.difference, tested.interval.error, tested.margin,
                                       tested.candidate->pseudo.seeds(), family, tested.fewest);
  add_remark(quantity, quantity.seeds_needed
                           ? "about " + seeds_text(static_cast<std::size_t>(*quantity.seeds_needed)) + " would tell"
                           : "more than a million seeds would be needed");
}

void say_that_failures_may_be_unseen(const Tested& tested) {
  add_remark(tested.candidate->quantity, "the interval lies within the margin, but " +
                                             seeds_text(tested.candidate->pseudo.seeds()) +
                                             " may hold none of the runs that fail (at least " +
                                             std::to_string(static_cast<std::int64_t>(tested.fewest)) + ")");
}

void judge_family(const std::vector<Candidate*>& family, std::int64_t samples) {
  std::vector<Tested> tested;
  double smallest = 1.0;
  for (Candidate* candidate : family) {
    ComparedQuantity& quantity = candidate->quantity;
    quantity.family = static_cast<std::int64_t>(family.size());
    if (candidate->pseudo.seeds() < 3) {  // nothing to resample: the remark says why
      quantity.verdict = Verdict::cannot_tell;
      if (quantity.common_seeds < fewest_seeds_for(family.size()))
        quantity.seeds_needed = fewest_seeds_for(family.size());
      continue;
    }
    tested.push_back(test(*candidate, samples));
    smallest = std::min(smallest, smallest_p(candidate->pseudo.seeds()));
  }
  if (smallest * static_cast<double>(family.size()) >= kLevel) {
    const std::string needed = std::to_string(fewest_seeds_for(family.size()));
    for (const Tested& one : tested) {
      ComparedQuantity& quantity = one.candidate->quantity;
      quantity.verdict = Verdict::cannot_tell;
      add_remark(quantity, seeds_text(one.candidate->pseudo.seeds()) + " cannot reach the level in a family of " +
                               std::to_string(family.size()) + " (at least " + needed + ")");
      say_what_is_needed(one, family.size());
    }
    return;
  }
  std::vector<double> p(family.size(), 1.0);  // those without a test count too
  for (std::size_t i = 0; i < tested.size(); ++i) p[i] = tested[i].interval.p;
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    ComparedQuantity& quantity = tested[i].candidate->quantity;
    quantity.p = p[i];
    quantity.p_adjusted = adjusted[i];
    const bool within = lies_within_margin(tested[i]);
    if (adjusted[i] < kLevel) {
      quantity.verdict = Verdict::different;
    } else if (within && tested[i].has_enough_seeds()) {
      quantity.verdict = Verdict::indistinguishable;
    } else {
      quantity.verdict = Verdict::cannot_tell;
      if (within && std::isfinite(tested[i].fewest)) say_that_failures_may_be_unseen(tested[i]);
      say_what_is_needed(tested[i], family.size());
    }
  }
}

bool is_positive(const Jackknife& one) {
  return one.value > 0.0 && std::all_of(one.without.begin(), one.without.end(), [](double x) { return x > 0.0; });
}

Jackknife logarithm_of(Jackknife one) {
  one.value = std::log(one.value);
  for (double& without : one.without) without = std::log(without);
  return one;
}

std::vector<double> pseudo_differences(const Jackknife& a, const Jackknife& b) {
  std::vector<double> differences(a.without.size());
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] = b.pseudo_value(i) - a.pseudo_value(i);
  return differences;
}

}  // namespace

void Candidate::add_scores(std::size_t position, const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) differences[i] = b[i] - a[i];
  columns.push_back(position);
  logarithmic.push_back(false);
  flips.add_column(differences);
  pseudo.add_column(std::move(differences));
}

void Candidate::add_pairs(std::size_t position, const std::vector<double>& a, const std::vector<double>& b,
                          std::size_t k) {
  std::vector<double> near = near_distances(b, k);
  const std::vector<double> of_a = near_distances(a, k);
  for (std::size_t i = 0; i < k; ++i) near[i] -= of_a[i];
  columns.push_back(position);
  logarithmic.push_back(false);
  pseudo.add_column(pseudo_differences(jackknife_of_pairs(a, k), jackknife_of_pairs(b, k)));
  flips.add_column(std::move(near));
  resampled = true;
}

void Candidate::add_group(std::size_t position, const Jackknife& a, const Jackknife& b, double exchange_p) {
  const bool positive = is_positive(a) && is_positive(b);
  columns.push_back(position);
  logarithmic.push_back(positive);
  pseudo.add_column(positive ? pseudo_differences(logarithm_of(a), logarithm_of(b)) : pseudo_differences(a, b));
  p = std::min(p.value_or(1.0), std::min(1.0, exchange_p * static_cast<double>(quantity.values.size())));
}

void judge(std::vector<Candidate>& candidates, std::int64_t samples) {
  std::map<std::vector<std::string>, std::vector<Candidate*>> families;
  for (Candidate& candidate : candidates) {
    const ComparedQuantity& quantity = candidate.quantity;
    if (candidate.open)
      families[{quantity.kind, quantity.task, quantity.test_set, quantity.subset, quantity.quantity, quantity.variant,
                quantity.options}]
          .push_back(&candidate);
  }
  for (const auto& [key, family] : families) judge_family(family, samples);
}

}  // namespace reseed
