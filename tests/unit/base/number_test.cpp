// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "base/number.hpp"
#include "reseed/error.hpp"

BOOST_AUTO_TEST_SUITE(number)

BOOST_AUTO_TEST_CASE(one_value_has_one_text_however_it_was_written) {
  BOOST_TEST(reseed::shortest(2e-5) == reseed::shortest(0.00002));
  BOOST_TEST(reseed::shortest(*reseed::parse_double("2e-05")) == "2e-05");
  BOOST_TEST(reseed::shortest(-0.0) == "0");
}

BOOST_AUTO_TEST_CASE(shortest_text_reads_back_to_the_same_double) {
  for (const double number : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308})
    BOOST_TEST(*reseed::parse_double(reseed::shortest(number)) == number);
}

BOOST_AUTO_TEST_CASE(decimals_without_end_give_the_shortest_text) {
  BOOST_TEST(reseed::fixed(0.125, 2) == "0.12");
  BOOST_TEST(reseed::fixed(0.125, 2'000'000'000) == "0.125");
  BOOST_TEST(reseed::fixed(1e308, 300) == "1e+308");
}

BOOST_AUTO_TEST_CASE(what_is_no_finite_number_is_refused) {
  for (const char* text : {"", "nan", "inf", "1e999", "1.5x", " 1", "0x10"})
    BOOST_TEST(!reseed::parse_double(text).has_value(), text);
  BOOST_CHECK_THROW(reseed::shortest(1.0 / 0.0 * 0.0), reseed::Error);
}

BOOST_AUTO_TEST_SUITE_END()
