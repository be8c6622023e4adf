// SPDX-License-Identifier: Apache-2.0
#include "execute/executor.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <set>

#include "base/files.hpp"
#include "execute/device_class.hpp"

using namespace reseed;
using nlohmann::json;

namespace {

WorkerOptions fake_worker(const std::string&) {
  WorkerOptions options;
  options.program = std::string(RESEED_BINARY_DIRECTORY) + "/tests/fake_worker";
  return options;
}

/// Sends each task's request and keeps the answers.
struct Script : TaskHandler {
  std::map<std::size_t, Step> steps;
  std::map<std::size_t, Answer> answers;
  std::vector<std::size_t> ended;
  int waits = 0;

  Step start(std::size_t task) override {
    if (steps.at(task).kind == Step::Kind::wait && waits++ > 1) return {};
    return steps.at(task);
  }
  void finish(std::size_t task, Answer answer) override {
    ended.push_back(task);
    answers.insert_or_assign(task, std::move(answer));
  }
  void request(std::size_t task, json request) {
    steps[task] = {Step::Kind::request, "fake_worker", std::move(request), std::nullopt};
  }
};

/// Two tasks that stand alone and one that needs both.
TaskGraph two_and_one() {
  return TaskGraph({{TaskKind::train, "a", {}, {"x"}},
                    {TaskKind::train, "b", {}, {"y"}},
                    {TaskKind::measure, "c", {"x", "y"}, {"z"}}});
}

bool run(Script& script, const TaskGraph& graph, std::size_t jobs) {
  const Interruption interruption;
  ExecutionObserver observer;
  return LocalExecutor({jobs, fake_worker}, interruption).run(graph, script, observer);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(local_executor)

BOOST_AUTO_TEST_CASE(settles_every_task_after_its_needs_with_any_number_of_workers) {
  for (const std::size_t jobs : {1u, 2u, 5u}) {
    Script script;
    for (std::size_t task = 0; task < 3; ++task) script.request(task, {{"request", "echo"}, {"value", task}});
    BOOST_TEST(run(script, two_and_one(), jobs));
    BOOST_REQUIRE(script.ended.size() == 3u);
    BOOST_TEST(script.ended.back() == 2u);
    for (std::size_t task = 0; task < 3; ++task) BOOST_TEST(script.answers.at(task).event.result == task);
    BOOST_TEST(script.answers.at(0).usage.peak_bytes.value_or(0) > 100'000);
  }
}

BOOST_AUTO_TEST_CASE(goes_on_when_a_worker_crashes) {
  Script script;
  script.request(0, {{"request", "crash"}});
  script.request(1, {{"request", "echo"}, {"value", 7}});
  script.request(2, {{"request", "echo"}, {"value", 8}});
  BOOST_TEST(run(script, two_and_one(), 1));
  BOOST_TEST((script.answers.at(0).event.kind == WorkerEvent::Kind::crashed));
  BOOST_TEST(!script.answers.at(0).timed_out);
  BOOST_TEST(script.answers.at(1).event.result == 7);
  BOOST_TEST(script.answers.at(2).event.result == 8);
}

BOOST_AUTO_TEST_CASE(kills_a_worker_that_exceeds_its_limit) {
  Script script;
  script.request(0, {{"request", "hang"}});
  script.steps[0].limit = std::chrono::milliseconds(50);
  script.request(1, {{"request", "echo"}, {"value", 7}});
  script.request(2, {{"request", "echo"}, {"value", 8}});
  BOOST_TEST(run(script, two_and_one(), 2));
  BOOST_TEST(script.answers.at(0).timed_out);
  BOOST_TEST(script.answers.at(1).event.result == 7);
}

BOOST_AUTO_TEST_CASE(asks_again_for_a_task_that_another_process_was_at) {
  Script script;
  script.steps[0] = {Step::Kind::wait, "", {}, std::nullopt};
  script.request(1, {{"request", "echo"}, {"value", 7}});
  script.request(2, {{"request", "echo"}, {"value", 8}});
  BOOST_TEST(run(script, two_and_one(), 2));
  BOOST_TEST(script.waits > 2);
  BOOST_TEST(script.answers.at(2).event.result == 8);
}

BOOST_AUTO_TEST_CASE(ends_its_workers_when_interrupted) {
  struct Raise : ExecutionObserver {
    void started(std::size_t) override { std::raise(SIGTERM); }
  } observer;
  Script script;
  for (std::size_t task = 0; task < 3; ++task) script.request(task, {{"request", "hang"}});
  const Interruption interruption;
  const auto begin = std::chrono::steady_clock::now();
  const TaskGraph graph = two_and_one();
  BOOST_TEST((!LocalExecutor({2, fake_worker}, interruption).run(graph, script, observer)));
  BOOST_TEST(interruption.signal() == SIGTERM);
  BOOST_TEST(script.ended.empty());
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(1)));
}

BOOST_AUTO_TEST_CASE(asks_a_worker_for_its_device_class_once) {
  const TemporaryFolder folder;
  const Store store(folder.path());
  const json first = device_class(store, fake_worker(""), "cpu");
  BOOST_TEST(first.at("device") == "cpu");
  BOOST_TEST(device_class(store, fake_worker(""), "cpu") == first);  // the fake's answer holds its process number
  ::setenv("OPENBLAS_CORETYPE", "Haswell", 1);
  BOOST_TEST(device_class(store, fake_worker(""), "cpu") != first);
  ::unsetenv("OPENBLAS_CORETYPE");
}

BOOST_AUTO_TEST_SUITE_END()
