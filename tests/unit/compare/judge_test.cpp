// SPDX-License-Identifier: Apache-2.0
// What the verdicts promise, held against simulated pairs of bundles (fixed seeds).
#include "compare/judge.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

using namespace reseed;

namespace {

using Random = std::mt19937_64;

constexpr int kPairs = 2000;
/// Draws of every test: as a comparison has them, and fewer, which hold the same level and take a tenth of the time.
constexpr std::int64_t kAll = kCompareSamples, kFew = 1000;
/// 5 % and what 2,000 pairs may show above it by chance (two standard errors).
constexpr double kAtLevel = 0.05 + 2 * 0.00487;

/// k runs, each a point; what differs between the seeds.
using Points = std::vector<std::vector<double>>;

Points normal_points(Random& random, std::size_t k, std::size_t dimensions) {
  std::normal_distribution<double> normal;
  Points points(k, std::vector<double>(dimensions));
  for (auto& point : points)
    for (double& coordinate : point) coordinate = normal(random);
  return points;
}

/// Runs of which some fail: all failed ones are near each other and far from the rest.
Points failing_points(Random& random, std::size_t k, double share) {
  Points points = normal_points(random, k, 5);
  for (auto& point : points)
    if (std::uniform_real_distribution<double>()(random) < share)
      for (double& coordinate : point) coordinate = 8.0 + 0.1 * coordinate;
  return points;
}

std::vector<double> distances(const Points& points, double factor = 1.0) {
  const std::size_t k = points.size();
  std::vector<double> matrix(k * k, 0.0);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      double squares = 0.0;
      for (std::size_t d = 0; d < points[i].size(); ++d) squares += std::pow(points[i][d] - points[j][d], 2);
      matrix[i * k + j] = factor * std::sqrt(squares);
    }
  return matrix;
}

ComparedValue value_of(double a, double b, double margin) {
  ComparedValue value;
  value.a = a;
  value.b = b;
  value.difference = b - a;
  value.margin = margin;
  return value;
}

Candidate scores(const std::vector<double>& a, const std::vector<double>& b, double margin) {
  Candidate candidate;
  candidate.open = true;
  double mean_a = 0.0, mean_b = 0.0;
  for (const double score : a) mean_a += score / static_cast<double>(a.size());
  for (const double score : b) mean_b += score / static_cast<double>(b.size());
  candidate.quantity.values = {value_of(mean_a, mean_b, margin)};
  candidate.add_scores(0, a, b);
  return candidate;
}

/// One matrix per layer on either side.
Candidate pairs(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b, std::size_t k,
                double margin) {
  Candidate candidate;
  candidate.open = true;
  for (std::size_t layer = 0; layer < a.size(); ++layer) {
    candidate.quantity.values.push_back(
        value_of(jackknife_of_pairs(a[layer], k).value, jackknife_of_pairs(b[layer], k).value, margin));
    candidate.add_pairs(layer, a[layer], b[layer], k);
  }
  return candidate;
}

/// Share of `count` simulated families in which some member gets the verdict.
double share(Verdict verdict, int count, const std::function<std::vector<Candidate>()>& simulate,
             std::int64_t samples = kFew) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    std::vector<Candidate> family = simulate();
    judge(family, samples);
    bool any = false;
    for (const Candidate& candidate : family) any = any || candidate.quantity.verdict == verdict;
    found += any;
  }
  const double result = static_cast<double>(found) / count;
  BOOST_TEST_MESSAGE(to_string(verdict) << " in " << 100.0 * result << " % of " << count);
  return result;
}

std::vector<double> normal_scores(Random& random, std::size_t k, double mean, double sd) {
  std::normal_distribution<double> normal(mean, sd);
  std::vector<double> list(k);
  for (double& score : list) score = std::round(300.0 * normal(random)) / 300.0;  // 300 items
  return list;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(judge_simulated)

// Two bundles of one distribution. All cases run with few draws, and (slow) with as many as a comparison has.

void scores_keep_the_level(std::int64_t samples) {
  Random random(1);
  for (const std::size_t k : {6u, 8u, 10u, 15u, 20u})
    BOOST_TEST(share(
                   Verdict::different, kPairs,
                   [&] {
                     return std::vector{
                         scores(normal_scores(random, k, 0.8, 0.02), normal_scores(random, k, 0.8, 0.02), 0.08)};
                   },
                   samples) <= kAtLevel);
}

BOOST_AUTO_TEST_CASE(scores_of_one_distribution_differ_no_more_often_than_the_level_says,
                     *boost::unit_test::label("simulation")) {
  scores_keep_the_level(kFew);
}
BOOST_AUTO_TEST_CASE(scores_with_all_draws_too, *boost::unit_test::label("slow")) { scores_keep_the_level(kAll); }

void pairs_keep_the_level(std::int64_t samples) {
  Random random(2);
  for (const std::size_t k : {6u, 8u, 10u, 15u, 20u})
    BOOST_TEST(share(
                   Verdict::different, kPairs,
                   [&] {
                     return std::vector{pairs({distances(normal_points(random, k, 5))},
                                              {distances(normal_points(random, k, 5))}, k, 0.3)};
                   },
                   samples) <= kAtLevel);
}

BOOST_AUTO_TEST_CASE(means_over_pairs_of_one_distribution_differ_no_more_often_than_the_level_says,
                     *boost::unit_test::label("simulation")) {
  pairs_keep_the_level(kFew);
}
BOOST_AUTO_TEST_CASE(means_over_pairs_with_all_draws_too, *boost::unit_test::label("slow")) {
  pairs_keep_the_level(kAll);
}

void failing_runs_keep_the_level(std::int64_t samples) {
  Random random(3);
  for (const double failing : {0.07, 0.2})
    for (const std::size_t k : {6u, 8u, 10u, 15u, 20u})
      BOOST_TEST(share(
                     Verdict::different, kPairs,
                     [&] {
                       return std::vector{pairs({distances(failing_points(random, k, failing))},
                                                {distances(failing_points(random, k, failing))}, k, 0.3)};
                     },
                     samples) <= kAtLevel);
}

BOOST_AUTO_TEST_CASE(runs_of_which_some_fail_differ_no_more_often_than_the_level_says,
                     *boost::unit_test::label("simulation")) {
  failing_runs_keep_the_level(kFew);
}
BOOST_AUTO_TEST_CASE(runs_that_fail_with_all_draws_too, *boost::unit_test::label("slow")) {
  failing_runs_keep_the_level(kAll);
}

/// One matrix of distances per layer; those of layer 3 are `factor` times as large. Layers of one run are alike: every
/// layer adds a little to the one below.
std::vector<std::vector<double>> curve(Random& random, std::size_t k, double factor = 1.0) {
  Points points = normal_points(random, k, 4);
  std::vector<std::vector<double>> layers;
  for (int layer = 0; layer < 6; ++layer) {
    const Points more = normal_points(random, k, 4);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t d = 0; d < 4; ++d) points[i][d] = 0.8 * points[i][d] + 0.6 * more[i][d];
    layers.push_back(distances(points, layer == 3 ? factor : 1.0));
  }
  return layers;
}

void curves_keep_the_level(std::int64_t samples) {
  Random random(4);
  for (const std::size_t k : {6u, 8u, 12u, 20u})
    BOOST_TEST(share(
                   Verdict::different, kPairs,
                   [&] { return std::vector{pairs(curve(random, k), curve(random, k), k, 0.3)}; },
                   samples) <= kAtLevel);
}

BOOST_AUTO_TEST_CASE(a_curve_over_layers_is_one_hypothesis, *boost::unit_test::label("simulation")) {
  curves_keep_the_level(kFew);
}
BOOST_AUTO_TEST_CASE(a_curve_over_layers_with_all_draws_too, *boost::unit_test::label("slow")) {
  curves_keep_the_level(kAll);
}

BOOST_AUTO_TEST_CASE(a_family_of_groups_keeps_the_level_together, *boost::unit_test::label("simulation")) {
  Random random(5);
  const std::size_t k = 8;
  BOOST_TEST(share(Verdict::different, kPairs, [&] {
               std::vector<Candidate> family;
               for (int group = 0; group < 4; ++group)
                 family.push_back(
                     scores(normal_scores(random, k, 0.8, 0.02), normal_scores(random, k, 0.8, 0.02), 0.08));
               return family;
             }) <= kAtLevel);
}

BOOST_AUTO_TEST_CASE(power_grows_with_the_seeds, *boost::unit_test::label("simulation")) {
  Random random(6);
  const auto of_scores = [&](std::size_t k) {
    return share(Verdict::different, 200, [&] {
      return std::vector{scores(normal_scores(random, k, 0.80, 0.02), normal_scores(random, k, 0.825, 0.02), 0.08)};
    });
  };
  const auto of_pairs = [&](std::size_t k) {
    return share(Verdict::different, 200, [&] {
      return std::vector{
          pairs({distances(normal_points(random, k, 5))}, {distances(normal_points(random, k, 5), 1.5)}, k, 0.3)};
    });
  };
  for (const auto& power :
       {std::function<double(std::size_t)>(of_scores), std::function<double(std::size_t)>(of_pairs)}) {
    const double few = power(6), some = power(10), many = power(20);
    BOOST_TEST(few < some);
    BOOST_TEST(some < many);
    BOOST_TEST(many > 0.9);
  }
}

// A true difference of `margins` margins. Twice the margin: hardly ever `indistinguishable`. As large as the margin:
// where the interval would show it if it were too narrow. (Slow: more numbers of seeds, more noise.)
using Seeds = std::vector<std::size_t>;
constexpr double kAtEdge = 0.025 + 2 * 0.0035;  // and what 2,000 pairs may show above it by chance

void scores_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& sds) {
  Random random(7);
  constexpr double kMargin = 0.02;
  for (const std::size_t k : seeds)
    for (const double sd : sds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   return std::vector{scores(normal_scores(random, k, 0.8, sd),
                                             normal_scores(random, k, 0.8 + margins * kMargin, sd), kMargin)};
                 }) <= most);
}

/// Mean over the pairs of such points, by 2,000 draws.
double true_mean(Random& random, const std::function<Points(Random&, std::size_t)>& points) {
  double sum = 0.0;
  for (int i = 0; i < 2000; ++i) sum += jackknife_of_pairs(distances(points(random, 10)), 10).value / 2000.0;
  return sum;
}

void pairs_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& factors,
                                const Seeds& widths) {
  Random random(8);
  for (const double factor : factors)
    for (const std::size_t dimensions : widths) {
      const auto points = [&](Random& draws, std::size_t k) { return normal_points(draws, k, dimensions); };
      const double margin = (factor - 1.0) * true_mean(random, points) / margins;
      for (const std::size_t k : seeds)
        BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                     return std::vector{
                         pairs({distances(points(random, k))}, {distances(points(random, k), factor)}, k, margin)};
                   }) <= most);
    }
}

/// One layer alone differs.
void curves_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& factors) {
  Random random(9);
  for (const double factor : factors) {
    const double mean = true_mean(random, [](Random& draws, std::size_t k) { return normal_points(draws, k, 4); });
    const double margin = (factor - 1.0) * mean / margins;
    for (const std::size_t k : seeds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   return std::vector{pairs(curve(random, k), curve(random, k, factor), k, margin)};
                 }) <= most);
  }
}

/// A measure of the whole group: the standard deviation of the scores, with p = 1. (A p of exchanging runs can only
/// turn the verdict into `different`.)
Jackknife spread_of(const std::vector<double>& scores) {
  const auto spread = [&](std::size_t without) {
    double sum = 0.0, squares = 0.0, n = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (i != without) {
        sum += scores[i];
        n += 1.0;
      }
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (i != without) squares += std::pow(scores[i] - sum / n, 2);
    return std::sqrt(squares / (n - 1.0));
  };
  Jackknife found;
  found.value = spread(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) found.without.push_back(spread(i));
  return found;
}

void spreads_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& sds) {
  Random random(10);
  const auto drawn = [&](std::size_t k, double sd) {
    std::normal_distribution<double> normal(0.0, sd);
    std::vector<double> list(k);
    for (double& score : list) score = normal(random);
    return spread_of(list);
  };
  for (const double sd : sds)
    for (const std::size_t k : seeds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   const Jackknife a = drawn(k, 1.0), b = drawn(k, sd);
                   Candidate candidate;
                   candidate.open = true;
                   candidate.quantity.values = {value_of(a.value, b.value, (sd - 1.0) / margins)};
                   candidate.add_group(0, a, b, 1.0);
                   return std::vector{candidate};
                 }) <= most);
}

BOOST_AUTO_TEST_CASE(scores_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  scores_are_not_called_alike(2.0, 0.025, {10}, {0.005, 0.02});
  scores_are_not_called_alike(1.0, kAtEdge, {10, 20}, {0.005});
}
BOOST_AUTO_TEST_CASE(means_over_pairs_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  pairs_are_not_called_alike(2.0, 0.025, {10, 20}, {2.0}, {5});
  pairs_are_not_called_alike(1.0, kAtEdge, {10, 20}, {2.0}, {5});
}
BOOST_AUTO_TEST_CASE(curves_of_which_a_layer_differs_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  curves_are_not_called_alike(2.0, 0.025, {10}, {2.0});
  curves_are_not_called_alike(1.0, kAtEdge, {20}, {2.0});
}
BOOST_AUTO_TEST_CASE(values_of_a_group_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  spreads_are_not_called_alike(2.0, 0.025, {10, 20}, {2.0, 4.0});
  // The jackknife of a standard deviation is a little too narrow: docs/compare.md.
  spreads_are_not_called_alike(1.0, kAtLevel, {20}, {4.0});
}
BOOST_AUTO_TEST_CASE(nothing_that_differs_by_twice_the_margin_is_called_indistinguishable,
                     *boost::unit_test::label("slow")) {
  const Seeds seeds = {10, 15, 20};
  for (const auto& [margins, most] : {std::pair{2.0, 0.025}, std::pair{1.0, kAtEdge}}) {
    scores_are_not_called_alike(margins, most, seeds, {0.005, 0.02, 0.08});
    pairs_are_not_called_alike(margins, most, seeds, {1.05, 1.25, 2.0}, {2, 20});
    curves_are_not_called_alike(margins, most, seeds, {1.25, 2.0});
  }
  spreads_are_not_called_alike(2.0, 0.025, seeds, {1.25, 2.0, 4.0});
  spreads_are_not_called_alike(1.0, kAtLevel, seeds, {1.25, 2.0, 4.0});
}

BOOST_AUTO_TEST_CASE(values_that_are_alike_are_found_indistinguishable_with_enough_seeds,
                     *boost::unit_test::label("simulation")) {
  Random random(8);
  const auto found = [&](std::size_t k) {
    return share(Verdict::indistinguishable, 200, [&] {
      return std::vector{scores(normal_scores(random, k, 0.8, 0.02), normal_scores(random, k, 0.8, 0.02), 0.03)};
    });
  };
  BOOST_TEST(found(8) == 0.0);  // an interval from fewer than 10 seeds is not trusted
  BOOST_TEST(found(12) > 0.5);
  BOOST_TEST(found(30) > 0.9);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(judge)

BOOST_AUTO_TEST_CASE(shows_no_p_where_none_could_reach_its_level) {
  std::vector<double> a, b;
  for (int i = 0; i < 5; ++i) {
    a.push_back(0.5 + 0.01 * i);
    b.push_back(0.9 - 0.013 * i);
  }
  std::vector<Candidate> family = {scores(a, b, 0.05)};
  reseed::judge(family);
  BOOST_TEST((family[0].quantity.verdict == Verdict::cannot_tell));
  BOOST_TEST(!family[0].quantity.p);
  BOOST_TEST(family[0].quantity.family == 1);
  BOOST_TEST(family[0].quantity.remark.find("5 seeds cannot reach the level in a family of 1 (at least 6)") == 0u,
             family[0].quantity.remark);
  BOOST_TEST(family[0].quantity.seeds_needed.value_or(0) == 6);
}

BOOST_AUTO_TEST_CASE(six_seeds_that_all_agree_are_enough_alone_but_not_in_a_family_of_two) {
  const std::vector<double> a(6, 0.5), b = {0.6, 0.61, 0.62, 0.63, 0.64, 0.65};
  std::vector<Candidate> alone = {scores(a, b, 0.05)};
  reseed::judge(alone);
  BOOST_TEST((alone[0].quantity.verdict == Verdict::different));
  BOOST_TEST(*alone[0].quantity.p == 2.0 / 64.0);
  std::vector<Candidate> two = {scores(a, b, 0.05), scores(a, b, 0.05)};
  reseed::judge(two);
  BOOST_TEST((two[0].quantity.verdict == Verdict::cannot_tell));
  BOOST_TEST(two[0].quantity.family == 2);
  BOOST_TEST(!two[0].quantity.p);
}

BOOST_AUTO_TEST_CASE(families_are_one_quantity_over_the_groups_of_one_task) {
  const std::vector<double> a(8, 0.5), b = {0.6, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67};
  std::vector<Candidate> candidates(4, scores(a, b, 0.05));
  candidates[1].quantity.group = "another group";
  candidates[2].quantity.task = "another task";
  candidates[3].quantity.subset = "a subset";
  reseed::judge(candidates);
  BOOST_TEST(candidates[0].quantity.family == 2);
  BOOST_TEST(*candidates[0].quantity.p_adjusted == 2 * *candidates[0].quantity.p);
  BOOST_TEST(candidates[2].quantity.family == 1);
  BOOST_TEST(candidates[3].quantity.family == 1);
}

BOOST_AUTO_TEST_CASE(a_jackknife_of_pairs_is_the_mean_over_the_pairs_that_are_left) {
  const std::vector<double> matrix = {0, 1, 2, 1, 0, 6, 2, 6, 0};
  const Jackknife found = jackknife_of_pairs(matrix, 3);
  BOOST_TEST(found.value == 3.0);
  BOOST_TEST(found.without == (std::vector<double>{6, 2, 1}), boost::test_tools::per_element());
  BOOST_TEST(found.pseudo_value(0) + found.pseudo_value(1) + found.pseudo_value(2) == 9.0);
}

BOOST_AUTO_TEST_SUITE_END()
