// SPDX-License-Identifier: Apache-2.0
#include "toml/node.hpp"

#include <boost/test/unit_test.hpp>

#include "support/expect_error.hpp"

namespace {

using reseed::ErrorKind;
using reseed::parse_toml;
using reseed::test::expect_error;

reseed::TomlNode parsed(const std::string& text) { return parse_toml(text, "a.toml", ErrorKind::manifest); }

void refuse(const std::string& text, const std::string& place, const std::string& word) {
  expect_error([&] { parsed(text); }, ErrorKind::manifest, place, {word});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(toml_node)

BOOST_AUTO_TEST_CASE(members_stand_in_the_order_of_the_text) {
  const auto root = parsed("zebra = 1\napple = 2\nmango = 3\n");
  BOOST_TEST(root.members[0].key == "zebra");
  BOOST_TEST(root.members[1].key == "apple");
  BOOST_TEST(root.members[2].key == "mango");
}

BOOST_AUTO_TEST_CASE(places_count_lines_and_code_points_from_one) {
  const auto root = parsed("a = 1\n\n\"ä\" = { b = [ 1, 2 ] }\n");
  BOOST_TEST(root.members[1].place.text() == "a.toml:3:1");
  BOOST_TEST(root.members[1].value.find("b")->items[1].place.text() == "a.toml:3:18");
}

BOOST_AUTO_TEST_CASE(decimal_numbers_are_read_to_the_nearest_double) {
  const auto root = parsed("a = 2e-5\nb = 0.1\nc = 1e-308\nd = 0.3\ne = 5e-324\nf = 1.7976931348623157e308\n");
  const double want[] = {2e-5, 0.1, 1e-308, 0.3, 5e-324, 1.7976931348623157e308};
  for (std::size_t i = 0; i < 6; ++i) BOOST_TEST(root.members[i].value.number == want[i]);
}

BOOST_AUTO_TEST_CASE(syntax_errors_name_their_place) {
  refuse("a = 1\nb = = 2\n", "a.toml:2:5", "valid TOML");
  refuse("[=\n", "a.toml:1:2", "valid TOML");
  refuse("[", "a.toml:1:2", "valid TOML");
  refuse("a = 1\na = 2\n", "a.toml:2:5", "valid TOML");
  refuse("a = 1e999\n", "a.toml:1:10", "valid TOML");
  refuse("a = 9223372036854775808\n", "a.toml:1:24", "valid TOML");
  refuse("a = \"\xFF\"\n", "a.toml:1:5", "valid TOML");
}

BOOST_AUTO_TEST_CASE(dotted_keys_that_nest_too_deep_are_refused) {
  std::string dots = "a";
  for (int i = 0; i < 40000; ++i) dots += ".a";
  refuse("x = 1\n" + dots + " = 1\n", "a.toml:2:1", "dots");
  refuse("[" + dots + "]\n", "a.toml:1:1", "dots");
  std::string nested = "x = ";
  for (int level = 0; level < 100; ++level) {
    nested += "{ a";
    for (int i = 0; i < 50; ++i) nested += ".a";
    nested += " = [\n";
  }
  refuse(nested, "a.toml:20:1", "dots");
}

BOOST_AUTO_TEST_CASE(a_document_that_is_too_long_is_refused_before_it_is_read) {
  std::string seeds = "seeds = [";
  for (int seed = 0; seed < 1'000'000; ++seed) seeds += std::to_string(seed) + ",";
  refuse(seeds + "]\n", "a.toml", "want a document of at most 2000000 bytes, found 68");
}

BOOST_AUTO_TEST_CASE(brackets_that_nest_too_deep_are_refused) {
  refuse("x = " + std::string(100000, '['), "", "valid TOML");
  std::string tables = "x = ";
  for (int i = 0; i < 100000; ++i) tables += "{a=";
  refuse(tables, "", "valid TOML");
}

BOOST_AUTO_TEST_CASE(dots_in_strings_comments_and_numbers_do_not_nest) {
  const std::string dots(5000, '.');
  std::string text = "# " + dots + "\na = \"" + dots + "\\\"" + dots + "\"\nb = '" + dots + "'\nc = \"\"\"\n" + dots +
                     "\n\"\"\"\nd = [";
  for (int i = 0; i < 3000; ++i) text += "0.5, ";
  BOOST_TEST(parsed(text + "]\n").members[3].value.items.size() == 3000u);
}

BOOST_AUTO_TEST_SUITE_END()
