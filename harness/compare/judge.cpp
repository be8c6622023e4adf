// SPDX-License-Identifier: Apache-2.0
#include "compare/judge.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/statistics.hpp"

namespace reseed {
namespace {

constexpr double kLevel = 0.05;

std::string seeds_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " seed" : " seeds"); }

void add_remark(ComparedQuantity& quantity, const std::string& text) {
  quantity.remark += (quantity.remark.empty() ? "" : "; ") + text;
}

struct Tested {
  Candidate* candidate;
  SeedInterval interval;
  std::vector<double> difference, margin;
};

/// Interval and p of one candidate; the p stays here until the family may show it.
Tested test(Candidate& candidate, std::int64_t samples) {
  Tested tested{&candidate, {}, {}, {}};
  for (const std::size_t column : candidate.columns) {
    const ComparedValue& value = candidate.quantity.values[column];
    tested.difference.push_back(value.difference.value_or(0.0));
    tested.margin.push_back(value.margin.value_or(0.0));
  }
  tested.interval = resample_seeds(candidate.pseudo, tested.difference, samples);
  double p = candidate.p.value_or(0.0);
  if (!candidate.p) {
    p = sign_flip_p(candidate.flips, samples);
    if (candidate.resampled) p = std::max(p, tested.interval.p);
  }
  tested.interval.p = p;
  for (std::size_t i = 0; i < candidate.columns.size(); ++i) {
    ComparedValue& value = candidate.quantity.values[candidate.columns[i]];
    if (std::isfinite(tested.interval.low[i])) {
      value.low = tested.interval.low[i];
      value.high = tested.interval.high[i];
    }
  }
  if (candidate.pseudo.seeds() < kFewestForInterval) candidate.quantity.flags.push_back(Flag::few_seeds);
  return tested;
}

bool lies_within_margin(const Tested& tested) {
  if (tested.candidate->pseudo.seeds() < kFewestForInterval) return false;
  for (std::size_t i = 0; i < tested.margin.size(); ++i)
    if (!(tested.interval.low[i] >= -tested.margin[i] && tested.interval.high[i] <= tested.margin[i])) return false;
  return true;
}

void say_what_is_needed(const Tested& tested, std::size_t family) {
  ComparedQuantity& quantity = tested.candidate->quantity;
  quantity.seeds_needed =
      seeds_needed(tested.difference, tested.interval.error, tested.margin, tested.candidate->pseudo.seeds(), family);
  add_remark(quantity, quantity.seeds_needed
                           ? "about " + seeds_text(static_cast<std::size_t>(*quantity.seeds_needed)) + " would tell"
                           : "more than a million seeds would be needed");
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
    if (adjusted[i] < kLevel) {
      quantity.verdict = Verdict::different;
    } else if (lies_within_margin(tested[i])) {
      quantity.verdict = Verdict::indistinguishable;
    } else {
      quantity.verdict = Verdict::cannot_tell;
      say_what_is_needed(tested[i], family.size());
    }
  }
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
  flips.add_column(differences);
  pseudo.add_column(std::move(differences));
}

void Candidate::add_pairs(std::size_t position, const std::vector<double>& a, const std::vector<double>& b,
                          std::size_t k) {
  std::vector<double> near = near_distances(b, k);
  const std::vector<double> of_a = near_distances(a, k);
  for (std::size_t i = 0; i < k; ++i) near[i] -= of_a[i];
  columns.push_back(position);
  pseudo.add_column(pseudo_differences(jackknife_of_pairs(a, k), jackknife_of_pairs(b, k)));
  flips.add_column(std::move(near));
  resampled = true;
}

void Candidate::add_group(std::size_t position, const Jackknife& a, const Jackknife& b, double exchange_p) {
  columns.push_back(position);
  pseudo.add_column(pseudo_differences(a, b));
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
