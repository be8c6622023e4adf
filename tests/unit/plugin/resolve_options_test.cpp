// SPDX-License-Identifier: Apache-2.0
#include "plugin/resolve_options.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using Given = std::map<std::string, reseed::OptionValue>;

reseed::PluginSpec plugin() {
  reseed::PluginSpec spec;
  spec.variants = {{"textbook", "", 0, 1}, {"as_published", "", 0, 1}};
  spec.options = {{"p", "number", "0.1", "0", "1", {}, ""},
                  {"k", "integer", "5", "1", "", {}, ""},
                  {"on", "boolean", "true", "", "", {}, ""},
                  {"unit", "string", "nat", "", "", {"nat", "bit"}, ""}};
  return spec;
}

std::string mistake(const std::string& option, const reseed::OptionValue& value) {
  const auto resolved = reseed::resolve_options(plugin(), "", {{option, value}});
  if (resolved.mistakes.size() != 1) return "no mistake";
  return resolved.mistakes[0].option + ": " + resolved.mistakes[0].message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(options_of_plugins)

BOOST_AUTO_TEST_CASE(what_is_not_given_has_its_declared_default) {
  const auto resolved = reseed::resolve_options(plugin(), "", {});
  BOOST_TEST(resolved.mistakes.empty());
  BOOST_TEST(resolved.options.variant() == "textbook");
  BOOST_TEST(resolved.options.number("p") == 0.1);
  BOOST_TEST(resolved.options.integer("k") == 5);
  BOOST_TEST(resolved.options.boolean("on"));
  BOOST_TEST(resolved.options.string("unit") == "nat");
}

BOOST_AUTO_TEST_CASE(what_is_given_is_taken) {
  const auto resolved =
      reseed::resolve_options(plugin(), "as_published", Given{{"unit", std::string("bit")}, {"p", 0.5}});
  BOOST_TEST(resolved.mistakes.empty());
  BOOST_TEST(resolved.options.variant() == "as_published");
  BOOST_TEST(resolved.options.string("unit") == "bit");
  BOOST_TEST(resolved.options.number("p") == 0.5);
}

BOOST_AUTO_TEST_CASE(an_integer_is_taken_where_a_number_is_wanted) {
  const auto resolved = reseed::resolve_options(plugin(), "", Given{{"p", std::int64_t{1}}});
  BOOST_TEST(resolved.mistakes.empty());
  BOOST_TEST(resolved.options.number("p") == 1.0);
}

BOOST_AUTO_TEST_CASE(a_number_is_not_taken_where_an_integer_is_wanted) {
  BOOST_TEST(mistake("k", 5.5) == "k: want an integer of at least 1, found 5.5");
}

BOOST_AUTO_TEST_CASE(ranges_are_inclusive_and_checked) {
  BOOST_TEST(mistake("p", 1.5) == "p: want a number of at least 0 and at most 1, found 1.5");
  BOOST_TEST(mistake("k", std::int64_t{0}) == "k: want an integer of at least 1, found 0");
  BOOST_TEST(mistake("p", 1.0) == "no mistake");
}

BOOST_AUTO_TEST_CASE(a_string_must_be_one_of_the_choices) {
  BOOST_TEST(mistake("unit", std::string("bits")) ==
             "unit: want one of \"nat\", \"bit\", found \"bits\", did you mean bit?");
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_answered_with_the_nearest_one) {
  BOOST_TEST(mistake("unti", std::string("bit")) ==
             "unti: want one of \"p\", \"k\", \"on\", \"unit\", found an unknown option, did you mean unit?");
}

BOOST_AUTO_TEST_CASE(an_unknown_variant_is_answered_with_the_nearest_one) {
  const auto resolved = reseed::resolve_options(plugin(), "as_publishd", {});
  BOOST_TEST(resolved.mistakes.at(0).option == "variant");
  BOOST_TEST(resolved.mistakes.at(0).message.find("did you mean as_published?") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(all_mistakes_are_found_at_once) {
  BOOST_TEST(reseed::resolve_options(plugin(), "no", Given{{"p", true}, {"q", 1.0}}).mistakes.size() == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
