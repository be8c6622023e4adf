// SPDX-License-Identifier: Apache-2.0
#include "tokenize/truncation.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

namespace {

using Lengths = std::pair<std::size_t, std::size_t>;
using reseed::Truncation;
using reseed::tokenize::truncated_lengths;

}  // namespace

BOOST_AUTO_TEST_SUITE(truncation)

BOOST_AUTO_TEST_CASE(longest_first_gives_the_odd_place_to_the_longer_text_and_at_a_tie_to_the_second) {
  BOOST_TEST((truncated_lengths(9, 8, 5, Truncation::longest_first) == Lengths(3, 2)));
  BOOST_TEST((truncated_lengths(8, 9, 5, Truncation::longest_first) == Lengths(2, 3)));
  BOOST_TEST((truncated_lengths(9, 9, 5, Truncation::longest_first) == Lengths(2, 3)));
}

BOOST_AUTO_TEST_CASE(longest_first_keeps_a_short_text_whole) {
  BOOST_TEST((truncated_lengths(2, 9, 8, Truncation::longest_first) == Lengths(2, 6)));
  BOOST_TEST((truncated_lengths(9, 0, 8, Truncation::longest_first) == Lengths(8, 0)));
  BOOST_TEST((truncated_lengths(9, std::nullopt, 8, Truncation::longest_first) == Lengths(8, 0)));
}

BOOST_AUTO_TEST_CASE(what_fits_stays_and_without_places_nothing_does) {
  BOOST_TEST((truncated_lengths(4, 4, 8, Truncation::only_first) == Lengths(4, 4)));
  BOOST_TEST((truncated_lengths(4, 4, 0, Truncation::longest_first) == Lengths(0, 0)));
  BOOST_TEST((truncated_lengths(40, 4, 8, Truncation::none) == Lengths(40, 4)));
}

BOOST_AUTO_TEST_CASE(only_first_cuts_the_first_text_and_must_leave_a_token_of_it) {
  BOOST_TEST((truncated_lengths(4, 3, 4, Truncation::only_first) == Lengths(1, 3)));
  BOOST_CHECK_EXCEPTION(truncated_lengths(4, 3, 3, Truncation::only_first), reseed::Error, [](const reseed::Error& e) {
    return e.kind() == reseed::ErrorKind::data && e.place() == "truncation only_first";
  });
}

BOOST_AUTO_TEST_SUITE_END()
