// SPDX-License-Identifier: Apache-2.0
#include "worker/client.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "base/files.hpp"

namespace {

using Kind = reseed::WorkerEvent::Kind;
using namespace std::chrono_literals;

struct Fixture {
  reseed::TemporaryFolder folder;
  reseed::WorkerProcess worker = start();

  reseed::WorkerProcess start() const {
    reseed::WorkerOptions options;
    options.program = std::string(RESEED_BINARY_DIRECTORY) + "/tests/fake_worker";
    options.log = folder.path() / "log";
    return reseed::WorkerProcess(std::move(options));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(worker_process, Fixture)

BOOST_AUTO_TEST_CASE(answers_one_request_after_another) {
  for (int i = 0; i < 3; ++i) {
    const auto answer = worker.call({{"request", "echo"}, {"value", i}});
    BOOST_TEST((answer.kind == Kind::done));
    BOOST_TEST(answer.result.get<int>() == i);
  }
}

BOOST_AUTO_TEST_CASE(takes_a_request_larger_than_a_pipe) {
  const std::string value(3'000'000, 'x');
  BOOST_TEST((worker.call({{"request", "echo"}, {"value", value}}).result.get<std::string>() == value));
}

BOOST_AUTO_TEST_CASE(reports_progress_and_always_the_last_of_it) {
  std::vector<std::int64_t> seen;
  const auto answer = worker.call({{"request", "count"}, {"total", 1000}}, std::nullopt,
                                  [&](const reseed::WorkerEvent& event) { seen.push_back(event.done); });
  BOOST_TEST((answer.kind == Kind::done));
  BOOST_REQUIRE(!seen.empty());
  BOOST_TEST(seen.back() == 1000);
  BOOST_TEST(seen.size() < 100u);
}

BOOST_AUTO_TEST_CASE(hands_an_error_on_with_kind_and_place) {
  const auto answer = worker.call({{"request", "fail"}});
  BOOST_TEST((answer.kind == Kind::error));
  BOOST_CHECK_EXCEPTION(reseed::result_of(answer, "x"), reseed::Error, [](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::data && error.place() == "file.txt:3" &&
           error.message() == "want a number, found a word";
  });
}

BOOST_AUTO_TEST_CASE(calls_a_foreign_exception_an_internal_error_and_lives) {
  const auto answer = worker.call({{"request", "throw"}});
  BOOST_TEST((answer.error_kind == reseed::ErrorKind::internal));
  BOOST_TEST(answer.message == "not ours");
  BOOST_TEST((worker.call({{"request", "echo"}, {"value", 1}}).kind == Kind::done));
}

BOOST_AUTO_TEST_CASE(refuses_a_request_that_it_does_not_know) {
  BOOST_TEST((worker.call({{"request", "dance"}}).kind == Kind::error));
}

BOOST_AUTO_TEST_CASE(keeps_what_libraries_print_apart_from_answers) {
  BOOST_TEST(worker.call({{"request", "print"}}).result.get<std::string>() == "printed");
  BOOST_TEST(reseed::read_file(folder.path() / "log").starts_with("a library prints"));
}

BOOST_AUTO_TEST_CASE(says_which_signal_ended_a_worker) {
  const auto answer = worker.call({{"request", "crash"}});
  BOOST_TEST((answer.kind == Kind::crashed));
  BOOST_TEST(answer.message == "ended by signal 9 (Killed)");
  BOOST_TEST(worker.descriptor() == -1);
  BOOST_TEST((worker.call({{"request", "echo"}, {"value", 1}}).kind == Kind::crashed));
  BOOST_CHECK_EXCEPTION(reseed::result_of(answer, "run 3"), reseed::Error, [](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::unfinished && error.place() == "run 3";
  });
}

BOOST_AUTO_TEST_CASE(says_with_which_status_a_worker_left) {
  BOOST_TEST(worker.call({{"request", "exit"}}).message == "ended with status 7");
}

BOOST_AUTO_TEST_CASE(kills_a_worker_that_talks_nonsense) {
  const auto answer = worker.call({{"request", "nonsense"}});
  BOOST_TEST((answer.kind == Kind::crashed));
  BOOST_TEST(answer.message.starts_with("killed: its answer cannot be read"));
}

BOOST_AUTO_TEST_CASE(kills_a_worker_after_its_time_limit) {
  const auto answer = worker.call({{"request", "hang"}}, 50ms);
  BOOST_TEST((answer.kind == Kind::crashed));
  BOOST_TEST(answer.message == "killed after its time limit of 50 ms");
}

BOOST_AUTO_TEST_CASE(has_nothing_to_say_unasked) { BOOST_TEST(!worker.receive(10ms).has_value()); }

BOOST_AUTO_TEST_CASE(computes_with_one_thread_unless_told_otherwise) {
  BOOST_TEST(worker.call({{"request", "environment"}}).result.at("threads").get<std::string>() == "1");
}

BOOST_AUTO_TEST_CASE(that_cannot_be_started_is_an_error) {
  reseed::WorkerOptions options;
  options.program = folder.path() / "absent";
  BOOST_CHECK_EXCEPTION(reseed::WorkerProcess{options}, reseed::Error,
                        [&](const reseed::Error& error) { return error.place() == options.program.string(); });
}

BOOST_AUTO_TEST_CASE(a_worker_dies_with_the_program_that_started_it) {
  int ends[2] = {-1, -1};
  BOOST_REQUIRE(::pipe(ends) == 0);
  const pid_t starter = ::fork();
  if (starter == 0) {
    reseed::WorkerProcess own = start();
    own.send({{"request", "hang"}});
    const int process = own.process();
    if (::write(ends[1], &process, sizeof process) != sizeof process) std::_Exit(1);
    ::pause();
    std::_Exit(0);
  }
  int process = -1;
  BOOST_REQUIRE(::read(ends[0], &process, sizeof process) == sizeof process);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // it is in the middle of the request
  ::kill(starter, SIGKILL);
  ::waitpid(starter, nullptr, 0);
  const auto runs = [&] {
    std::ifstream status("/proc/" + std::to_string(process) + "/stat");
    const std::string text(std::istreambuf_iterator<char>(status), {});
    const auto state = text.rfind(") ");
    return state != std::string::npos && text[state + 2] != 'Z';
  };
  for (int i = 0; i < 100 && runs(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  BOOST_TEST(!runs());
  ::close(ends[0]);
  ::close(ends[1]);
}

BOOST_AUTO_TEST_SUITE_END()
