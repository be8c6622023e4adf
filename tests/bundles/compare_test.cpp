// SPDX-License-Identifier: Apache-2.0
// `reseed compare`, from two manifests to a verdict, with the fake trainer in the place of reseed-train; and the frozen
// bundles of every schema version.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/made_bundle.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Said compare(const fs::path& a, const fs::path& b, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"compare", a.string(), b.string()};
  words.insert(words.end(), more.begin(), more.end());
  return Program(SmallStudy::reseed(), words).wait();
}

nlohmann::json compared(const fs::path& a, const fs::path& b, std::vector<std::string> more = {}) {
  more.push_back("--json");
  const Said said = compare(a, b, more);
  BOOST_REQUIRE_MESSAGE(!said.out.empty(), said.err);
  return nlohmann::json::parse(said.out);
}

nlohmann::json quantity(const nlohmann::json& comparison, const std::string& group, const std::string& name) {
  for (const nlohmann::json& found : comparison.at("quantities"))
    if (found.at("group") == group && found.at("quantity") == name) return found;
  BOOST_FAIL("no quantity " + name);
  return {};
}

fs::path frozen() { return fs::path(RESEED_SOURCE_DIRECTORY) / "tests" / "bundles" / "frozen"; }

}  // namespace

BOOST_AUTO_TEST_SUITE(compare_frozen)

BOOST_AUTO_TEST_CASE(there_is_a_frozen_bundle_of_every_schema_version) {
  for (int version = 1; version <= kBundleSchema; ++version) {
    const fs::path folder = frozen() / std::to_string(version);
    BOOST_REQUIRE_MESSAGE(fs::exists(folder / "bundle.json"), "none of version " << version);
    const auto text = nlohmann::json::parse(read_file(folder / "bundle.json"));
    BOOST_TEST(text.at("schema_version") == version);
  }
}

BOOST_AUTO_TEST_CASE(frozen_bundles_are_read_verified_and_compared_by_this_version) {
  for (int version = 1; version <= kBundleSchema; ++version) {
    const fs::path folder = frozen() / std::to_string(version);
    const Bundle bundle = read_bundle(folder);
    BOOST_TEST(!bundle.runs.empty());
    BOOST_TEST(!bundle.measures.empty());
    for (const std::string& problem : verify_bundle(folder).problems) BOOST_ERROR(problem);
    const Said said = compare(folder, folder);
    BOOST_TEST(said.code == 0, said.err);
    BOOST_TEST(has(said.out, "They are equal, bit for bit"), said.out);
  }
}

// The newest one was imported from the records of the first. Kappa is computed in another order since.
BOOST_AUTO_TEST_CASE(bundles_of_two_versions_with_the_same_records_are_equal) {
  const fs::path newest = frozen() / std::to_string(kBundleSchema);
  BOOST_TEST(has(compare(frozen() / "1", newest).out, "bundle schema"));
  const nlohmann::json all = compared(frozen() / "1", newest).at("quantities");
  BOOST_TEST(all.size() > 10u);
  for (const nlohmann::json& one : all)
    BOOST_TEST((one.at("verdict") == "bit_equal" ||
                (one.at("quantity") == "fleiss_kappa" && one.at("verdict") == "within_tolerance")),
               one.dump());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(compare_command)

BOOST_AUTO_TEST_CASE(ends_with_1_only_where_something_differs) {
  const auto score = [](std::uint64_t seed) { return 0.8 + 0.001 * static_cast<double>(seed); };
  const auto distance = [](std::uint64_t a, std::uint64_t b, std::int64_t) {
    return 0.1 + 0.002 * static_cast<double>(a + 3 * b);
  };
  const std::vector<std::uint64_t> seeds = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  MadeBundle a, same, other, unlike;
  a.add_group("plain", seeds, score, distance);
  same.add_group("plain", seeds, score, distance);
  other.add_group(
      "plain", seeds, [&](std::uint64_t seed) { return score(seed) - 0.1; }, distance);
  unlike.add_group("another", {50, 51}, score, distance);
  for (RunRow& run : unlike.content.runs) run.id = "x" + run.id;
  const fs::path left = a.write("a");
  const Said equal = compare(left, same.write("b"));
  BOOST_TEST(equal.code == 0, equal.err);
  BOOST_TEST(has(equal.out, "They are equal, bit for bit: all 3 quantities."), equal.out);
  const Said different = compare(left, other.write("b"));
  BOOST_TEST(different.code == 1, different.err);
  BOOST_TEST(has(different.out, "They differ by more than chance"), different.out);
  BOOST_TEST(different.out.find("What differs (A -> B)") < different.out.find("Verdicts"));
  const Said nothing = compare(left, unlike.write("b"));
  BOOST_TEST(nothing.code == 5, nothing.out);
  BOOST_TEST(has(nothing.out, "Nothing in these two bundles may be compared."), nothing.out);
}

BOOST_AUTO_TEST_CASE(the_margin_is_a_share_of_the_larger_value) {
  const auto noisy = [](double shift) {
    return [shift](std::uint64_t seed) { return 0.8 + shift + 0.0002 * static_cast<double>(seed * 7 % 11); };
  };
  const auto distance = [](std::uint64_t, std::uint64_t, std::int64_t) { return 0.25; };
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 17; ++seed) seeds.push_back(seed);
  MadeBundle a, b;
  a.add_group("plain", seeds, noisy(0.0), distance);
  b.add_group(
      "plain", seeds, [&](std::uint64_t seed) { return noisy(0.0)(seed + 5 + seed % 2); }, distance);
  const fs::path left = a.write("a"), right = b.write("b");
  const nlohmann::json wide = quantity(compared(left, right), "plain", "accuracy");
  BOOST_TEST(wide.at("verdict") == "indistinguishable");
  BOOST_TEST(wide.at("values")[0].at("margin").get<double>() == 0.08, boost::test_tools::tolerance(0.01));
  // Half the margin takes more seeds: runs that fail seldom might be unseen.
  const nlohmann::json half = quantity(compared(left, right, {"--margin", "5%"}), "plain", "accuracy");
  BOOST_TEST(half.at("verdict") == "cannot_tell");
  BOOST_TEST(half.at("flags") == nlohmann::json::array({"few_seeds"}));
  BOOST_TEST(half.at("seeds_needed") == 36);
  BOOST_TEST(has(half.at("remark").get<std::string>(), "17 seeds may hold none of the runs that fail (at least 36)"));
  // never below one item of 300
  const nlohmann::json narrow = quantity(compared(left, right, {"--margin", "0%"}), "plain", "accuracy");
  BOOST_TEST(narrow.at("values")[0].at("margin").get<double>() == 1.0 / 300.0);
}

BOOST_AUTO_TEST_CASE(bad_input_ends_with_2_and_a_newer_schema_with_4) {
  MadeBundle made;
  made.add_group(
      "plain", {0, 1}, [](std::uint64_t) { return 0.5; },
      [](std::uint64_t, std::uint64_t, std::int64_t) { return 0.5; });
  const fs::path bundle = made.write("a");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"compare"},
                                                {"compare", bundle.string()},
                                                {"compare", bundle.string(), "nowhere"},
                                                {"compare", bundle.string(), bundle.string(), bundle.string()},
                                                {"compare", bundle.string(), bundle.string(), "--margin", "wide"},
                                                {"compare", bundle.string(), bundle.string(), "--margin", "50%"},
                                                {"compare", bundle.string(), bundle.string(), "--margin", "-0.1"},
                                                {"compare", bundle.string(), bundle.string(), "--margin", "nan"},
                                                {"compare", bundle.string(), bundle.string(), "--plugins", "nowhere"},
                                                {"compare", bundle.string(), bundle.string(), "--jsn"}}) {
    const Said said = Program(SmallStudy::reseed(), words).wait();
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
    BOOST_TEST(said.out.empty());
  }
  fs::copy(bundle, made.folder() / "newer", fs::copy_options::recursive);
  write_file(made.folder() / "newer" / "bundle.json", R"({"schema_version": 99})");
  fs::remove(made.folder() / "newer" / "runs.csv");
  const Said newer = compare(bundle, made.folder() / "newer");
  BOOST_TEST(newer.code == 4, newer.err);
  BOOST_TEST(has(newer.err, "want schema " + std::to_string(kBundleSchema)), newer.err);
  BOOST_TEST(has(newer.err, "found 99"), newer.err);
}

BOOST_AUTO_TEST_CASE(a_bundle_that_contradicts_itself_is_compared_with_nothing) {
  const auto refused = [](const std::function<void(MadeBundle&)>& change, const std::string& part) {
    MadeBundle made;
    made.add_group(
        "plain", {0, 1, 2}, [](std::uint64_t) { return 0.5; },
        [](std::uint64_t, std::uint64_t, std::int64_t) { return 0.5; });
    const fs::path good = made.write("good");
    change(made);
    const fs::path bad = made.write("bad");
    for (const auto& [a, b] : {std::pair{good, bad}, {bad, good}}) {
      const Said said = compare(a, b);
      BOOST_TEST(said.code == 2, said.err);
      BOOST_TEST(has(said.err, (bad / "measures.csv").string() + ": row 1: " + part), said.err);
      BOOST_TEST(has(said.err, "the bundle contradicts itself; reseed verify tells more"), said.err);
      BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
    }
  };
  refused(
      [](MadeBundle& made) {
        for (RunRow& run : made.content.runs) run.seed += 100;
      },
      "want pairs/");
  refused([](MadeBundle& made) { made.content.runs.pop_back(); }, "want pairs/");
  refused([](MadeBundle& made) { made.content.runs.clear(); },
          "want a group, model and task of runs.csv, found plain, model, task");
}

BOOST_AUTO_TEST_CASE(a_schema_of_another_program_version_is_no_damage_of_the_bundle) {
  const TemporaryFolder share;
  fs::create_directories(share.path() / "schema");
  for (const auto& entry : fs::directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "harness/bundle/schema"))
    fs::copy(entry.path(), share.path() / "schema");
  const fs::path file = share.path() / "schema/report.schema.json";
  std::string text = read_file(file);
  text.replace(text.find("\"maxItems\""), 10, "\"mostItems\"");
  write_file(file, text);
  const Said said =
      Program(SmallStudy::reseed(), {"verify", (frozen() / "1").string()}, {{"RESEED_SHARE", share.path().string()}})
          .wait();
  BOOST_TEST(said.code == 70, said.err);
  BOOST_TEST(said.out.empty(), said.out);
  BOOST_TEST(has(said.err, file.string() + ": want a keyword that is checked, found \"mostItems\""), said.err);
  BOOST_TEST(has(said.err, "install program and share folder of one version again"), said.err);
  BOOST_TEST(std::count(said.err.begin(), said.err.end(), '\n') == 1, said.err);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(compare_runs, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(a_rerun_on_the_same_machine_is_bit_equal_everywhere) {
  SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const fs::path first = study.bundle();
  study.store = "another-store";
  study.out = "other-results";
  BOOST_REQUIRE(study.run({"--jobs", "1"}).code == 0);
  const nlohmann::json comparison = compared(first, study.bundle());
  const auto total = comparison.at("quantities").size();
  BOOST_TEST(total == 2u * 4u);
  BOOST_TEST(comparison.at("verdicts").at("bit_equal") == total);
  BOOST_TEST(comparison.at("same_device_class") == true);
  for (const auto& [kind, list] : comparison.at("differences").items()) BOOST_TEST(list.empty(), kind);
}

BOOST_AUTO_TEST_CASE(other_seeds_are_compared_on_the_common_ones_group_values_too) {
  SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(5));
  BOOST_REQUIRE(study.run().code == 0);
  const fs::path five = study.bundle();
  study.write("study.toml", SmallStudy::manifest(4));
  study.out = "four";
  BOOST_REQUIRE(study.run().code == 0);
  const nlohmann::json comparison = compared(five, study.bundle());
  BOOST_TEST(comparison.at("verdicts").at("bit_equal") == comparison.at("quantities").size(), comparison.dump(1));
  for (const char* name : {"accuracy", "performance_sd", "pairwise_disagreement", "linear_cka_distance"})
    BOOST_TEST(quantity(comparison, "plain", name).at("seeds").at("common") == 4);
  bool seeds_named = false;
  for (const auto& difference : comparison.at("differences").at("manifest"))
    seeds_named = seeds_named || difference.at("what") == "groups.plain.seeds";
  BOOST_TEST(seeds_named);
}

BOOST_AUTO_TEST_CASE(what_changed_in_one_group_is_tested_in_it_alone) {
  SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(8));
  BOOST_REQUIRE(study.run().code == 0);
  const fs::path before = study.bundle();
  std::string manifest = SmallStudy::manifest(8);
  manifest.replace(manifest.find("epochs = 2"), 10, "epochs = 3");
  study.write("study.toml", manifest);
  study.out = "three-epochs";
  BOOST_REQUIRE(study.run().code == 0);
  const Said said = compare(before, study.bundle());
  BOOST_TEST(has(said.out, "groups.longer.training.epochs: 2 -> 3"), said.out);
  const nlohmann::json comparison = compared(before, study.bundle());
  for (const char* name : {"accuracy", "performance_sd", "pairwise_disagreement", "linear_cka_distance"})
    BOOST_TEST(quantity(comparison, "plain", name).at("verdict") == "bit_equal", name);
}

BOOST_AUTO_TEST_CASE(group_values_on_sub_samples_are_tested_on_their_items) {
  SmallStudy study;
  const auto run = [&](std::string manifest, const std::string& out) {
    study.write("study.toml", manifest + "rates = \"0.6\"\nitems_seed = 3\n");
    study.out = out;
    const Said said = study.run();
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    return study.bundle();
  };
  const fs::path before = run(SmallStudy::manifest(8), "before");
  std::string manifest = SmallStudy::manifest(8);
  manifest.replace(manifest.find("epochs = 2"), 10, "epochs = 3");
  const nlohmann::json comparison = compared(before, run(manifest, "after"));
  int on_subsets = 0;
  for (const nlohmann::json& found : comparison.at("quantities")) {
    if (found.at("quantity") != "performance_sd" || found.at("subset") == "") continue;
    ++on_subsets;
    if (found.at("group") == "plain") {
      BOOST_TEST(found.at("verdict") == "bit_equal");
      continue;
    }
    BOOST_TEST(found.at("test") == "runs of a seed exchanged", found.dump(1));
    BOOST_TEST(found.at("p").is_number(), found.dump(1));
    BOOST_TEST(found.at("family") == 1);
  }
  BOOST_TEST(on_subsets == 2);
}

BOOST_AUTO_TEST_SUITE_END()
