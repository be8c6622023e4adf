// SPDX-License-Identifier: Apache-2.0
// How often two bundles are called different, in simulated pairs of them.
#include <boost/test/unit_test.hpp>

#include "support/simulated_bundles.hpp"

using namespace reseed;
using namespace reseed::test;

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

BOOST_AUTO_TEST_SUITE_END()
