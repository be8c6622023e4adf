// SPDX-License-Identifier: Apache-2.0
#include "plugin/study_subsets.hpp"

#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

using namespace reseed;

namespace {

PluginSpec some_study() {
  PluginSpec study;
  study.subsets = {"rates", "draws", "items_seed", "items"};
  return study;
}

Options options(const std::string& rates, std::int64_t draws = 2, const std::string& items = "same") {
  return Options("textbook", {{"rates", rates}, {"draws", draws}, {"items_seed", std::int64_t{7}}, {"items", items}});
}

void check_refused(const Options& wrong, const std::string& place, const std::string& found) {
  BOOST_CHECK_EXCEPTION(study_subsets(some_study(), wrong), Error, [&](const Error& error) {
    return error.kind() == ErrorKind::manifest && error.place() == place &&
           error.message().find(found) != std::string::npos;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(subsets_of_a_study)

BOOST_AUTO_TEST_CASE(are_all_draws_of_all_rates) {
  const auto subsets = study_subsets(some_study(), options("0.5, 0.1"));
  BOOST_REQUIRE(subsets.size() == 4u);
  BOOST_TEST((subsets[0] == ItemSubset{0.5, 1, 7, "same"}));
  BOOST_TEST((subsets[3] == ItemSubset{0.1, 2, 7, "same"}));
}

BOOST_AUTO_TEST_CASE(are_drawn_both_ways_when_asked_for) {
  const auto subsets = study_subsets(some_study(), options("0.5", 1, "both"));
  BOOST_REQUIRE(subsets.size() == 2u);
  BOOST_TEST(subsets[0].items == "same");
  BOOST_TEST(subsets[1].items == "by_kind");
}

BOOST_AUTO_TEST_CASE(are_none_without_rates_or_without_a_declaration) {
  BOOST_TEST(study_subsets(some_study(), options("")).empty());
  BOOST_TEST(study_subsets(PluginSpec(), Options()).empty());
}

BOOST_AUTO_TEST_CASE(of_wrong_options_are_refused_at_the_option) {
  check_refused(options("0.5, many"), "rates", "\"many\"");
  check_refused(options("0"), "rates", "\"0\"");
  check_refused(options("1.5"), "rates", "\"1.5\"");
  check_refused(options("0.5, 0.50"), "rates", "0.5 again");
  check_refused(options("0.5,"), "rates", "\"\"");
  check_refused(options("0.5", 0), "draws", "found 0");
  check_refused(options("0.5", 1, "some"), "items", "\"some\"");
}

BOOST_AUTO_TEST_SUITE_END()
