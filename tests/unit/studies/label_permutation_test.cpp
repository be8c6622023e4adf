// SPDX-License-Identifier: Apache-2.0
#include "../../../studies/validity/label_permutation.hpp"

#include <boost/test/unit_test.hpp>

#include "support/made_validity_study.hpp"

using namespace reseed;
using namespace reseed::validity;
using namespace reseed::test;
namespace utf = boost::unit_test;

BOOST_AUTO_TEST_SUITE(label_permutation)

// Of the 6 ways to mark two of four runs, the observed one gives 0.9 - 0.1 = 0.8, its exchange -0.8, all others 0.
BOOST_AUTO_TEST_CASE(the_label_permutation_counts_all_arrangements_of_few_runs, *utf::tolerance(1e-12)) {
  const auto test = label_permutation_test({blocks(4, 2, 0.9, 0.1, 0.5)}, first_marked(4, 2), 10000, 0);
  BOOST_REQUIRE(test.has_value());
  BOOST_TEST(test->exhaustive);
  BOOST_TEST(test->arrangements == 6u);
  BOOST_TEST(test->difference[0] == 0.8);
  BOOST_TEST(test->statistic == std::sqrt(3.0));  // 0.8 over its root mean square, 0.8 sqrt(2 / 6)
  BOOST_TEST(test->p == 2.0 / 6.0);
  BOOST_TEST(test->smallest_p == 2.0 / 6.0);
}

// 3 of 8: 56 arrangements, and no other one is like the observed.
BOOST_AUTO_TEST_CASE(unequal_numbers_of_runs_have_no_exchange, *utf::tolerance(1e-12)) {
  const auto test = label_permutation_test({blocks(8, 3, 0.9, 0.1, 0.5)}, first_marked(8, 3), 10000, 0);
  BOOST_TEST(test->arrangements == 56u);
  BOOST_TEST(test->p == 1.0 / 56.0);
  BOOST_TEST(test->smallest_p == 1.0 / 56.0);
}

BOOST_AUTO_TEST_CASE(many_runs_are_arranged_at_random_and_p_counts_the_observed_one, *utf::tolerance(1e-12)) {
  const auto test = label_permutation_test({blocks(20, 10, 0.9, 0.1, 0.5)}, first_marked(20, 10), 1000, 0);
  BOOST_TEST(!test->exhaustive);
  BOOST_TEST(test->p == 1.0 / 1001.0);
  BOOST_TEST(test->smallest_p == 1.0 / 1001.0);
}

// Equal distances say nothing: every arrangement gives 0 and all are as extreme.
BOOST_AUTO_TEST_CASE(runs_that_do_not_differ_have_a_p_of_one) {
  BOOST_TEST(label_permutation_test({blocks(8, 3, 0.5, 0.5, 0.5)}, first_marked(8, 3), 10000, 0)->p == 1.0);
}

BOOST_AUTO_TEST_CASE(the_statistic_is_the_largest_over_the_layers) {
  const auto test =
      label_permutation_test({blocks(8, 3, 0.5, 0.5, 0.5), blocks(8, 3, 0.9, 0.1, 0.5)}, first_marked(8, 3), 10000, 0);
  BOOST_TEST(test->largest == 1u);
  BOOST_TEST(test->difference[0] == 0.0);
}

BOOST_AUTO_TEST_CASE(one_marked_run_has_no_pair_and_no_test) {
  BOOST_TEST(!label_permutation_test({blocks(4, 1, 0.9, 0.1, 0.5)}, first_marked(4, 1), 100, 0).has_value());
}

BOOST_AUTO_TEST_CASE(bands_of_constant_distances_have_no_width, *utf::tolerance(1e-12)) {
  const auto bands = difference_bands({blocks(6, 3, 0.9, 0.1, 0.5)}, first_marked(6, 3), 200, 0);
  BOOST_REQUIRE(bands.has_value());
  BOOST_TEST(bands->low[0] == 0.8);
  BOOST_TEST(bands->band_high[0] == 0.8);
  BOOST_TEST(!difference_bands({blocks(5, 2, 0.9, 0.1, 0.5)}, first_marked(5, 2), 200, 0).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
