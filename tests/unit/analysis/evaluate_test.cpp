// SPDX-License-Identifier: Apache-2.0
#include "analysis/evaluate.hpp"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>

#include "analysis/null_permutation.hpp"
#include "analysis/statistics.hpp"
#include "support/make_runs.hpp"

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {{"textbook", "", 0.0, 1.0}};
constexpr MeasureInfo kInfo = {.id = "test",
                               .version = 1,
                               .summary = "",
                               .source = "",
                               .unit = "",
                               .reads = Reads::predictions,
                               .arity = Arity::group,
                               .direction = Direction::larger_is_more_different,
                               .value_on_equal = 0.0,
                               .instability = "value",
                               .minimum_items = 1,
                               .minimum_runs = 2,
                               .domain = "",
                               .symmetric = true,
                               .rotation_invariant = false,
                               .scaling_invariant = false,
                               .translation_invariant = false,
                               .linear_invariant = false,
                               .biased_by_n = false,
                               .tolerance = 1e-9,
                               .variants = kVariants,
                               .options = {}};

/// A group measure that returns a number, or throws.
struct Constant : Measure {
  explicit Constant(double number) : value(number) {}
  Outcome evaluate(std::span<const RunData* const>) const override { return value; }
  double value;
};
struct Throwing : Measure {
  Outcome evaluate(std::span<const RunData* const>) const override { throw std::runtime_error("no such number"); }
};

struct ThrowingOnce : Measure {
  std::unique_ptr<MeasuredGroup> measure_once(std::span<const RunData* const>) const override {
    throw std::runtime_error("no such counts");
  }
};

/// The mean score, and how often it was measured.
struct Counting : Measure {
  explicit Counting(bool once) : can_measure_once(once) {}

  struct Scores : MeasuredGroup {
    Outcome value(std::span<const std::size_t> draw) const override {
      double sum = 0.0;
      for (const std::size_t run : draw) sum += scores[run];
      return sum / static_cast<double>(draw.size());
    }
    std::vector<double> scores;
  };

  std::unique_ptr<MeasuredGroup> measure_once(std::span<const RunData* const> runs) const override {
    if (!can_measure_once) return nullptr;
    ++measured;
    auto group = std::make_unique<Scores>();
    for (const RunData* run : runs) group->scores.push_back(run->score);
    return group;
  }
  Outcome evaluate(std::span<const RunData* const> runs) const override {
    ++evaluated;
    double sum = 0.0;
    for (const RunData* run : runs) sum += run->score;
    return sum / static_cast<double>(runs.size());
  }

  bool can_measure_once;
  mutable std::atomic<int> measured = 0, evaluated = 0;
};

MeasureValue value_of(const Measure& measure, std::vector<MeasuredRun> runs = test::make_runs({4, 20, 2, 3})) {
  return evaluate(measure, kInfo, kVariants[0], std::move(runs), {}).value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(evaluate_a_group)

BOOST_AUTO_TEST_CASE(an_exception_makes_the_value_undefined_with_its_message) {
  const MeasureValue value = value_of(Throwing());
  BOOST_TEST(!value.value.has_value());
  BOOST_TEST(value.flags.contains(Flag::plugin_threw));
  BOOST_TEST(value.reason == "no such number");
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_or_out_of_bounds_is_no_value) {
  BOOST_TEST(value_of(Constant(HUGE_VAL)).flags.contains(Flag::not_finite));
  BOOST_TEST(value_of(Constant(std::nan(""))).flags.contains(Flag::not_finite));
  BOOST_TEST(value_of(Constant(1.5)).flags.contains(Flag::out_of_bounds));
  BOOST_TEST(!value_of(Constant(1.5)).value.has_value());
  BOOST_TEST(value_of(Constant(0.5)).value.value() == 0.5);
}

BOOST_AUTO_TEST_CASE(an_interval_of_few_seeds_and_of_one_value_is_flagged) {
  const MeasureValue value = value_of(Constant(0.5));
  BOOST_TEST(value.low.value() == 0.5);
  BOOST_TEST(value.high.value() == 0.5);
  BOOST_TEST((value.flags == std::set<Flag>{Flag::few_seeds, Flag::degenerate_bootstrap}));
  BOOST_TEST(!value_of(Constant(0.5), test::make_runs({10, 20, 2, 3})).flags.contains(Flag::few_seeds));
}

BOOST_AUTO_TEST_CASE(a_thousand_resamples_measure_once_where_the_measure_can) {
  EvaluateOptions options;
  options.threads = 2;
  options.bootstrap.samples = 1000;
  const std::vector<MeasuredRun> runs = test::make_runs({10, 20, 2, 3});
  const Counting once(true), anew(false);
  const MeasureValue found = evaluate(once, kInfo, kVariants[0], runs, options).value;
  const MeasureValue wanted = evaluate(anew, kInfo, kVariants[0], runs, options).value;
  BOOST_TEST(once.measured.load() == 1);
  BOOST_TEST(once.evaluated.load() == 0);
  BOOST_TEST(anew.evaluated.load() == 1001);  // the value and every resample
  BOOST_TEST(wanted.low.value() < wanted.high.value());
  BOOST_TEST(found.value.value() == wanted.value.value());
  BOOST_TEST(found.low.value() == wanted.low.value());
  BOOST_TEST(found.high.value() == wanted.high.value());
}

BOOST_AUTO_TEST_CASE(without_each_run_it_is_measured_once_too) {
  const std::vector<MeasuredRun> runs = test::make_runs({6, 20, 2, 3});
  const Counting once(true), anew(false);
  const std::vector<double> found = evaluate_without_each(once, kInfo, kVariants[0], runs, {});
  BOOST_TEST(found == evaluate_without_each(anew, kInfo, kVariants[0], runs, {}), boost::test_tools::per_element());
  BOOST_TEST(once.measured.load() == 1);
  BOOST_TEST(once.evaluated.load() == 0);
  BOOST_TEST(anew.evaluated.load() == 6);
}

BOOST_AUTO_TEST_CASE(a_measure_that_cannot_be_measured_is_undefined_and_says_why) {
  const MeasureValue value = value_of(ThrowingOnce());
  BOOST_TEST(!value.value.has_value());
  BOOST_TEST(value.flags.contains(Flag::plugin_threw));
  BOOST_TEST(value.reason == "no such counts");
  const MeasureValue neither = value_of(Measure());  // it overrides neither function of groups
  BOOST_TEST(neither.flags.contains(Flag::plugin_threw));
  BOOST_TEST(neither.reason.find("measure_once()") != std::string::npos, neither.reason);
}

/// A value of runs that are all equal, item by item; of others it has none.
struct OfEqualRuns : Measure {
  Outcome evaluate(std::span<const RunData* const> runs) const override {
    for (const RunData* run : runs)
      if (!arma::approx_equal(run->representations, runs[0]->representations, "absdiff", 0.0))
        return Outcome::undefined(Flag::not_finite, "the runs differ");
    return 0.0;
  }
};
/// A value of runs none of which stands twice.
struct OfOtherRuns : Measure {
  Outcome evaluate(std::span<const RunData* const> runs) const override {
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (runs[i] == runs[j]) return Outcome::undefined(Flag::no_variation, "a run stands twice");
    return 0.5;
  }
};

BOOST_AUTO_TEST_CASE(flags_say_why_a_value_has_no_null_or_no_interval) {
  std::vector<MeasuredRun> equal = test::make_runs({4, 20, 2, 3});
  for (MeasuredRun& run : equal) run.data.representations = equal[0].data.representations;
  MeasureInfo info = kInfo;
  info.reads = Reads::representations;
  const MeasureValue without_null = reseed::evaluate(OfEqualRuns(), info, kVariants[0], std::move(equal), {}).value;
  BOOST_TEST(without_null.value.value() == 0.0);
  BOOST_TEST(!without_null.null.has_value());
  BOOST_TEST(without_null.flags.contains(Flag::not_finite));
  const MeasureValue without_interval = value_of(OfOtherRuns(), test::make_runs({20, 20, 2, 3}));
  BOOST_TEST(without_interval.value.value() == 0.5);
  BOOST_TEST(!without_interval.low.has_value());
  BOOST_TEST((without_interval.flags == std::set<Flag>{Flag::degenerate_bootstrap}));
}

BOOST_AUTO_TEST_CASE(a_missing_record_is_named) {
  std::vector<MeasuredRun> runs = test::make_runs({3, 20, 2, 3});
  runs[1].problem = Outcome::undefined(Flag::records_missing, "no tensor logits in the record");
  const MeasureValue value = value_of(Constant(0.5), std::move(runs));
  BOOST_TEST(!value.value.has_value());
  BOOST_TEST(value.flags.contains(Flag::records_missing));
  BOOST_TEST(value.reason == "seed 1: no tensor logits in the record");
}

BOOST_AUTO_TEST_CASE(one_run_is_too_few) {
  const MeasureValue value = value_of(Constant(0.5), test::make_runs({1, 20, 2, 3}));
  BOOST_TEST(!value.value.has_value());
  BOOST_TEST(value.flags.contains(Flag::too_few_seeds));
  BOOST_TEST(value.n_runs == 1);
}

// Leave-one-out by hand: the same measure over the runs that stay.
BOOST_AUTO_TEST_CASE(without_each_run_it_is_the_value_of_the_others_turned_as_the_instability) {
  for (const char* id : {"performance_sd", "fleiss_kappa"}) {
    const LoadedMeasure loaded = create_measure(test::library_of(id), "");
    const std::vector<MeasuredRun> runs = test::make_runs({4, 30, 2, 3});
    const auto without = evaluate_without_each(*loaded.measure, *loaded.info, *loaded.variant, runs, {});
    BOOST_REQUIRE(without.size() == 4u);
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
      std::vector<MeasuredRun> others = runs;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
      const Evaluation direct = test::evaluate_plainly(loaded, others);
      BOOST_TEST(without[left_out] == direct.value.instability.value(), id);
    }
  }
}

BOOST_AUTO_TEST_CASE(without_each_run_nothing_is_said_where_the_others_are_too_few_or_it_throws) {
  const auto is_nan = [](double value) { return std::isnan(value); };
  const auto two = evaluate_without_each(Constant(0.5), kInfo, kVariants[0], test::make_runs({2, 20, 2, 3}), {});
  BOOST_TEST(two.size() == 2u);
  BOOST_TEST(std::all_of(two.begin(), two.end(), is_nan));
  const auto thrown = evaluate_without_each(Throwing(), kInfo, kVariants[0], test::make_runs({4, 20, 2, 3}), {});
  BOOST_TEST(thrown.size() == 4u);
  BOOST_TEST(std::all_of(thrown.begin(), thrown.end(), is_nan));
}

BOOST_AUTO_TEST_CASE(different_items_or_a_seed_twice_are_errors) {
  std::vector<MeasuredRun> runs = test::make_runs({2, 20, 2, 3});
  runs[1] = test::make_runs({2, 19, 2, 3})[1];
  const auto at_seed = [](const std::string& place) {
    return [place](const Error& error) { return error.kind() == ErrorKind::data && error.place() == place; };
  };
  BOOST_CHECK_EXCEPTION(value_of(Constant(0.5), runs), Error, at_seed("seed 1"));
  runs = test::make_runs({2, 20, 2, 3});
  runs[1].data.seed = 0;
  BOOST_CHECK_EXCEPTION(value_of(Constant(0.5), runs), Error, at_seed("seed 0"));
}

BOOST_AUTO_TEST_CASE(the_null_permutes_each_run_by_its_own_seed) {
  const arma::uvec first = null_permutation(50, 0, 1);
  BOOST_TEST(arma::all(first == null_permutation(50, 0, 1)));
  BOOST_TEST(arma::any(first != null_permutation(50, 0, 2)));
  BOOST_TEST(arma::any(first != null_permutation(50, 1, 1)));
  BOOST_TEST(arma::any(first != null_permutation(50, 0, (std::uint64_t{1} << 32) + 1)));
  BOOST_TEST(arma::all(arma::sort(first) == arma::regspace<arma::uvec>(0, 49)));
}

BOOST_AUTO_TEST_CASE(the_null_is_the_mean_over_pairs_with_permuted_items) {
  const LoadedMeasure loaded = create_measure(test::library_of("linear_cka_distance"), "");
  const std::vector<MeasuredRun> runs = test::make_runs({3, 30, 2, 6});
  EvaluateOptions options;
  options.null_seed = 5;
  std::vector<double> values;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i + 1; j < 3; ++j) {
      const RunData permuted = with_permuted_items(runs[j].data, null_permutation(30, 5, j));
      values.push_back(
          *loaded.measure->distance(*loaded.measure->prepare(runs[i].data), *loaded.measure->prepare(permuted)).value);
    }
  const MeasureValue value = evaluate(*loaded.measure, *loaded.info, *loaded.variant, runs, options).value;
  BOOST_TEST(std::abs(value.null.value() - mean(values)) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
