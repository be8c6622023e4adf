// SPDX-License-Identifier: Apache-2.0
#include "resampled_methods.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "../common/resampler.hpp"
#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"

namespace reseed::imm_reassessment {
namespace {

const double kNone = std::nan("");

/// p of so many extreme ones among resamples; what n seeds can tell at most bounds it from below.
double share_of(std::ptrdiff_t extreme, std::size_t resamples, std::size_t seeds) {
  const double share = static_cast<double>(1 + extreme) / static_cast<double>(1 + resamples);
  return std::max(share, std::ldexp(1.0, 1 - static_cast<int>(seeds)));
}

std::vector<std::uint64_t> common_seeds(const Comparison& comparison) {
  std::vector<std::uint64_t> common;
  for (const StudyRun* run : ok_runs(*comparison.groups.front())) common.push_back(run->seed);
  for (const StudyGroup* group : comparison.groups) {
    const auto runs = ok_runs(*group);
    std::erase_if(common, [&](std::uint64_t seed) {
      return std::none_of(runs.begin(), runs.end(), [&](const StudyRun* run) { return run->seed == seed; });
    });
  }
  return common;
}

}  // namespace

ResampledMethods::ResampledMethods(const View& view, const Comparison& comparison,
                                   const std::vector<const MeasureColumn*>& columns, std::int64_t resamples)
    : comparison_(&comparison), columns_(columns), distinct_(view.distinct(comparison)) {
  const std::vector<std::uint64_t> seeds = common_seeds(comparison);
  seeds_ = seeds.size();
  const SelfPairs policy = view.self_pairs();
  std::vector<Resample> lists;
  if (seeds_ >= 3) lists = draw_resamples(seeds_, resamples, view.data().bootstrap_seed());
  resamples_ = lists.size();
  for (const StudyGroup* group : comparison.groups) {
    auto& observed = observed_.emplace_back();
    auto& values = values_.emplace_back();
    for (const MeasureColumn* column : columns) {
      const StudyValue* value = view.value(*group, "test", *column);
      const bool degenerate = value != nullptr && std::find(value->flags.begin(), value->flags.end(),
                                                            "degenerate_subspace") != value->flags.end();
      const auto resampler =
          value == nullptr || degenerate ? std::nullopt : studies::Resampler::make(view.data(), *group, *value, seeds);
      observed.push_back(resampler ? (*resampler)(studies::every_run(seeds_), policy).value_or(kNone) : kNone);
      auto& resampled = values.emplace_back();
      resampled.reserve(lists.size());
      for (const Resample& list : lists)
        resampled.push_back(resampler ? (*resampler)(list, policy).value_or(kNone) : kNone);
    }
  }
}

std::size_t ResampledMethods::group(const StudyGroup& group) const {
  return static_cast<std::size_t>(std::find(comparison_->groups.begin(), comparison_->groups.end(), &group) -
                                  comparison_->groups.begin());
}

ResampledMethods::Tau ResampledMethods::tau(std::size_t a, std::size_t b) const {
  std::vector<std::size_t> all(observed_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return tau_of(all, a, b);
}

ResampledMethods::Tau ResampledMethods::tau_of_distinct(std::size_t a, std::size_t b) const {
  return tau_of(distinct_, a, b);
}

ResampledMethods::Tau ResampledMethods::tau_of(const std::vector<std::size_t>& methods, std::size_t a,
                                               std::size_t b) const {
  std::vector<double> x(methods.size());
  std::vector<double> y(methods.size());
  const auto of = [&](const auto& number) -> std::optional<double> {
    for (std::size_t i = 0; i < methods.size(); ++i) {
      x[i] = number(methods[i], a);
      y[i] = number(methods[i], b);
      if (std::isnan(x[i]) || std::isnan(y[i])) return std::nullopt;
    }
    const auto found = kendall(x, y);
    return found ? std::optional<double>(found->coefficient) : std::nullopt;
  };
  Tau tau;
  tau.tau = of([&](std::size_t g, std::size_t column) { return observed_[g][column]; });
  if (!tau.tau) return tau;
  constexpr std::size_t kEnough = 1000;  // tau of a few methods has few values
  std::vector<double> resampled;
  for (std::size_t r = 0; r < std::min(resamples_, kEnough); ++r)
    if (const auto value = of([&](std::size_t g, std::size_t column) { return values_[g][column][r]; }))
      resampled.push_back(*value);
  if (resampled.size() < 2) return tau;
  tau.low = quantile(resampled, 0.025);
  tau.high = quantile(resampled, 0.975);
  return tau;
}

std::optional<BootstrapTest> bootstrap_test(double observed, const std::vector<double>& resampled, std::size_t seeds) {
  std::vector<double> defined;
  for (const double value : resampled)
    if (!std::isnan(value)) defined.push_back(value);
  if (std::isnan(observed) || defined.size() < 2) return std::nullopt;
  const double centre = mean(defined);
  const auto extreme = std::count_if(defined.begin(), defined.end(),
                                     [&](double value) { return std::abs(value - centre) >= std::abs(observed); });
  const double move = observed - centre;
  return BootstrapTest{quantile(defined, 0.025) + move, quantile(defined, 0.975) + move, standard_deviation(defined, 1),
                       share_of(extreme, defined.size(), seeds)};
}

Improvement improvement(const ResampledMethods& methods, std::size_t method, std::size_t reference, std::size_t column,
                        std::int64_t fewest) {
  Improvement found;
  found.seeds = methods.seeds();
  const double observed = methods.observed(method, column) - methods.observed(reference, column);
  if (std::isnan(observed)) {
    found.reason = "a value is undefined, or only its plugin can evaluate it";
    return found;
  }
  found.difference = observed;
  if (static_cast<std::int64_t>(methods.seeds()) < fewest) {
    found.reason =
        std::to_string(methods.seeds()) + " common seeds are too few (at least " + std::to_string(fewest) + ")";
    return found;
  }
  for (std::size_t r = 0; r < methods.resamples(); ++r)
    found.resampled.push_back(methods.values(method, column)[r] - methods.values(reference, column)[r]);
  const auto test = bootstrap_test(observed, found.resampled, found.seeds);
  if (!test) {
    found.reason = "no resample has a value";
    return found;
  }
  found.low = test->low;
  found.high = test->high;
  found.p = test->p;
  return found;
}

void adjust_jointly(std::vector<Improvement>& all) {
  struct Told {
    Improvement* one = nullptr;
    double centre = 0.0, sd = 0.0;
    /// In standard deviations; of resamples that are all equal any difference is infinitely far.
    double far(double difference) const {
      return difference == 0.0 ? 0.0 : sd > 0.0 ? std::abs(difference) / sd : INFINITY;
    }
  };
  std::vector<Told> told;
  std::vector<double> largest;
  for (Improvement& one : all) {
    if (!one.reason.empty() || !one.difference) continue;
    std::vector<double> defined;
    for (const double value : one.resampled)
      if (!std::isnan(value)) defined.push_back(value);
    told.push_back({&one, mean(defined), standard_deviation(defined, 1)});
    largest.resize(std::max(largest.size(), one.resampled.size()), 0.0);
    if (told.back().sd == 0.0) continue;
    for (std::size_t r = 0; r < one.resampled.size(); ++r)
      if (!std::isnan(one.resampled[r]))
        largest[r] = std::max(largest[r], told.back().far(one.resampled[r] - told.back().centre));
  }
  for (const Told& here : told) {
    const double seen = here.far(*here.one->difference);
    const auto extreme = std::count_if(largest.begin(), largest.end(), [&](double one) { return one >= seen; });
    here.one->p = share_of(extreme, largest.size(), here.one->seeds);
  }
}

}  // namespace reseed::imm_reassessment
