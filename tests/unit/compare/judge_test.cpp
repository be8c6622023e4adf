// SPDX-License-Identifier: Apache-2.0
// Verdicts one by one; what they promise together is simulated in judge_level_test.cpp and judge_alike_test.cpp.
#include "compare/judge.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "support/simulated_bundles.hpp"

using namespace reseed;
using namespace reseed::test;

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

/// Scores of k seeds that go a little up and down from one bundle to the other.
Candidate nearly_equal(std::size_t k) {
  std::vector<double> a, b;
  for (std::size_t i = 0; i < k; ++i) {
    a.push_back(0.8 + 0.001 * static_cast<double>(i % 2));
    b.push_back(a.back() + 0.001 * (static_cast<double>(i % 3) - 1.0));
  }
  return scores_within(a, b, 0.1);
}

BOOST_AUTO_TEST_CASE(an_interval_within_the_margin_says_nothing_where_runs_that_fail_may_be_unseen) {
  std::vector<Candidate> few = {nearly_equal(16)}, enough = {nearly_equal(17)};
  reseed::judge(few);
  const ComparedQuantity& unseen = few[0].quantity;
  BOOST_TEST((unseen.verdict == Verdict::cannot_tell));
  BOOST_TEST((unseen.flags == std::vector{Flag::few_seeds}));
  BOOST_TEST(unseen.values[0].high.value() < unseen.values[0].margin.value());
  BOOST_TEST(unseen.seeds_needed.value_or(0) == 17);
  BOOST_TEST(unseen.remark ==
             "the interval lies within the margin, but 16 seeds may hold none of the runs that fail (at least 17); "
             "about 17 seeds would tell");
  reseed::judge(enough);
  BOOST_TEST((enough[0].quantity.verdict == Verdict::indistinguishable));
  BOOST_TEST(enough[0].quantity.flags.empty());
  BOOST_TEST(enough[0].quantity.remark == "");
}

BOOST_AUTO_TEST_CASE(the_narrower_the_margin_the_more_seeds_it_takes_to_say_that_nothing_differs) {
  BOOST_TEST(fewest_seeds_within(0.1) == 17.0);
  BOOST_TEST(fewest_seeds_within(0.05) == 36.0);
  BOOST_TEST(fewest_seeds_within(0.15) == 11.0);
  for (const double share : {0.16, 0.2, 0.5, 1.0, 3.0}) BOOST_TEST(fewest_seeds_within(share) == kFewestForInterval);
  for (const double share : {0.001, 0.01, 0.05, 0.1, 0.15}) {
    const double fewest = fewest_seeds_within(share);
    BOOST_TEST(std::pow(1.0 - 2.0 * share, fewest) <= kMissed);
    BOOST_TEST(std::pow(1.0 - 2.0 * share, fewest - 1.0) > kMissed);
  }
  BOOST_TEST(std::isinf(fewest_seeds_within(0.0)));
}

BOOST_AUTO_TEST_CASE(of_several_layers_the_one_with_the_narrowest_margin_says_how_many_seeds_it_takes) {
  Candidate two = nearly_equal(17);
  two.quantity.values.push_back(value_of(0.8, 0.8, 0.04));
  const std::vector<double> same(17, 0.8);
  two.add_scores(1, same, same);
  std::vector<Candidate> family = {two};
  reseed::judge(family);
  BOOST_TEST((family[0].quantity.verdict == Verdict::cannot_tell));
  BOOST_TEST(family[0].quantity.remark.find("(at least 36)") != std::string::npos, family[0].quantity.remark);
}

BOOST_AUTO_TEST_CASE(positive_values_of_whole_groups_are_compared_by_their_logarithms) {
  std::vector<double> a, b;
  for (int i = 0; i < 12; ++i) {
    a.push_back(0.01 * (i * 5 % 12) + 0.002 * (i % 3));
    b.push_back(3.0 * a.back());
  }
  // Three times as far in every run: no run tells of another factor, the difference has no error.
  std::vector<Candidate> family = {spreads_within(a, b, 0.1)};
  reseed::judge(family);
  const ComparedValue& value = family[0].quantity.values[0];
  BOOST_TEST(*value.difference == 2.0 * *value.a, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(value.low.value() == *value.difference, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(value.high.value() == *value.difference, boost::test_tools::tolerance(1e-9));

  // With whatever error, the interval never says that the smaller value is below 0.
  b[0] += 0.5;
  family = {spreads_within(a, b, 0.1)};
  reseed::judge(family);
  const ComparedValue& wide = family[0].quantity.values[0];
  BOOST_TEST(wide.low.value() < *wide.difference);
  BOOST_TEST(*wide.difference < wide.high.value());
  BOOST_TEST(wide.high.value() < *wide.b);
}

BOOST_AUTO_TEST_CASE(values_of_whole_groups_that_are_not_all_positive_are_compared_as_they_are) {
  Candidate candidate;
  candidate.quantity.values = {value_of(0.1, 0.2, 0.02)};
  candidate.add_group(0, {0.1, {0.2, 0.1, 0.0}}, {0.2, {0.3, 0.2, 0.1}}, 1.0);
  BOOST_REQUIRE(candidate.logarithmic.size() == 1u);
  BOOST_TEST(!candidate.logarithmic[0]);
  // 3 b - 2 b_i less 3 a - 2 a_i, by hand
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(candidate.pseudo.at(i, 0) == 0.1, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()
