// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "bundle/bundle_json.hpp"
#include "bundle/rows.hpp"

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
}

BOOST_AUTO_TEST_SUITE_END()
