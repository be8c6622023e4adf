// SPDX-License-Identifier: Apache-2.0
// `reseed run` from manifest to bundle, with the fake trainer in the place of reseed-train.
#include <sys/mount.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <random>
#include <set>

#include "bundle/bundle.hpp"
#include "reseed/version.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

void flip_a_byte(const fs::path& file) {
  std::string content = read_file(file);
  content[content.size() / 2] ^= 1;
  std::ofstream(file, std::ios::binary) << content;
}

std::vector<fs::path> stored_files(const SmallStudy& study, const std::string& kind) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(study.at(study.store) / kind))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// A file system of a given size in memory, as long as the object lives.
class SmallDisk {
 public:
  SmallDisk(const fs::path& folder, const std::string& size) : folder_(folder) {
    mounted_ = ::mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }

 private:
  fs::path folder_;
  bool mounted_ = false;
};

boost::test_tools::assertion_result can_mount(utf::test_unit_id) {
  const TemporaryFolder folder;
  boost::test_tools::assertion_result answer(SmallDisk(folder.path(), "16k").mounted());
  answer.message() << "small disks need the right to mount";
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(makes_a_whole_bundle_of_a_manifest) {
  const SmallStudy study;
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  BOOST_TEST(has(said.out, study.bundle().string()));
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_TEST((bundle.info.layers == std::map<std::string, std::vector<std::int64_t>>{{"tiny", {0, 1, 2}}}));
  BOOST_TEST(bundle.runs.size() == 6u);
  // per group: two measures without layers, one with three
  BOOST_TEST(bundle.measures.size() == 2u * 5u);
  for (const MeasureRow& row : bundle.measures) BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
  BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
  BOOST_TEST(fs::exists(study.bundle() / "records" / bundle.runs[0].id / "test.safetensors"));
}

BOOST_AUTO_TEST_CASE(keeps_apart_the_files_of_groups_with_names_nearly_alike) {
  const SmallStudy study;
  const std::string longest(300, 'x');
  for (const auto& [first, second] :
       {std::pair<std::string, std::string>{"a b", "a-b"}, {longest + "1", longest + "2"}}) {
    const Said said =
        study.run({"--set", "groups.0.name=\"" + first + '"', "--set", "groups.1.name=\"" + second + '"'});
    BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
    std::map<std::string, std::set<std::string>> groups;  // by pair file
    for (const MeasureRow& row : read_bundle(study.bundle()).measures)
      if (!row.pairs.empty()) groups[row.pairs].insert(row.group);
    BOOST_TEST(groups.size() == 4u);
    for (const auto& [file, names] : groups) BOOST_TEST(names.size() == 1u, file);
    BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
    fs::remove_all(study.at(study.out));
  }
}

BOOST_AUTO_TEST_CASE(does_nothing_the_second_time_and_says_so_within_a_second) {
  const SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const auto before = study.steady_files();
  const Said again = study.run({"--jobs", "1"});
  BOOST_TEST(again.code == 0);
  BOOST_TEST(has(again.out, "everything is there"), again.out);
  BOOST_TEST(again.seconds < 1.0);
  BOOST_TEST((study.steady_files() == before));
}

BOOST_AUTO_TEST_CASE(knows_a_study_that_is_written_in_other_words) {
  const SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const auto before = study.steady_files();
  study.write("study.toml", "# a remark\n" + SmallStudy::manifest());
  const Said again = study.run();
  BOOST_TEST(again.code == 0, again.err);
  BOOST_TEST(has(again.out, "everything is there"), again.out);
  BOOST_TEST((study.steady_files() == before));
}

BOOST_AUTO_TEST_CASE(tells_mistakes_of_the_manifest_and_of_files_at_once) {
  const SmallStudy study;
  study.write("dev.tsv", "text\tlabel\na\tno\nb\tmaybe\n");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--dry-run"}}) {
    std::vector<std::string> words = {"--set", "training.learning_rat=1e-3",
                                      "--set", "models.tiny.checkpoint=\"nowhere\"",
                                      "--set", "groups.1.seeds=[1, 1]"};
    words.insert(words.end(), more.begin(), more.end());
    const Said said = study.run(words);
    BOOST_TEST(said.code == 2);
    BOOST_TEST(count(said.err, "reseed: ") == 4u, said.err);
    for (const char* part :
         {"learning_rat: unknown key", "want every seed once",
          "--set models.tiny.checkpoint=\"nowhere\": models.tiny.checkpoint: want a checkpoint folder",
          "dev.tsv:3: want the label no or yes"})
      BOOST_TEST(has(said.err, part), part << " in " << said.err);
  }
}

BOOST_AUTO_TEST_CASE(gives_equal_bytes_whatever_the_number_of_workers) {
  SmallStudy study;
  BOOST_REQUIRE(study.run({"--jobs", "1"}).code == 0);
  const auto one = study.steady_files();
  study.store = "another-store";
  study.out = "other-results";
  BOOST_REQUIRE(study.run({"--jobs", "4"}).code == 0);
  BOOST_TEST((study.steady_files() == one));
}

BOOST_AUTO_TEST_CASE(goes_on_after_kill_at_any_moment_and_ends_with_equal_bytes) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 4})";
  BOOST_REQUIRE(study.run().code == 0);
  const auto wanted = study.steady_files();
  std::mt19937 random(20261130);
  for (int round = 0; round < 4; ++round) {
    study.store = "store-" + std::to_string(round);
    study.out = "results-" + std::to_string(round);
    int kills = 0;
    for (; kills < 12; ++kills) {
      Program program(SmallStudy::reseed(), study.words("run", {"--jobs", std::to_string(1 + random() % 3)}),
                      study.environment());
      if (program.ended_within(std::chrono::milliseconds(10 + random() % 400))) break;
      program.signal(SIGKILL);
      program.wait();
    }
    const Said last = study.run();
    BOOST_REQUIRE_MESSAGE(last.code == 0, last.err);
    BOOST_TEST((study.steady_files() == wanted), "after " << kills << " kills");
    BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
  }
}

BOOST_AUTO_TEST_CASE(keeps_finished_runs_when_killed) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 40})";
  Program program(SmallStudy::reseed(), study.words("run", {"--jobs", "1"}), study.environment());
  while (!has(program.err(), "train plain seed 1: done"))
    BOOST_REQUIRE(!program.ended_within(std::chrono::milliseconds(5)));
  program.signal(SIGKILL);
  program.wait();
  const auto kept = stored_files(study, "runs");
  const Said again = study.run({"--jobs", "2"});
  BOOST_TEST(again.code == 0);
  BOOST_TEST(trainings(again) <= 4u);
  for (const fs::path& file : kept) BOOST_TEST(fs::exists(file));
}

BOOST_AUTO_TEST_CASE(does_the_task_of_a_damaged_file_again_and_says_why) {
  const SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const auto before = study.steady_files();
  for (const std::string kind : {"runs", "measurements"}) {
    const std::vector<fs::path> files = stored_files(study, kind);
    for (std::size_t i = 0; i < files.size(); i += files.size() / 4 + 1) {
      if (i % 2 == 0)
        flip_a_byte(files[i]);
      else
        fs::resize_file(files[i], fs::file_size(files[i]) / 2);
      const Said again = study.run();
      BOOST_REQUIRE_MESSAGE(again.code == 0, again.err);
      BOOST_TEST(trainings(again) == (kind == "runs" ? 1u : 0u));
      BOOST_TEST(measurings(again) == (kind == "runs" ? 0u : 1u));
      BOOST_TEST(has(again.err, files[i].filename().string()), again.err);
      BOOST_TEST((study.steady_files() == before), files[i]);
      BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(trains_nothing_again_after_a_crash_in_a_measure) {
  SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(3, "[[measures]]\nid = \"fake_mending\"\n"));
  const std::string fakes = std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/";
  const auto good = study.plugins;
  study.plugins.push_back(fakes + "broken");
  const Said first = study.run();
  BOOST_TEST(first.code == 3, first.err);
  BOOST_TEST(trainings(first) == 6u);
  const Bundle unfinished = read_bundle(study.bundle());
  BOOST_TEST(unfinished.info.status == "unfinished");
  for (const MeasureRow& row : unfinished.measures) {
    BOOST_TEST(row.value.has_value() == (row.measure != "fake_mending"));
    if (!row.value) BOOST_TEST((row.flags == std::vector{Flag::plugin_crashed}));
  }
  study.plugins = good;
  study.plugins.push_back(fakes + "mended");
  const Said second = study.run();
  BOOST_REQUIRE_MESSAGE(second.code == 0, second.err);
  BOOST_TEST(trainings(second) == 0u);
  BOOST_TEST(measurings(second) == 2u);
  const Bundle complete = read_bundle(study.bundle());
  BOOST_TEST(complete.info.status == "complete");
  const auto digest = [](const Bundle& bundle) {
    for (const PluginUse& plugin : bundle.info.plugins)
      if (plugin.id == "fake_mending") return plugin.source_digest;
    return std::string();
  };
  BOOST_TEST(digest(complete) != digest(unfinished));
}

BOOST_AUTO_TEST_CASE(goes_on_without_a_run_that_crashes_and_does_it_again_next_time) {
  SmallStudy study;
  study.trainer = R"({"crash": [1]})";
  const Said first = study.run();
  BOOST_TEST(first.code == 3);
  BOOST_TEST(has(first.err, "train plain seed 1: its worker ended by signal 11"), first.err);
  const Bundle unfinished = read_bundle(study.bundle());
  BOOST_TEST(unfinished.info.missing_runs.size() == 2u);
  BOOST_TEST(unfinished.measures[0].n_runs == 2);
  study.trainer = "{}";
  const Said second = study.run();
  BOOST_REQUIRE_MESSAGE(second.code == 0, second.err);
  BOOST_TEST(trainings(second) == 2u);
  BOOST_TEST(read_bundle(study.bundle()).measures[0].n_runs == 3);
}

BOOST_AUTO_TEST_CASE(counts_a_diverged_run_as_a_result) {
  SmallStudy study;
  study.trainer = R"({"diverge": [2]})";
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  const Bundle bundle = read_bundle(study.bundle());
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_TEST((bundle.runs[2].outcome == RunOutcome::diverged));
  BOOST_TEST(bundle.measures[0].n_runs == 2);
}

BOOST_AUTO_TEST_CASE(compares_a_second_training_when_asked) {
  SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(2, "[execution]\ndouble_run = true\n"));
  BOOST_REQUIRE(study.run().code == 0);
  BOOST_TEST(read_bundle(study.bundle()).info.double_run == "equal");
  SmallStudy drifting;
  drifting.trainer = R"({"drift": true})";
  drifting.write("study.toml", SmallStudy::manifest(2, "[execution]\ndouble_run = true\n"));
  const Said said = drifting.run({"--jobs", "1"});
  BOOST_REQUIRE(said.code == 0);
  BOOST_TEST(read_bundle(drifting.bundle()).info.double_run == "differs");
  BOOST_TEST(has(said.err, "train again plain seed 0: "), said.err);
  BOOST_TEST(has(said.err, "test.safetensors"), said.err);
  BOOST_TEST(has(said.err, "numbers by at most "), said.err);
}

BOOST_AUTO_TEST_CASE(trains_a_second_time_again_where_that_failed) {
  SmallStudy study;
  study.out = "once";
  study.write("study.toml", SmallStudy::manifest(2));
  BOOST_REQUIRE(study.run().code == 0);
  study.out = "twice";
  study.write("study.toml", SmallStudy::manifest(2, "[execution]\ndouble_run = true\n"));
  study.trainer = R"({"error": [0]})";
  const Said failed = study.run();
  BOOST_TEST(failed.code == 3, failed.err);
  BOOST_TEST(has(failed.err, "train again plain seed 0"), failed.err);
  BOOST_TEST(read_bundle(study.bundle()).info.status == "unfinished");
  BOOST_TEST(read_bundle(study.bundle()).info.double_run == "");
  const auto verify = [&] { return Program(SmallStudy::reseed(), {"verify", study.bundle().string()}).wait(); };
  BOOST_TEST(verify().code == 0, verify().err);  // it says what it lacks
  BOOST_TEST(has(read_file(study.bundle() / "report.html"), "<dt>One run trained twice</dt><dd>not yet</dd>"));
  study.trainer = "{}";
  const Said second = study.run();
  BOOST_TEST(second.code == 0, second.err);
  BOOST_TEST(read_bundle(study.bundle()).info.status == "complete");
  BOOST_TEST(read_bundle(study.bundle()).info.double_run == "equal");
  BOOST_TEST(verify().code == 0, verify().err);
}

BOOST_AUTO_TEST_CASE(shares_a_store_with_another_run_at_the_same_time) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 20})";
  SmallStudy& other = study;
  Program first(SmallStudy::reseed(), study.words("run"), study.environment());
  other.out = "other-results";
  Program second(SmallStudy::reseed(), other.words("run"), other.environment());
  const Said a = first.wait();
  const Said b = second.wait();
  BOOST_REQUIRE_MESSAGE(a.code == 0, a.err);
  BOOST_REQUIRE_MESSAGE(b.code == 0, b.err);
  BOOST_TEST(trainings(a) + trainings(b) == 6u);
  const auto files = study.steady_files();
  study.out = "results";
  BOOST_TEST((study.steady_files() == files));
}

BOOST_AUTO_TEST_CASE(ends_with_130_when_interrupted_and_goes_on_later) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 200})";
  Program program(SmallStudy::reseed(), study.words("run"), study.environment());
  BOOST_REQUIRE(!program.ended_within(std::chrono::milliseconds(900)));
  program.signal(SIGINT);
  const Said said = program.wait();
  BOOST_TEST(said.code == 130, said.err);
  BOOST_TEST(has(said.err, "interrupted"));
  study.trainer = "{}";
  BOOST_TEST(study.run().code == 0);
}

BOOST_AUTO_TEST_CASE(ends_with_143_when_terminated) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 200})";
  Program program(SmallStudy::reseed(), study.words("run"), study.environment());
  BOOST_REQUIRE(!program.ended_within(std::chrono::milliseconds(900)));
  program.signal(SIGTERM);
  BOOST_TEST(program.wait().code == 143);
}

BOOST_AUTO_TEST_CASE(tells_what_is_wrong_before_any_work) {
  struct Case {
    std::vector<std::string> words;
    std::string place;
  };
  const SmallStudy study;
  for (const Case& c :
       {Case{{"--jobs", "0"}, "--jobs"}, Case{{"--device", "gpu"}, "--device"},
        Case{{"--executor", "slurm"}, "--executor"}, Case{{"--progress", "loud"}, "--progress"},
        Case{{"--set", "training.learning_rat=1e-3"}, "learning_rat"},
        Case{{"--set", "tasks.made.dataset=\"nowhere.toml\""}, "nowhere.toml"},
        Case{{"--set", "models.tiny.checkpoint=\"nowhere\""}, "nowhere"}, Case{{"--unknown"}, "unknown"}}) {
    const Said said = study.run(c.words);
    BOOST_TEST(said.code == 2, c.place + ": " + said.err);
    BOOST_TEST(has(said.err, c.place), said.err);
    BOOST_TEST(trainings(said) == 0u);
  }
}

BOOST_AUTO_TEST_CASE(tells_all_missing_files_at_once) {
  const SmallStudy study;
  std::string manifest = SmallStudy::manifest();
  manifest.replace(manifest.find("checkpoint = \"checkpoint\""), 25, "checkpoint = \"neither\"");
  study.write("study.toml", manifest);
  fs::remove(study.at("train.tsv"));
  const Said said = study.run();
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "study.toml:6:14: models.tiny.checkpoint: want a checkpoint folder"), said.err);
  BOOST_TEST(has(said.err, "study.toml:7:"), said.err);
  BOOST_TEST(has(said.err, "train.tsv"), said.err);
}

BOOST_AUTO_TEST_CASE(refuses_a_run_that_cannot_be_made_before_any_is) {
  SmallStudy study;
  study.trainer = R"({"refuse": "want at most 64 tokens, found 100"})";
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--dry-run"}}) {
    const Said said = study.run(words);
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(count(said.err, ": tasks.made with models.tiny: train, item 7: want at most 64 tokens") == 1u, said.err);
    BOOST_TEST(trainings(said) == 0u);
    BOOST_TEST(!fs::exists(study.at("results")));
  }
  study.trainer = "{}";
  BOOST_TEST(study.run().code == 0);
}

BOOST_AUTO_TEST_CASE(refuses_weights_that_are_not_finite_before_any_run) {
  SmallStudy study;
  study.trainer =
      R"({"not_finite": [{"name": "a.weight", "count": 3, "of": 1024}, {"name": "b", "count": 1, "of": 2}]})";
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--dry-run"}}) {
    const Said said = study.run(words);
    BOOST_TEST(said.code == 2, said.err);
    BOOST_TEST(count(said.err, "reseed: ") == 1u, said.err);
    BOOST_TEST(has(said.err, "study.toml:5:"), said.err);
    BOOST_TEST(has(said.err, "models.tiny: "), said.err);
    BOOST_TEST(has(said.err,
                   "want finite weights, found a.weight (3 of 1024 numbers are NaN or infinite) and one more tensor"),
               said.err);
    BOOST_TEST(trainings(said) == 0u);
    BOOST_TEST(!fs::exists(study.at("results")));
  }
  study.trainer = "{}";
  BOOST_TEST(study.run().code == 0);
}

BOOST_AUTO_TEST_CASE(names_a_plugin_that_is_missing) {
  SmallStudy study;
  study.plugins.clear();
  const Said said = study.run();
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "fake_study"), said.err);
}

BOOST_AUTO_TEST_CASE(says_once_that_there_are_no_plugins_at_all) {
  SmallStudy study;
  fs::create_directories(study.at("alone/bin"));
  fs::create_directories(study.at("empty"));
  fs::copy_file(SmallStudy::reseed(), study.at("alone/bin/reseed"));
  study.plugins = {study.at("empty").string()};
  const Said said = Program(study.at("alone/bin/reseed"), study.words("run"), study.environment()).wait();
  BOOST_TEST(said.code == 2, said.err);
  BOOST_TEST(count(said.err, "reseed: ") == 1u, said.err);
  const std::string folders = study.at("alone/lib/reseed/plugins").string() + " and " + study.plugins.front();
  BOOST_TEST(has(said.err, "study.toml:4:8: study.kind: want the id of a study plugin, found no plugins at all in " +
                               folders + "; "),
             said.err);
  BOOST_TEST(has(said.err, "./reseed build"), said.err);
}

BOOST_AUTO_TEST_CASE(names_the_files_of_plugins_that_cannot_be_used) {
  SmallStudy study;
  study.plugins = {std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/refused"};
  const Said said = study.run();
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "fake_study"), said.err);
  BOOST_TEST(has(said.err, "no_library.so: want a shared library that can be opened"), said.err);
}

BOOST_AUTO_TEST_CASE(refuses_an_output_folder_that_cannot_be_written_to) {
  SmallStudy study;
  study.out = "../../../../../../../../proc/reseed-results";
  const Said said = study.run();
  BOOST_TEST(said.code == 2, said.err);
  BOOST_TEST(has(said.err, "results"), said.err);
  BOOST_TEST(trainings(said) == 0u);
}

BOOST_AUTO_TEST_CASE(ends_with_3_when_the_disk_is_full_and_goes_on_when_there_is_space, *utf::precondition(can_mount)) {
  SmallStudy study;
  study.write("study.toml", SmallStudy::manifest(3, "[records]\nkeep = \"copy\"\n"));
  fs::create_directories(study.at("small-disk"));
  const SmallDisk disk(study.at("small-disk"), "24k");
  study.out = "small-disk/results";
  const Said full = study.run();
  BOOST_TEST(full.code == 3, full.err);
  BOOST_TEST(has(full.err, "space"), full.err);
  BOOST_TEST(trainings(full) == 6u);
  study.out = "results";
  const Said again = study.run();
  BOOST_TEST(again.code == 0, again.err);
  BOOST_TEST(trainings(again) == 0u);
}

BOOST_AUTO_TEST_CASE(asks_for_space_before_it_trains, *utf::precondition(can_mount)) {
  SmallStudy study;
  fs::create_directories(study.at("store"));
  const SmallDisk disk(study.at("store"), "200k");
  const Said said = study.run();
  BOOST_TEST(said.code == 3, said.err);
  BOOST_TEST(has(said.err, "of free space for the records"), said.err);
  BOOST_TEST(trainings(said) == 0u);
}

BOOST_AUTO_TEST_CASE(refuses_a_results_folder_of_another_version) {
  const SmallStudy study;
  BOOST_REQUIRE(study.run().code == 0);
  const fs::path file = study.bundle() / "bundle.json";
  std::string content = read_file(file);
  const std::string version = "\"version\": \"" RESEED_VERSION "\"";
  const std::size_t at = content.find(version);
  BOOST_REQUIRE(at != std::string::npos);
  content.replace(at, version.size(), "\"version\": \"0.0.1\"");
  write_file(file, content);
  const Said said = study.run();
  BOOST_TEST(said.code == 2, said.err);
  BOOST_TEST(has(said.err, "0.0.1"), said.err);
  BOOST_TEST(has(said.err, "--out"), said.err);
}

BOOST_AUTO_TEST_CASE(changes_nothing_with_dry_run) {
  const SmallStudy study;
  const Said said = study.run({"--dry-run"});
  BOOST_TEST(said.code == 0, said.err);
  BOOST_TEST(has(said.out, "6 runs"), said.out);
  BOOST_TEST(!fs::exists(study.at("results")));
  BOOST_TEST(!fs::exists(study.at("store") / "runs"));
}

BOOST_AUTO_TEST_SUITE_END()
