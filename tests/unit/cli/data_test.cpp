// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "support/made_dataset.hpp"
#include "support/run_program.hpp"

namespace {

using reseed::test::MadeDataset;
using reseed::test::run_reseed;

const std::string kColumns = "columns = { text = \"text\", label = \"label\" }\nfiles = { train = \"f.tsv\" }\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(data_command, MadeDataset)

BOOST_AUTO_TEST_CASE(list_names_every_shipped_data_set) {
  const auto result = run_reseed(folder.path(), {"data", "list", "--json"});
  BOOST_TEST(result.exit_code == 0);
  const auto list = reseed::parse_json(result.out, "list");
  BOOST_TEST(list.size() >= 8u);
  BOOST_TEST(list[0].at("name") == "glue/CoLA");
  BOOST_TEST(list[0].at("found") == false);
}

BOOST_AUTO_TEST_CASE(check_tells_counts_as_json) {
  write("f.tsv", lines("t", 5));
  describe(kColumns + "counts = { train = 5 }");
  const auto result = run_reseed(folder.path(), {"data", "check", "made.toml", "--json"});
  BOOST_TEST(result.exit_code == 0);
  const auto json = reseed::parse_json(result.out, "check");
  BOOST_TEST(json.at("sets").at("train").at("labels").at("no") == 3);
  BOOST_TEST(json.at("counts_agree") == true);
}

BOOST_AUTO_TEST_CASE(check_answers_no_when_counts_differ) {
  write("f.tsv", lines("t", 5));
  describe(kColumns + "counts = { train = 6 }");
  const auto result = run_reseed(folder.path(), {"data", "check", "made.toml"});
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(result.out.find("want 6 items in the set train of made, found 5 items") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_line_and_exit_two) {
  write("f.tsv", "text\tlabel\na\tno\nb\tmaybe\n");
  describe(kColumns);
  const auto result = run_reseed(folder.path(), {"data", "check", "made.toml"});
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.error.starts_with("reseed: "));
  BOOST_TEST(result.error.find("f.tsv:3: want the label no or yes, found \"maybe\"") != std::string::npos);
  BOOST_TEST(std::count(result.error.begin(), result.error.end(), '\n') == 1);
}

BOOST_AUTO_TEST_CASE(every_mistake_of_a_descriptor_is_a_line) {
  describe(kColumns + "licens = 1\nheadr = 2");
  const auto result = run_reseed(folder.path(), {"data", "check", "made.toml"});
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(std::count(result.error.begin(), result.error.end(), '\n') == 2);
  BOOST_TEST(result.error.find("made.toml:7:1: licens: unknown key; did you mean licence?") != std::string::npos);
  BOOST_TEST(result.error.find("made.toml:8:1: headr: unknown key; did you mean header?") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(wrong_words_are_a_usage_error) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"data"}, {"data", "chek"}, {"data", "check"}, {"data", "list", "--jsn"}})
    BOOST_TEST(run_reseed(folder.path(), words).exit_code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
