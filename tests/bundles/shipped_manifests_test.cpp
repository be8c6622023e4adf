// SPDX-License-Identifier: Apache-2.0
// The manifests that ship: well-formed against the plugins of this build, without any network; and what
// the study of random streams shares between its groups.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/fixtures.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kManifests = fs::path(RESEED_SOURCE_DIRECTORY) / "manifests";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Runs `reseed` where nothing was ever fetched and nothing can be.
Said offline(const std::vector<std::string>& words) {
  const TemporaryFolder cache;
  return Program(SmallStudy::reseed(), words, {{"XDG_CACHE_HOME", cache.path().string()}, {"PIP_NO_INDEX", "1"}})
      .wait();
}

/// The stream study with the small data set and checkpoint in the place of what it fetches.
std::string small_seed_sources() {
  const std::string text = read_file(kManifests / "seed-sources.toml");
  const std::size_t inputs = text.find("[sources.");
  const std::size_t rest = text.find("[training]");
  BOOST_REQUIRE((inputs != std::string::npos && inputs < rest && rest != std::string::npos));
  return text.substr(0, inputs) +
         "[models.minilm]\ncheckpoint = \"checkpoint\"\n"
         "[tasks.amazon]\ndataset = \"data.toml\"\nsplit = { seed = 0, test_fraction = 0.5 }\n" +
         text.substr(rest);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shipped_manifests, *boost::unit_test::precondition(can_train))

BOOST_AUTO_TEST_CASE(are_well_formed_before_anything_was_fetched) {
  const std::vector<fs::path> manifests = files_ending(kManifests, ".toml");
  BOOST_REQUIRE(!manifests.empty());
  for (const fs::path& manifest : manifests) {
    const TemporaryFolder folder;
    const std::string store = (folder.path() / "store").string();
    const std::string out = (folder.path() / "results").string();
    const Said checked = offline({"run", manifest.string(), "--dry-run", "--store", store, "--out", out});
    BOOST_TEST(checked.code == 0, manifest << ": " << checked.err);
    BOOST_TEST(has(checked.out, "well-formed"), checked.out);
  }
}

BOOST_AUTO_TEST_CASE(about_sources_of_randomness_share_the_run_that_their_groups_have_in_common) {
  SmallStudy study;
  study.write("study.toml", small_seed_sources());
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const Said checked = Program(SmallStudy::reseed(), {"verify", study.bundle().string()}).wait();
  BOOST_TEST(checked.code == 0, checked.err);

  const Bundle bundle = read_bundle(study.bundle());
  std::map<std::string, std::vector<RunRow>> groups;
  for (const RunRow& run : bundle.runs) groups[run.group].push_back(run);
  // With seed 0 every stream has the seed 0, held or not.
  for (const auto& [group, runs] : groups) BOOST_TEST(runs.at(0).id == bundle.runs.at(0).id, group);
  BOOST_TEST(std::count_if(bundle.timing.begin(), bundle.timing.end(),
                           [&](const TimingRow& row) { return row.run == bundle.runs.at(0).id; }) == 1);
  for (const std::string stream : {"head_init", "data_order", "dropout"}) {
    BOOST_REQUIRE(groups.contains(stream));
    for (const RunRow& run : groups.at(stream)) {
      BOOST_TEST(run.streams.head_init == (stream == "head_init" ? run.seed : 0));
      BOOST_TEST(run.streams.data_order == (stream == "data_order" ? run.seed : 0));
      BOOST_TEST(run.streams.dropout == (stream == "dropout" ? run.seed : 0));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
