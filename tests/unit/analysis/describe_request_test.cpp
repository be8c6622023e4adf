// SPDX-License-Identifier: Apache-2.0
#include "analysis/describe_request.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/measures.hpp"
#include "support/plugins.hpp"

using namespace reseed;

namespace {

/// Names of the self tests that failed, each with a message.
std::set<std::string> failures(const nlohmann::json& result) {
  std::set<std::string> names;
  for (const nlohmann::json& test : result.at("self_tests")) {
    BOOST_TEST(test.at("passed").get<bool>() == test.at("message").get<std::string>().empty());
    if (!test.at("passed").get<bool>()) names.insert(test.at("name").get<std::string>());
  }
  return names;
}

nlohmann::json tested(const std::filesystem::path& library) {
  return answer_describe({{"library", library.string()}, {"self_test", true}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(describe_request)

BOOST_AUTO_TEST_CASE(tells_what_a_measure_says_of_itself_and_tests_it_only_when_asked) {
  const std::filesystem::path library = test::library_of("pairwise_disagreement");
  const nlohmann::json told = answer_describe({{"library", library.string()}});
  BOOST_TEST(told.at("id") == "pairwise_disagreement");
  BOOST_TEST(!told.contains("self_tests"));
  BOOST_TEST(failures(tested(library)).empty());
}

BOOST_AUTO_TEST_CASE(loads_a_study_by_the_build_id_of_studies) {
  const nlohmann::json told = tested(test::fake_plugin("study", "fake_study"));
  BOOST_TEST(told.at("id") == "fake_study");
  BOOST_TEST(!told.contains("self_tests"));
}

BOOST_AUTO_TEST_CASE(finds_every_declaration_that_is_not_kept) {
  const std::set<std::string> wanted = {"value on equal runs",     "symmetry",
                                        "invariance: rotation",    "invariance: scaling",
                                        "invariance: translation", "invariance: linear maps"};
  BOOST_TEST(failures(tested(test::fake_plugin("boasting", "fake_boasting"))) == wanted,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(finds_draws_that_are_not_the_values_of_the_drawn_runs) {
  BOOST_TEST(failures(tested(test::fake_plugin("forgetful", "fake_forgetful"))) ==
                 std::set<std::string>{"draws of runs measured once"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(fails_what_throws_or_is_never_finite) {
  for (const char* name : {"fake_throwing", "fake_not_finite"})
    BOOST_TEST(failures(tested(test::fake_plugin("usable", name))).contains("values inside the bounds"), name);
}

BOOST_AUTO_TEST_CASE(refuses_what_no_worker_may_call) {
  for (const char* name : {"wrong_build_id", "wrong_api", "without_symbol", "no_library"}) {
    const std::string library = test::fake_plugin("refused", name).string();
    BOOST_CHECK_EXCEPTION(answer_describe({{"library", library}}), Error, [&](const Error& error) {
      return error.kind() == ErrorKind::plugin && error.place().find(name) != std::string::npos;
    });
  }
  BOOST_CHECK_EXCEPTION(answer_describe({{"request", "describe"}}), Error,
                        [](const Error& error) { return error.kind() == ErrorKind::data; });
}

BOOST_AUTO_TEST_SUITE_END()
