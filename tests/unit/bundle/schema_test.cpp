// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/published_csv.hpp"
#include "bundle/rows.hpp"
#include "bundle/schema.hpp"
#include "reseed/error.hpp"

namespace {

nlohmann::json schema(const std::string& name) {
  return nlohmann::json::parse(
      reseed::read_file(std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "harness/bundle/schema" / name));
}

void describes(const std::string& table, const std::string& written) {
  std::vector<std::string> names;
  const nlohmann::json tables = schema("tables.json").at("tables");
  for (const auto& column : tables.at(table)) names.push_back(column.at("name"));
  BOOST_TEST(reseed::parse_csv(written, table).columns == names, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundle_schema)

BOOST_AUTO_TEST_CASE(every_column_that_is_written_is_described) {
  describes("runs.csv", reseed::write_runs_csv({}));
  describes("measures.csv", reseed::write_measures_csv({}));
  describes("timing.csv", reseed::write_timing_csv({}));
  describes("published.csv", reseed::write_published_csv({}));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_a_schema_is_named) {
  const auto mistakes = [](const char* text) {
    std::string all;
    for (const std::string& line : reseed::schema_mistakes(nlohmann::json::parse(text), schema("outcome.schema.json")))
      all += line + '\n';
    return all;
  };
  const char* good =
      R"({"outcome": "ok", "reason": "", "steps": 3, "kept_step": null, "scores": {"test": {"f1": 0.5}}})";
  BOOST_TEST(mistakes(good) == "");
  BOOST_TEST(mistakes("[]") == "want a value of the type object, found []\n");
  BOOST_TEST(
      mistakes(R"({"outcome": "fine", "reason": "", "steps": -1, "kept_step": 2, "scores": {"test": {"f1": "x"}}})") ==
      "outcome: want one of [\"ok\",\"diverged\"], found \"fine\"\n"
      "scores.test.f1: want a value of the type number, found \"x\"\n"
      "steps: want at least 0, found -1\n");
  BOOST_TEST(mistakes(R"({"outcome": "ok", "reason": "", "steps": 1, "kept_step": 1})") ==
             "want the key scores, found none\n");
  BOOST_CHECK_THROW(reseed::schema_mistakes(1, {{"pattern", "x"}}), reseed::Error);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_a_table_is_named) {
  const nlohmann::json columns = schema("tables.json").at("tables").at("records/RUN/training.csv");
  const auto mistakes = [&](const std::string& text) {
    return reseed::table_mistakes(reseed::parse_csv(text, "t"), columns);
  };
  BOOST_TEST(mistakes("step,epoch,learning_rate,loss,gradient_norm\n0,0,0,0.7,1.5\n1,0,1e-3,,\n").empty());
  BOOST_TEST(mistakes("step,epoch,learning_rate,loss\n0,0,0,0.7\n").size() == 1u);
  const auto found = mistakes("step,epoch,learning_rate,loss,gradient_norm\n0,0,,much,1\n");
  BOOST_TEST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0] == "line 2, learning_rate: want a value of the type number, found \"\"");
  BOOST_TEST(found[1] == "line 2, loss: want a value of the type number, found \"much\"");
}

BOOST_AUTO_TEST_CASE(every_key_of_bundle_json_is_described_and_required) {
  const auto described = schema("bundle.schema.json");
  std::set<std::string> required = described.at("required"), written;
  const auto value = nlohmann::json::parse(reseed::write_bundle_json({}));
  for (const auto& [key, held] : value.items()) {
    written.insert(key);
    BOOST_TEST(described.at("properties").contains(key), key);
  }
  BOOST_TEST((required == written));
  reseed::BundleInfo info;
  info.status = "complete";
  info.plugins = {{"measure", "m", 1, "d"}};
  info.missing_runs = {"r"};
  for (const std::string& mistake :
       reseed::schema_mistakes(nlohmann::json::parse(reseed::write_bundle_json(info)), described))
    BOOST_ERROR(mistake);
}

BOOST_AUTO_TEST_SUITE_END()
