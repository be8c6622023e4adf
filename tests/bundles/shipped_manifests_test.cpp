// SPDX-License-Identifier: Apache-2.0
// The manifests that ship: well-formed against the plugins of this build, without any network; and what
// the study of random streams shares between its groups.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "base/run_json.hpp"
#include "bundle/bundle.hpp"
#include "manifest/check.hpp"
#include "manifest/manifest_text.hpp"
#include "plan/request_study.hpp"
#include "support/can_train.hpp"
#include "support/fixtures.hpp"
#include "support/plugins.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;

namespace {

const fs::path kManifests = fs::path(RESEED_SOURCE_DIRECTORY) / "manifests";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Every manifest of the folder and the folders in it, sorted.
std::vector<fs::path> shipped() {
  std::vector<fs::path> manifests;
  for (const auto& entry : fs::recursive_directory_iterator(kManifests))
    if (entry.path().extension() == ".toml") manifests.push_back(entry.path());
  std::sort(manifests.begin(), manifests.end());
  return manifests;
}

/// Runs `reseed` where nothing was ever fetched and nothing can be, and no checkpoint is; `data`: where data sets are.
Said offline(const std::vector<std::string>& words, const std::string& data = "") {
  const TemporaryFolder cache;
  return Program(SmallStudy::reseed(), words,
                 {{"XDG_CACHE_HOME", cache.path().string()},
                  {"HF_HUB_CACHE", cache.path().string()},
                  {"RESEED_MODELS", ""},
                  {"RESEED_DATA", data},
                  {"PIP_NO_INDEX", "1"}})
      .wait();
}

/// Whether all that is wrong is that checkpoints and data sets are not there.
bool only_inputs_are_missing(const std::string& errors) {
  static const std::regex kMissing(
      "reseed: .*\\.toml:\\d+:\\d+: (models\\.[^ ]+\\.checkpoint: want a checkpoint folder with config\\.json, found "
      "none at .*|"
      "tasks\\.[^ ]+: [^ ]+: want to know where .* are, found neither a root nor RESEED_DATA)");
  std::istringstream lines(errors);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    if (!std::regex_match(line, kMissing)) return false;
  return count > 0;
}

/// The GLUE files: RESEED_DATA, or the folder beside the checkout; empty where neither has them.
std::string real_data() {
  const char* given = std::getenv("RESEED_DATA");
  const fs::path folder =
      given != nullptr && *given != '\0' ? fs::path(given) : fs::path(RESEED_SOURCE_DIRECTORY) / "../shared/data";
  return fs::is_directory(folder / "glue") ? folder.string() : std::string();
}

boost::test_tools::assertion_result has_real_data(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(!real_data().empty());
  result.message() << "the GLUE data sets are not here (RESEED_DATA)";
  return result;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
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
  const std::vector<fs::path> manifests = shipped();
  BOOST_REQUIRE(!manifests.empty());
  for (const fs::path& manifest : manifests) {
    const TemporaryFolder folder;
    const std::string store = (folder.path() / "store").string();
    const std::string out = (folder.path() / "results").string();
    const Said checked = offline({"run", manifest.string(), "--dry-run", "--store", store, "--out", out});
    if (checked.code == 2 && only_inputs_are_missing(checked.err)) continue;
    BOOST_TEST(checked.code == 0, manifest << ": " << checked.err);
    BOOST_TEST(has(checked.out, "well-formed"), checked.out);
  }
}

BOOST_AUTO_TEST_CASE(at_large_and_base_scale_differ_in_the_names_of_the_models_alone) {
  std::size_t pairs = 0;
  for (const fs::path& large : shipped()) {
    if (large.filename() != "large.toml") continue;
    const fs::path base = large.parent_path() / "base.toml";
    BOOST_REQUIRE_MESSAGE(fs::exists(base), base);
    BOOST_TEST((replaced(read_file(large), "-large", "-base") == read_file(base)), large);
    ++pairs;
  }
  BOOST_TEST(pairs > 0u);
}

BOOST_AUTO_TEST_CASE(at_large_and_base_scale_tell_what_they_take_before_a_checkpoint_is_there,
                     *boost::unit_test::precondition(has_real_data)) {
  std::map<std::string, double> seconds;
  for (const fs::path& manifest : shipped()) {
    const std::string scale = manifest.stem().string();
    if (scale != "large" && scale != "base") continue;
    const TemporaryFolder folder;
    const Said told =
        offline({"plan", manifest.string(), "--store", (folder.path() / "store").string(), "--json"}, real_data());
    BOOST_TEST(told.code == 2);
    BOOST_TEST(only_inputs_are_missing(told.err), told.err);
    const nlohmann::json study = nlohmann::json::parse(told.out).at("study");
    BOOST_TEST(study.at("runs").get<int>() > 0);
    BOOST_TEST(study.at("runs_again").get<int>() == 1);  // double_run = true
    BOOST_TEST(study.at("disk_bytes").get<double>() > 0.0);
    const double measuring = study.at("measuring_seconds").get<double>();
    BOOST_TEST(measuring > 0.0);
    BOOST_TEST(study.at("cpu_seconds").get<double>() > measuring);
    BOOST_TEST(study.at("gpu_seconds").get<double>() > measuring);
    BOOST_TEST(study.at("groups_of_unknown_size").empty());
    seconds[manifest.parent_path().filename().string() + ' ' + scale] = study.at("cpu_seconds").get<double>();
  }
  for (const auto& [name, large] : seconds)
    if (name.ends_with(" large")) BOOST_TEST(large > seconds.at(replaced(name, " large", " base")), name);
}

/// What a study's manifests of one scale ask for, by study, and how many of all these runs differ.
struct AskedFor {
  std::map<std::string, std::size_t> runs;
  std::size_t distinct = 0;
};

AskedFor asked_for(const std::string& scale, const PluginCatalog& catalog) {
  AskedFor asked;
  std::set<std::string> distinct;
  for (const fs::path& file : shipped()) {
    if (file.stem() != scale) continue;
    const Manifest manifest = check_manifest(read_manifest(file), catalog);
    for (const PlannedGroup& group : request_study(manifest, catalog).groups) {
      asked.runs[file.parent_path().filename().string()] += group.runs.size();
      // What is not there has no digest yet: what it is made of stands for it.
      for (const RunSpec& run : group.runs)
        distinct.insert(group.model + ' ' + run.task.dataset + ' ' + std::to_string(run.task.train_items.value_or(0)) +
                        ' ' + run.task.metric + ' ' + run_id(run));
    }
  }
  asked.distinct = distinct.size();
  return asked;
}

// The sums that manifests/README.md tells: no command takes several manifests.
BOOST_AUTO_TEST_CASE(of_one_scale_share_the_runs_that_studies_have_in_common) {
  const PluginCatalog catalog =
      search_plugins({fs::path(RESEED_BINARY_DIRECTORY) / "lib/reseed/plugins"}, probe_settings());
  const std::map<std::string, std::size_t> published = {
      {"imm_reassessment", 360}, {"sst2_scale", 40}, {"subsample_size", 60}, {"validity", 240}};
  for (const char* scale : {"large", "base"}) {
    const AskedFor asked = asked_for(scale, catalog);
    BOOST_TEST((asked.runs == published), scale);
    BOOST_TEST(asked.distinct == 520u, scale);
  }
  const AskedFor small = asked_for("small", catalog);
  const std::map<std::string, std::size_t> want = {
      {"imm_reassessment", 160}, {"sst2_scale", 40}, {"subsample_size", 32}, {"validity", 92}};
  BOOST_TEST((small.runs == want));
  BOOST_TEST(small.distinct == 180u);
}

BOOST_AUTO_TEST_CASE(at_small_scale_are_well_formed_on_the_real_data, *boost::unit_test::precondition(has_real_data)) {
  for (const fs::path& manifest : shipped()) {
    if (manifest.filename() != "small.toml") continue;
    const TemporaryFolder folder;
    const Said checked = offline({"run", manifest.string(), "--dry-run", "--store", (folder.path() / "store").string(),
                                  "--out", (folder.path() / "results").string()},
                                 real_data());
    BOOST_TEST(checked.code == 0, manifest << ": " << checked.err);
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
