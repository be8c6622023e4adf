// SPDX-License-Identifier: Apache-2.0
// The Python of docs/import.md, run as it stands there, then `reseed import runs`.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <set>

#include "bundle/bundle.hpp"
#include "support/run_program.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

std::string python() {
  const char* given = std::getenv("RESEED_PYTHON");
  return given != nullptr && *given != '\0' ? given : "/usr/bin/python3";
}

/// Skips a case, with its reason, where Python or one of the packages is absent.
auto has_packages(const std::string& packages) {
  return [packages](utf::test_unit_id) {
    const std::string line = "'" + python() + "' -c 'import " + packages + "' >/dev/null 2>&1";
    boost::test_tools::assertion_result answer(std::system(line.c_str()) == 0);
    answer.message() << python() << " has not all of " << packages;
    return answer;
  };
}

/// The block of the document whose first line is "# example: NAME".
std::string example(const std::string& name) {
  const std::string text = read_file(fs::path(RESEED_SOURCE_DIRECTORY) / "harness" / "docs" / "import.md");
  const std::string begin = "```python\n# example: " + name + "\n";
  const std::size_t at = text.find(begin);
  BOOST_REQUIRE(at != std::string::npos);
  return text.substr(at + 10, text.find("```", at + 10) - at - 10);
}

Bundle bundle_of_example(const TemporaryFolder& folder, const std::string& name) {
  write_file(folder.path() / "example.py", example(name));
  const std::string line = "cd '" + folder.path().string() + "' && HF_HUB_OFFLINE=1 '" + python() + "' example.py";
  BOOST_TEST_REQUIRE(std::system(line.c_str()) == 0);
  const ProgramResult said = run_reseed(folder.path(), {"import", "runs", "--store", "store", "--progress", "none"});
  BOOST_TEST_REQUIRE(said.exit_code == 0, said.error);
  const fs::path place = fs::directory_iterator(folder.path() / "results")->path();
  BOOST_TEST(verify_bundle(place).problems.empty());
  return read_bundle(place);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(import_examples)

BOOST_AUTO_TEST_CASE(plain_numpy_makes_a_bundle, *utf::precondition(has_packages("numpy"))) {
  const TemporaryFolder folder;
  const Bundle bundle = bundle_of_example(folder, "numpy");
  BOOST_TEST(bundle.runs.size() == 10u);
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
}

BOOST_AUTO_TEST_CASE(transformers_make_a_bundle_with_layers,
                     *utf::precondition(has_packages("numpy, torch, transformers"))) {
  const TemporaryFolder folder;
  const Bundle bundle = bundle_of_example(folder, "transformers");
  BOOST_TEST(bundle.runs.size() == 3u);
  std::set<std::int64_t> layers;
  for (const MeasureRow& row : bundle.measures)
    if (row.layer && row.value) layers.insert(*row.layer);
  BOOST_TEST((layers == std::set<std::int64_t>{0, 1, 2}));
}

BOOST_AUTO_TEST_SUITE_END()
