// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace {
std::optional<std::size_t> bad(std::string_view text) { return reseed::first_invalid_utf8(text); }
}  // namespace

BOOST_AUTO_TEST_SUITE(utf8)

BOOST_AUTO_TEST_CASE(text_of_all_lengths_is_well_formed) { BOOST_TEST(!bad("a\u00e9\u20ac\U0001F600")); }

BOOST_AUTO_TEST_CASE(the_first_bad_byte_is_named) {
  BOOST_TEST(bad("ab\xff").value() == 2u);
  BOOST_TEST(bad("\xc3").value() == 0u);    // cut short
  BOOST_TEST(bad("x\xc3(").value() == 1u);  // no continuation byte
  BOOST_TEST(bad("\x80").value() == 0u);    // a continuation byte alone
}

BOOST_AUTO_TEST_CASE(overlong_forms_surrogates_and_large_numbers_are_refused) {
  BOOST_TEST(bad("\xc0\xaf").has_value());
  BOOST_TEST(bad("\xe0\x80\xaf").has_value());
  BOOST_TEST(bad("\xed\xa0\x80").has_value());
  BOOST_TEST(bad("\xf4\x90\x80\x80").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
