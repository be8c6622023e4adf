// SPDX-License-Identifier: Apache-2.0
// Every JSON and CSV file of every bundle has a schema that ships, and fits it: frozen bundles, those under
// results/reference, and one that was made just now.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "base/files.hpp"
#include "base/run_json.hpp"
#include "bundle/bundle.hpp"
#include "bundle/checksums.hpp"
#include "bundle/crate.hpp"
#include "bundle/file_schemas.hpp"
#include "bundle/migrations.hpp"
#include "support/can_train.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kTree = RESEED_SOURCE_DIRECTORY;

std::vector<fs::path> bundles_below(const fs::path& folder) {
  std::vector<fs::path> bundles;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::exists(entry.path() / "bundle.json")) bundles.push_back(entry.path());
  return bundles;
}

/// Checks all files of a bundle, as the newest version has them, against their schemas; tells how many there were of
/// each kind: the name, with "*" for what differs from bundle to bundle.
std::map<std::string, int> check_all(const fs::path& bundle) {
  FileSchemas schemas;
  std::map<std::string, int> kinds;
  std::set<std::string> strange, files = files_below(bundle, strange);
  const BundleTexts texts(bundle, bundle_schema_version(bundle));
  for (const std::string& name : texts.further()) files.insert(name);
  if (files.contains("tables/report.json")) schemas.take_report(texts.read("tables/report.json"));
  for (const std::string& name : files) {
    if (!wants_schema(name)) continue;
    BOOST_TEST(schemas.knows(name), bundle.filename() << ": " << name << " has no schema");
    for (const std::string& mistake : schemas.mistakes(name, texts.read(name)))
      BOOST_ERROR(bundle.filename() << ": " << name << ": " << mistake);
    const std::string file = fs::path(name).filename().string();
    if (name.starts_with("records/"))
      ++kinds["records/*/" + file];
    else if (name.starts_with("tables/") && file != "report.json" && file != "answers.csv" && file != "captions.csv")
      ++kinds["tables/*.csv"];
    else if (name.starts_with("figures/"))
      ++kinds["figures/*.csv"];
    else
      ++kinds[name];
  }
  return kinds;
}

/// Study, sub-samples and records as copies.
struct Made : SmallStudy {
  Made() {
    write("study.toml", SmallStudy::manifest(2, "[records]\nkeep = \"copy\"\n") + "rates = \"0.5\"\n");
    const Said said = run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  }
};

/// What the frozen bundles of a version hold: a change of any of it breaks a test, not somebody's archive.
void check_trained(const fs::path& bundle) {
  std::map<std::string, int> kinds = check_all(bundle);
  for (const char* kind : {"published.csv", "records/*/training.csv"}) BOOST_TEST(kinds[kind] > 0, "no " << kind);
  BOOST_TEST(kinds["figures/*.csv"] > 0);
  BOOST_TEST(kinds["tables/answers.csv"] == 1);
  const Bundle read = read_bundle(bundle);
  std::set<std::string> plugins, sets, outcomes, methods;
  std::size_t on_sub_samples = 0;
  for (const PluginUse& use : read.info.plugins) plugins.insert(use.kind);
  for (const MeasureRow& row : read.measures) {
    sets.insert(row.test_set);
    on_sub_samples += row.subset.empty() ? 0 : 1;
  }
  for (const RunRow& run : read.runs) {
    outcomes.insert(std::string(to_string(run.outcome)));
    methods.insert(run.mitigation);
  }
  BOOST_TEST((plugins == std::set<std::string>{"measure", "mitigation", "study"}));
  BOOST_TEST((outcomes == std::set<std::string>{"diverged", "ok"}));
  BOOST_TEST(sets.size() == 2u);
  BOOST_TEST(methods.size() == 2u);
  BOOST_TEST(on_sub_samples > 0u);
  BOOST_TEST(!read.info.published.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schemas)

BOOST_AUTO_TEST_CASE(fit_every_file_of_the_frozen_bundles) {
  const std::vector<fs::path> bundles = bundles_below(kTree / "tests" / "bundles" / "frozen");
  BOOST_REQUIRE(!bundles.empty());
  for (const fs::path& bundle : bundles) {
    std::map<std::string, int> kinds = check_all(bundle);
    for (const char* name : {"bundle.json", "environment.json", "runs.csv", "measures.csv", "timing.csv",
                             "tables/report.json", "tables/*.csv", kCrateFile})
      BOOST_TEST(kinds[name] > 0, bundle.filename() << " has no " << name);
    BOOST_TEST((kinds["records/*/outcome.json"] > 0) == read_bundle(bundle).info.records_kept, bundle.filename());
  }
}

BOOST_AUTO_TEST_CASE(fit_what_only_a_bundle_of_trained_runs_has) {
  for (const char* name : {"1-trained", "1-figures-csv", "2-trained"})
    check_trained(kTree / "tests" / "bundles" / "frozen" / name);
}

BOOST_AUTO_TEST_CASE(fit_a_bundle_that_was_measured_again_and_one_that_is_unfinished) {
  const fs::path frozen = kTree / "tests" / "bundles" / "frozen";
  const Bundle trained = read_bundle(frozen / "2-trained"), again = read_bundle(frozen / "2-again");
  BOOST_TEST(again.info.parent == trained.content_digest);
  BOOST_TEST(again.measures.size() > trained.measures.size());
  BOOST_TEST((again.runs == trained.runs));
  const Bundle unfinished = read_bundle(frozen / "2-unfinished");
  BOOST_TEST(unfinished.info.status == "unfinished");
  BOOST_TEST(unfinished.info.missing_runs.size() == 2u);
  BOOST_TEST(!unfinished.info.records_kept);
  for (const char* name : {"2-again", "2-unfinished"}) BOOST_TEST(check_all(frozen / name)["published.csv"] == 1, name);
}

BOOST_AUTO_TEST_CASE(and_frozen_bundles_are_whole_and_equal_to_themselves) {
  for (const fs::path& bundle : bundles_below(kTree / "tests" / "bundles" / "frozen")) {
    for (const std::string& problem : verify_bundle(bundle).problems) BOOST_ERROR(bundle.filename() << ": " << problem);
    const Said said = Program(SmallStudy::reseed(), {"compare", bundle.string(), bundle.string()}).wait();
    BOOST_TEST(said.code == 0, said.err);
    BOOST_TEST(said.out.find("They are equal, bit for bit") != std::string::npos, said.out);
    const Said page = Program(SmallStudy::reseed(), {"export", bundle.string(), "runs", "--format", "csv"}).wait();
    BOOST_TEST(page.code == 0, page.err);
  }
}

BOOST_AUTO_TEST_CASE(fit_every_file_of_the_reference_bundles) {
  const std::vector<fs::path> bundles = bundles_below(kTree / "results" / "reference");
  BOOST_REQUIRE(!bundles.empty());
  for (const fs::path& bundle : bundles) {
    std::map<std::string, int> kinds = check_all(bundle);
    for (const char* name :
         {"bundle.json", "environment.json", "runs.csv", "measures.csv", "timing.csv", "tables/report.json",
          "tables/*.csv", "tables/answers.csv", "tables/captions.csv", "figures/*.csv", "published.csv", kCrateFile})
      BOOST_TEST(kinds[name] > 0, bundle.filename() << " has no " << name);
  }
}

BOOST_FIXTURE_TEST_CASE(fit_every_file_of_a_bundle_made_now, Made, *boost::unit_test::precondition(can_train)) {
  std::map<std::string, int> kinds = check_all(bundle());
  BOOST_TEST(kinds["records/*/outcome.json"] == 4);
  BOOST_TEST(kinds["records/*/training.csv"] == 4);
  for (const char* name :
       {"bundle.json", "environment.json", "runs.csv", "measures.csv", "timing.csv", "tables/report.json",
        "tables/*.csv", "tables/answers.csv", "tables/captions.csv", kCrateFile})
    BOOST_TEST(kinds[name] > 0, "no " << name);
}

BOOST_AUTO_TEST_SUITE_END()
