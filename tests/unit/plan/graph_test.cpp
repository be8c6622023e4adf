// SPDX-License-Identifier: Apache-2.0
#include "plan/graph.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "reseed/error.hpp"

using namespace reseed;

namespace {

Task task(TaskKind kind, std::string name, std::vector<std::string> consumes, std::vector<std::string> produces) {
  return {kind, std::move(name), std::move(consumes), std::move(produces)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(task_graph)

BOOST_AUTO_TEST_CASE(names_the_artefact_that_no_task_produces_and_who_wants_it) {
  std::vector<Task> tasks = {task(TaskKind::train, "train a", {}, {"record:a"}),
                             task(TaskKind::measure, "measure x", {"record:a", "record:b"}, {"values:x"})};
  BOOST_CHECK_EXCEPTION(TaskGraph(std::move(tasks)), Error, [](const Error& error) {
    return error.kind() == ErrorKind::manifest && error.place() == "measure x" &&
           error.message() == "consumes record:b, which no task produces";
  });
}

BOOST_AUTO_TEST_CASE(refuses_an_artefact_that_two_tasks_produce) {
  std::vector<Task> tasks = {task(TaskKind::train, "train a", {}, {"record:a"}),
                             task(TaskKind::train, "train b", {}, {"record:a"})};
  BOOST_CHECK_EXCEPTION(TaskGraph(std::move(tasks)), Error, [](const Error& error) {
    return error.kind() == ErrorKind::manifest && error.place() == "train b" &&
           error.message().find("train a") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(refuses_tasks_that_wait_for_each_other) {
  std::vector<Task> tasks = {task(TaskKind::train, "a", {"y"}, {"x"}), task(TaskKind::train, "b", {"x"}, {"y"})};
  BOOST_CHECK_EXCEPTION(TaskGraph(std::move(tasks)), Error,
                        [](const Error& error) { return error.kind() == ErrorKind::manifest; });
}

BOOST_AUTO_TEST_CASE(orders_producers_before_consumers_and_keeps_the_given_order_otherwise) {
  const TaskGraph graph({task(TaskKind::bundle, "bundle", {"x", "y"}, {}), task(TaskKind::train, "a", {}, {"x"}),
                         task(TaskKind::train, "b", {}, {"y"})});
  const std::vector<std::size_t> wanted = {1, 2, 0};
  BOOST_TEST(graph.order() == wanted, boost::test_tools::per_element());
  const std::vector<std::size_t> needs = {1, 2};
  BOOST_TEST(graph.needs(0) == needs, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lets_a_task_start_when_all_its_needs_are_settled) {
  const TaskGraph graph({task(TaskKind::train, "a", {}, {"x", "x2"}), task(TaskKind::train, "b", {}, {"y"}),
                         task(TaskKind::measure, "m", {"x", "x2", "y"}, {})});
  ReadySet ready(graph);
  std::size_t next = 99;
  BOOST_TEST((ready.take(next) && next == 0));
  BOOST_TEST((ready.take(next) && next == 1));
  BOOST_TEST(!ready.take(next));
  ready.settle(1);
  BOOST_TEST(!ready.take(next));
  ready.settle(0);
  BOOST_TEST((ready.take(next) && next == 2));
  BOOST_TEST(!ready.done());
  ready.settle(2);
  BOOST_TEST(ready.done());
}

BOOST_AUTO_TEST_SUITE_END()
