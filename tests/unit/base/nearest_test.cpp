// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(nearest_name)

BOOST_AUTO_TEST_CASE(a_missing_letter_is_one_edit) {
  BOOST_TEST(reseed::nearest("learning_rat", {"batch_size", "learning_rate"}) == "learning_rate");
}

BOOST_AUTO_TEST_CASE(swapped_neighbours_are_one_edit) {
  BOOST_TEST(reseed::nearest("ide", {"x", "id", "ied"}) == "id");
}

BOOST_AUTO_TEST_CASE(nothing_is_proposed_for_a_strange_word) {
  BOOST_TEST(reseed::nearest("zebra", {"learning_rate", "epochs"}) == "");
  BOOST_TEST(reseed::did_you_mean("zebra", {"epochs"}) == "");
}

BOOST_AUTO_TEST_CASE(a_proposal_reads_as_a_question) {
  BOOST_TEST(reseed::did_you_mean("epoch", {"epochs"}) == ", did you mean epochs?");
}

BOOST_AUTO_TEST_SUITE_END()
