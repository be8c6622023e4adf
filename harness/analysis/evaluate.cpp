// SPDX-License-Identifier: Apache-2.0
#include "analysis/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "analysis/drawn_value.hpp"
#include "analysis/guarded.hpp"
#include "analysis/null_permutation.hpp"
#include "analysis/numerical_rank.hpp"
#include "analysis/parallel.hpp"
#include "analysis/run_data.hpp"

namespace reseed {
namespace {

constexpr std::size_t kSeedsForInterval = 10;

/// One evaluation: the members are its inputs and what several steps need.
class Group {
 public:
  Group(const Measure& measure, const MeasureInfo& info, const VariantInfo& variant, std::vector<MeasuredRun> runs,
        const EvaluateOptions& options)
      : measure_(measure), info_(info), options_(options), bounds_(measure.bounds(variant)), runs_(std::move(runs)) {
    std::sort(runs_.begin(), runs_.end(),
              [](const MeasuredRun& a, const MeasuredRun& b) { return a.data.seed < b.data.seed; });
  }

  Evaluation evaluate();
  std::vector<double> without_each();

 private:
  using Preparations = std::vector<std::unique_ptr<Prepared>>;

  void check_shapes();
  void check_inputs();
  void describe_runs();
  std::optional<Outcome> prepare(const RunData& data, std::unique_ptr<Prepared>& into) const;
  Outcome pair(const Preparations& left, const Preparations& right, std::size_t i, std::size_t j) const;
  void evaluate_pairs();
  void evaluate_group();
  std::optional<double> null_of_pairs(const Preparations& prepared);
  std::optional<double> null_of_group();
  void set_interval(const BootstrapSummary& summary);
  Outcome checked(Outcome outcome) const;
  void accept(const Outcome& outcome);

  /// The value turned so that larger = less stable.
  double oriented(double value) const { return std::string(info_.instability) == "1 - value" ? 1.0 - value : value; }
  bool anything_readable() const {
    return std::any_of(runs_.begin(), runs_.end(), [](const MeasuredRun& run) { return !run.problem; });
  }
  RunData permuted(const RunData& run) const {
    return with_permuted_items(run, null_permutation(items_, options_.null_seed, run.seed));
  }
  std::string place(const MeasuredRun& run) const {
    return "seed " + std::to_string(run.data.seed) + (options_.where.empty() ? "" : ", " + options_.where);
  }

  const Measure& measure_;
  const MeasureInfo& info_;
  const EvaluateOptions& options_;
  Bounds bounds_;
  std::vector<MeasuredRun> runs_;
  arma::uword items_ = 0;
  Evaluation result_;
};

/// All readable runs hold the same items; no seed twice.
void Group::check_shapes() {
  const MeasuredRun* first = nullptr;
  for (const MeasuredRun& run : runs_) {
    if (&run != &runs_.front() && (&run)[-1].data.seed == run.data.seed)
      throw Error(ErrorKind::data, place(run), "want every seed once in a group, found it twice");
    if (run.problem) continue;
    if (!first) first = &run;
    const arma::uword items = items_of(run.data, info_.reads);
    items_ = items_of(first->data, info_.reads);
    if (items != items_)
      throw Error(ErrorKind::data, place(run),
                  "want " + std::to_string(items_) + " items as in seed " + std::to_string(first->data.seed) +
                      ", found " + std::to_string(items));
  }
}

void Group::check_inputs() {
  for (MeasuredRun& run : runs_) {
    if (run.problem) {
      run.problem->reason = place(run) + ": " + run.problem->reason;
      continue;
    }
    const std::string found = non_finite_place(run.data, info_.reads);
    if (!found.empty()) run.problem = Outcome::undefined(Flag::non_finite_input, place(run) + ", " + found);
  }
}

/// Columns that do not depend on the measure's number, and the flag constant_prediction.
void Group::describe_runs() {
  MeasureValue& value = result_.value;
  value.n_items = static_cast<std::int64_t>(items_);
  value.n_runs = static_cast<std::int64_t>(runs_.size());
  const std::string own_unit = measure_.unit();
  value.unit = own_unit.empty() ? info_.unit : own_unit;
  std::vector<int> ranks(runs_.size(), -1);
  for (const MeasuredRun& run : runs_) {
    if (run.problem) continue;
    if (const arma::uword dimensions = dimensions_of(run.data, info_.reads)) value.n_dims = dimensions;
    const arma::urowvec& predictions = run.data.predictions;
    if (info_.reads != Reads::representations && predictions.n_elem > 1 && arma::all(predictions == predictions(0)))
      value.flags.insert(Flag::constant_prediction);
  }
  if (info_.reads != Reads::representations) return;
  parallel_for(runs_.size(), options_.threads, [&](std::size_t i) {
    if (!runs_[i].problem) ranks[i] = numerical_rank(runs_[i].data.representations);
  });
  for (const int rank : ranks)
    if (rank >= 0) value.numerical_rank = std::min<std::int64_t>(rank, value.numerical_rank.value_or(rank));
}

/// Finite and inside the stated bounds, up to the measure's tolerance.
Outcome Group::checked(Outcome outcome) const {
  if (!outcome.value) {
    if (outcome.flags.empty())
      return Outcome::undefined(Flag::plugin_threw, "the measure returned neither a value nor a flag");
    return outcome;
  }
  const double value = *outcome.value;
  const std::string number = std::to_string(value);
  if (!std::isfinite(value)) return Outcome::undefined(Flag::not_finite, "the measure returned " + number);
  if (value < bounds_.lower - info_.tolerance || value > bounds_.upper + info_.tolerance)
    return Outcome::undefined(Flag::out_of_bounds, "want a value in [" + std::to_string(bounds_.lower) + ", " +
                                                       std::to_string(bounds_.upper) + "], found " + number);
  return outcome;
}

std::optional<Outcome> Group::prepare(const RunData& data, std::unique_ptr<Prepared>& into) const {
  const Outcome outcome = guarded([&] {
    into = measure_.prepare(data);
    return Outcome(0.0);
  });
  if (outcome.value) return std::nullopt;
  return outcome;
}

Outcome Group::pair(const Preparations& left, const Preparations& right, std::size_t i, std::size_t j) const {
  for (const std::size_t run : {i, j})
    if (runs_[run].problem) return *runs_[run].problem;
  return checked(guarded([&] { return measure_.distance(*left[i], *right[j]); }));
}

/// Takes the first undefined outcome's reason; flags add up.
void Group::accept(const Outcome& outcome) {
  result_.value.flags.insert(outcome.flags.begin(), outcome.flags.end());
  if (!outcome.value && result_.value.reason.empty()) result_.value.reason = outcome.reason;
}

/// Where the permuted items have no value, the flags of the value say why it has no null.
std::optional<double> Group::null_of_pairs(const Preparations& prepared) {
  const std::size_t m = runs_.size();
  Preparations shuffled(m);
  std::vector<std::optional<Outcome>> failed(m);
  parallel_for(m, options_.threads, [&](std::size_t j) {
    if (j > 0) failed[j] = prepare(permuted(runs_[j].data), shuffled[j]);
  });
  for (const std::optional<Outcome>& outcome : failed)
    if (outcome) {
      result_.value.flags.insert(outcome->flags.begin(), outcome->flags.end());
      return std::nullopt;
    }
  arma::mat values(m, m, arma::fill::zeros);
  std::vector<Outcome> outcomes(m * m);
  parallel_for(m * m, options_.threads, [&](std::size_t k) {
    if (k / m < k % m) outcomes[k] = pair(prepared, shuffled, k / m, k % m);
  });
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j) {
      const Outcome& outcome = outcomes[i * m + j];
      values(i, j) = values(j, i) = outcome.value.value_or(std::nan(""));
      if (!outcome.value) result_.value.flags.insert(outcome.flags.begin(), outcome.flags.end());
    }
  Resample all(m);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return resampled_mean(values, all, SelfPairs::exclude);
}

void Group::set_interval(const BootstrapSummary& summary) {
  MeasureValue& value = result_.value;
  if (!summary.low) {
    if (summary.undefined > 0) value.flags.insert(Flag::degenerate_bootstrap);  // no resample has a value
    return;
  }
  value.low = summary.low;
  value.high = summary.high;
  if (summary.degenerate) value.flags.insert(Flag::degenerate_bootstrap);
  if (runs_.size() < kSeedsForInterval) value.flags.insert(Flag::few_seeds);
}

void Group::evaluate_pairs() {
  const std::size_t m = runs_.size();
  Preparations prepared(m);
  parallel_for(m, options_.threads, [&](std::size_t i) {
    if (!runs_[i].problem) runs_[i].problem = prepare(runs_[i].data, prepared[i]);
  });

  PairMatrix pairs;
  for (const MeasuredRun& run : runs_) pairs.seeds.push_back(run.data.seed);
  pairs.values.zeros(m, m);
  pairs.flags.zeros(m, m);
  std::vector<Outcome> outcomes(m * m);
  parallel_for(m * m, options_.threads, [&](std::size_t k) {
    if (k / m < k % m) outcomes[k] = pair(prepared, prepared, k / m, k % m);
  });
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = i + 1; j < m; ++j) {
      const Outcome& outcome = outcomes[i * m + j];
      accept(outcome);
      pairs.values(i, j) = pairs.values(j, i) = outcome.value.value_or(std::nan(""));
      for (const Flag flag : outcome.flags) pairs.flags(i, j) |= std::int64_t{1} << static_cast<int>(flag);
      pairs.flags(j, i) = pairs.flags(i, j);
      result_.value.n_undefined += !outcome.value;
    }
  Resample all(m);
  std::iota(all.begin(), all.end(), std::size_t{0});
  result_.value.value = resampled_mean(pairs.values, all, SelfPairs::exclude);
  if (result_.value.value) {
    if (info_.reads == Reads::representations) result_.value.null = null_of_pairs(prepared);
    std::vector<std::optional<double>> values;
    for (const Resample& list : draw_resamples(m, options_.bootstrap.samples, options_.bootstrap.seed))
      values.push_back(resampled_mean(pairs.values, list, options_.bootstrap.self_pairs));
    set_interval(summarise(values));
  }
  result_.pairs = std::move(pairs);
}

std::optional<double> Group::null_of_group() {
  std::vector<RunData> shuffled;
  for (const MeasuredRun& run : runs_) shuffled.push_back(shuffled.empty() ? run.data : permuted(run.data));
  std::vector<const RunData*> list;
  for (const RunData& run : shuffled) list.push_back(&run);
  const Outcome outcome = checked(guarded([&] { return measure_.evaluate(list); }));
  if (!outcome.value) result_.value.flags.insert(outcome.flags.begin(), outcome.flags.end());
  return outcome.value;
}

void Group::evaluate_group() {
  std::vector<const RunData*> all;
  for (const MeasuredRun& run : runs_) {
    if (run.problem) return accept(*run.problem);
    all.push_back(&run.data);
  }
  const DrawnValue drawn(measure_, std::move(all));
  const Outcome outcome = checked(drawn.of_all());
  accept(outcome);
  result_.value.value = outcome.value;
  if (!outcome.value) return;
  if (info_.reads == Reads::representations) result_.value.null = null_of_group();
  const std::vector<Resample> lists = draw_resamples(runs_.size(), options_.bootstrap.samples, options_.bootstrap.seed);
  std::vector<std::optional<double>> values(lists.size());
  parallel_for(lists.size(), options_.threads, [&](std::size_t b) { values[b] = checked(drawn(lists[b])).value; });
  set_interval(summarise(values));
}

Evaluation Group::evaluate() {
  check_shapes();
  check_inputs();
  describe_runs();
  if (runs_.size() < static_cast<std::size_t>(std::max(info_.minimum_runs, 1))) {
    accept(Outcome::undefined(Flag::too_few_seeds, "want at least " + std::to_string(info_.minimum_runs) +
                                                       " runs, found " + std::to_string(runs_.size())));
  } else if (anything_readable() && items_ < static_cast<arma::uword>(info_.minimum_items)) {
    accept(Outcome::undefined(Flag::n_below_minimum, "want at least " + std::to_string(info_.minimum_items) +
                                                         " items, found " + std::to_string(items_)));
  } else if (info_.arity == Arity::pair) {
    evaluate_pairs();
  } else {
    evaluate_group();
  }
  MeasureValue& value = result_.value;
  if (value.value) {
    value.reason.clear();
    value.instability = oriented(*value.value);
  }
  return std::move(result_);
}

std::vector<double> Group::without_each() {
  check_shapes();
  check_inputs();
  std::vector<double> values(runs_.size(), std::nan(""));
  const bool readable =
      std::none_of(runs_.begin(), runs_.end(), [](const MeasuredRun& run) { return run.problem.has_value(); });
  if (!readable || runs_.size() <= static_cast<std::size_t>(std::max(info_.minimum_runs, 1)) ||
      items_ < static_cast<arma::uword>(info_.minimum_items))
    return values;
  std::vector<const RunData*> all;
  for (const MeasuredRun& run : runs_) all.push_back(&run.data);
  const DrawnValue drawn(measure_, std::move(all));
  parallel_for(runs_.size(), options_.threads, [&](std::size_t left_out) {
    Resample others;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (i != left_out) others.push_back(i);
    if (const auto value = checked(drawn(others)).value) values[left_out] = oriented(*value);
  });
  return values;
}

}  // namespace

Evaluation evaluate(const Measure& measure, const MeasureInfo& info, const VariantInfo& variant,
                    std::vector<MeasuredRun> runs, const EvaluateOptions& options) {
  return Group(measure, info, variant, std::move(runs), options).evaluate();
}

std::vector<double> evaluate_without_each(const Measure& measure, const MeasureInfo& info, const VariantInfo& variant,
                                          std::vector<MeasuredRun> runs, const EvaluateOptions& options) {
  return Group(measure, info, variant, std::move(runs), options).without_each();
}

}  // namespace reseed
