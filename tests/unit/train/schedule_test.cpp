// SPDX-License-Identifier: Apache-2.0
#include "train/schedule.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "train/data_order.hpp"

namespace utf = boost::unit_test;
using namespace reseed;

BOOST_AUTO_TEST_SUITE(schedule)

BOOST_AUTO_TEST_CASE(the_last_batch_may_be_smaller) {
  BOOST_TEST(steps_per_epoch(32, 16) == 2);
  BOOST_TEST(steps_per_epoch(33, 16) == 3);
}

BOOST_AUTO_TEST_CASE(warm_up_begins_at_zero_and_is_not_rounded, *utf::tolerance(1e-15)) {
  BOOST_TEST(learning_rate(2.0, 0.1, 25, 0) == 0.0);  // w = 2.5
  BOOST_TEST(learning_rate(2.0, 0.1, 25, 2) == 1.6);
  BOOST_TEST(learning_rate(2.0, 0.1, 25, 3) == 2.0 * 22 / 22.5);
  BOOST_TEST(learning_rate(2.0, 0.1, 25, 24) == 2.0 / 22.5);
}

BOOST_AUTO_TEST_CASE(without_warm_up_the_first_step_has_the_peak_rate) {
  BOOST_TEST(learning_rate(2.0, 0.0, 10, 0) == 2.0);
}

BOOST_AUTO_TEST_CASE(evaluations_are_equally_far_apart_and_the_last_ends_the_epoch) {
  const std::vector<std::int64_t> want = {3, 6, 10};
  BOOST_TEST(evaluation_steps(10, 3) == want, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_evaluations_than_steps_give_one_after_every_step) {
  const std::vector<std::int64_t> want = {1, 2};
  BOOST_TEST(evaluation_steps(2, 5) == want, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_epoch_visits_every_item_once_in_an_order_of_its_own) {
  const Stream stream(7, "data_order");
  std::vector<std::int64_t> first = order_of_epoch(stream, 0, 50);
  BOOST_TEST(first != order_of_epoch(stream, 1, 50));
  BOOST_TEST(first == order_of_epoch(stream, 0, 50));
  std::sort(first.begin(), first.end());
  for (std::int64_t i = 0; i < 50; ++i) BOOST_TEST(first[static_cast<std::size_t>(i)] == i);
}

BOOST_AUTO_TEST_SUITE_END()
