// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <boost/test/unit_test.hpp>

using namespace reseed;

BOOST_AUTO_TEST_SUITE(printable_text)

BOOST_AUTO_TEST_CASE(of_letters_stays_as_it_is) {
  for (const char* text : {"", "plain", "größer als 5 µm", "北京", "ΔΣ ∑ “x” –", "שלום", "😀"}) {
    BOOST_TEST(printable(text) == text);
    BOOST_TEST(!has_control(text), text);
  }
}

BOOST_AUTO_TEST_CASE(shows_what_would_steer_a_terminal) {
  BOOST_TEST(printable("a\x1b[31mb\n\t\x7f") == "a\\x1b[31mb\\x0a\\x09\\x7f");
  BOOST_TEST(printable(std::string_view("\0", 1)) == "\\x00");
  BOOST_TEST(printable("a\xc2\x9b"
                       "31mb") == "a\\xc2\\x9b31mb");  // CSI as one C1 character
  BOOST_TEST(printable("\xc2\xa0") == "\xc2\xa0");     // the first one behind C1
}

BOOST_AUTO_TEST_CASE(shows_what_would_turn_the_direction_of_writing_and_what_ends_lines) {
  for (const char* text : {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
                           "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9"}) {
    BOOST_TEST(has_control(std::string("name") + text));
    BOOST_TEST(printable(text).starts_with("\\x"), text);
    BOOST_TEST(printable(text).size() == 4 * std::string_view(text).size());
  }
  BOOST_TEST(printable("\xe2\x80\x93\xe2\x81\xb0") == "\xe2\x80\x93\xe2\x81\xb0");  // dash, superscript zero
}

BOOST_AUTO_TEST_CASE(shows_the_bytes_of_what_is_no_utf8) {
  BOOST_TEST(printable("caf\xe9") == "caf\\xe9");
  BOOST_TEST(printable("\x9b"
                       "31m") == "\\x9b31m");
  BOOST_TEST(printable("\xe2\x80") == "\\xe2\\x80");
}

BOOST_AUTO_TEST_SUITE_END()
