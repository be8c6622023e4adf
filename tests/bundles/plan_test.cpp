// SPDX-License-Identifier: Apache-2.0
// `reseed plan`: what is there, what is missing and what it will take; with the fake trainer in the place of
// reseed-train.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace utf = boost::unit_test;

BOOST_AUTO_TEST_SUITE(plan, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(shows_done_running_and_missing_tasks) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 100})";
  Program program(SmallStudy::reseed(), study.words("run", {"--jobs", "1"}), study.environment());
  while (!has(program.err(), "train plain seed 0: done"))
    BOOST_REQUIRE(!program.ended_within(std::chrono::milliseconds(5)));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const Said running = study.plan({"--dot"});
  program.signal(SIGKILL);
  program.wait();
  BOOST_TEST(running.code == 0, running.err);
  for (const char* state : {"class=\"done\"", "class=\"running\"", "class=\"missing\""})
    BOOST_TEST(has(running.out, state), state << " in " << running.out);
  const Said killed = study.plan({"--dot"});
  BOOST_TEST(count(killed.out, "class=\"running\"") == 0u);
  BOOST_TEST(has(killed.out, "was interrupted"), killed.out);
  study.trainer = "{}";
  BOOST_REQUIRE(study.run().code == 0);
  const Said done = study.plan({"--dot"});
  BOOST_TEST(count(done.out, "class=\"missing\"") == 0u, done.out);
}

BOOST_AUTO_TEST_CASE(tells_what_a_study_takes_before_its_checkpoint_is_there) {
  SmallStudy study;
  std::string manifest = SmallStudy::manifest();
  manifest.replace(manifest.find("\"checkpoint\""), 12, "\"somebody/bert-base-uncased\"");
  study.write("study.toml", manifest);
  const Said text = study.plan();
  BOOST_TEST(text.code == 2);
  BOOST_TEST(has(text.err, "models.tiny.checkpoint: want a checkpoint folder with config.json"), text.err);
  for (const char* part : {" in 2 groups", "of records", "CPU: about", "GPU: about"})
    BOOST_TEST(has(text.out, part), text.out);
  const nlohmann::json told = nlohmann::json::parse(study.plan({"--json"}).out).at("study");
  BOOST_TEST(told.at("runs") == 6);
  // 13 layers of 768 floats for each of 20 test items
  BOOST_TEST(told.at("disk_bytes").get<double>() > 6 * 20 * 13 * 768 * 4);
  BOOST_TEST(told.at("cpu_seconds").get<double>() > told.at("gpu_seconds").get<double>());
  BOOST_TEST(told.at("groups_of_unknown_size").empty());
}

BOOST_AUTO_TEST_CASE(tells_measuring_and_the_run_that_is_trained_twice, *utf::tolerance(1e-9)) {
  SmallStudy study;
  std::string manifest = SmallStudy::manifest();
  manifest.replace(manifest.find("\"checkpoint\""), 12, "\"somebody/bert-base-uncased\"");
  study.write("study.toml", manifest);
  const auto told = [&](const std::string& again) {
    const Said said = study.plan({"--json", "--set", "execution.double_run=" + again});
    return nlohmann::json::parse(said.out).at("study");
  };
  const nlohmann::json once = told("false");
  const nlohmann::json twice = told("true");
  // One measure of representations, 13 layers, two groups of 3 pairs, once as they are and once shuffled, two workers.
  const double one_pair = 20.0 * 768.0 * 20.0;
  BOOST_TEST(once.at("measuring_seconds").get<double>() == 13.0 * 2.0 * 3.0 * 2.0 * one_pair / 4e9 / 2.0);
  BOOST_TEST(once.at("runs_again") == 0);
  BOOST_TEST(twice.at("runs_again") == 1);
  BOOST_TEST(twice.at("runs") == once.at("runs"));
  // Of the nine epochs of all runs the first run has one.
  BOOST_TEST(twice.at("operations").get<double>() > once.at("operations").get<double>() * 10.0 / 9.0 * 0.99);
  BOOST_TEST(twice.at("operations").get<double>() < once.at("operations").get<double>() * 8.0 / 6.0);
  BOOST_TEST(has(study.plan({"--set", "execution.double_run=true"}).out, "6 runs (1 of them twice)"));
  BOOST_TEST(has(study.plan().out, "of it measuring"));
}

BOOST_AUTO_TEST_CASE(names_the_groups_whose_size_it_cannot_tell) {
  SmallStudy study;
  std::string manifest = SmallStudy::manifest();
  manifest.replace(manifest.find("\"checkpoint\""), 12, "\"a model that nobody knows\"");
  study.write("study.toml", manifest);
  const Said text = study.plan();
  BOOST_TEST(text.code == 2);
  BOOST_TEST(has(text.out, "6 runs"), text.out);
  BOOST_TEST(has(text.out, "without 2 of the groups"), text.out);
}

BOOST_AUTO_TEST_CASE(estimates_what_is_left) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 50})";
  const Said before = study.plan({"--json"});
  BOOST_REQUIRE_MESSAGE(before.code == 0, before.err);
  const nlohmann::json estimate = nlohmann::json::parse(before.out).at("estimate");
  BOOST_TEST(estimate.at("seconds").get<double>() > 0.0);
  BOOST_TEST(estimate.at("disk_bytes").get<double>() > 0.0);
  BOOST_REQUIRE(study.run().code == 0);
  const nlohmann::json after = nlohmann::json::parse(study.plan({"--json"}).out).at("estimate");
  BOOST_TEST(after.at("seconds").get<double>() == 0.0);
}

// A machine on which no step ends in time: half a minute of waiting.
BOOST_AUTO_TEST_CASE(tells_by_shapes_where_no_step_ends_in_time, *utf::label("slow")) {
  SmallStudy study;
  study.trainer = R"({"milliseconds": 60000})";
  const Said text = study.plan();
  BOOST_TEST(text.code == 0, text.err);
  BOOST_TEST(has(text.out, "no training step ended within half a minute"), text.out);
  BOOST_TEST(count(text.err, "estimating: ") == 1u, text.err);  // the next kind of run is not tried
}

BOOST_AUTO_TEST_SUITE_END()
