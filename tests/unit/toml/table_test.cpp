// SPDX-License-Identifier: Apache-2.0
#include "toml/table.hpp"

#include <boost/test/unit_test.hpp>

#include "base/errors.hpp"

namespace {

using reseed::ErrorKind;
using reseed::Errors;
using reseed::Mistakes;
using reseed::TomlTable;

std::vector<std::string> mistakes_of(const std::string& text) {
  const reseed::TomlNode root = reseed::parse_toml(text, "m", ErrorKind::manifest);
  Mistakes mistakes(ErrorKind::manifest);
  TomlTable table(root, "", mistakes);
  std::string word;
  std::int64_t count = 0;
  double rate = 0.0;
  bool is_on = false;
  table.read("word", word);
  table.read_choice("choice", word, {"linear", "constant"});
  table.read("count", count, {"an integer of at least 1", 1});
  table.read("rate", rate, {"a number above 0", 0.0, 1e9, true});
  table.read("is_on", is_on);
  table.require("needed", "something");
  table.finish();
  std::vector<std::string> lines;
  try {
    mistakes.throw_if_any();
  } catch (const Errors& errors) {
    for (const reseed::Error& error : errors.list()) lines.emplace_back(error.what());
  }
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(toml_table)

BOOST_AUTO_TEST_CASE(all_mistakes_are_reported_in_the_order_of_the_text) {
  const std::vector<std::string> want = {
      "m:1:8: rate: want a number above 0, found the integer 0",
      "m:2:9: count: want an integer of at least 1, found the string \"3\"",
      "m:3:9: is_on: want true or false, found the integer 1",
      "m:4:10: choice: want \"linear\" or \"constant\", found the string \"liner\"; did you mean \"linear\"?",
      "m:5:1: wrd: unknown key; did you mean word?"};
  const auto found = mistakes_of("rate = 0\ncount = \"3\"\nis_on = 1\nchoice = \"liner\"\nwrd = 5\nneeded = 1\n");
  BOOST_TEST(found == want, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_absent_key_is_noted_at_its_table) {
  const auto found = mistakes_of("count = 1\n");
  BOOST_TEST(found.size() == 1u);
  BOOST_TEST(found[0] == "m:1:1: needed: want something, found nothing");
}

BOOST_AUTO_TEST_CASE(numbers_that_are_not_finite_are_refused) {
  for (const char* number : {"nan", "inf", "-inf", "1e-999"})
    BOOST_TEST(mistakes_of("needed = 1\nrate = " + std::string(number) + "\n").size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_unknown_key_without_a_near_one_lists_the_known) {
  const auto found = mistakes_of("needed = 1\nxyzzy = 1\n");
  BOOST_TEST(found.at(0).find("known here: word, choice, count") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
