// SPDX-License-Identifier: Apache-2.0
#include "plan/study_plan.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "reseed/error.hpp"

using namespace reseed;

namespace {

/// Two groups of two seeds on one task with one extra test set, and one measure of each kind.
StudyRequest small_study() {
  StudyRequest request;
  request.sources = {"package"};
  request.models = {{"tiny", {"package"}}};
  request.tasks = {{"reviews", {}}};
  for (const char* name : {"plain", "mixed"}) {
    PlannedGroup group{name, name, "tiny", "reviews", "accuracy", {}, {"test", "tweets"}};
    for (const std::uint64_t seed : {0u, 1u}) {
      RunSpec run;
      run.seed = seed;
      group.runs.push_back(run);
    }
    request.groups.push_back(group);
  }
  PlannedMeasure labels;
  labels.id = "some_agreement";
  PlannedMeasure layers;
  layers.id = "some_distance";
  layers.reads_representations = true;
  request.measures = {labels, layers};
  return request;
}

std::size_t task_named(const StudyPlan& plan, const std::string& name) {
  const auto& tasks = plan.graph.tasks();
  const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.name == name; });
  BOOST_REQUIRE(found != tasks.end());
  return static_cast<std::size_t>(found - tasks.begin());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(study_plan)

BOOST_AUTO_TEST_CASE(has_a_task_for_every_package_check_run_value_and_for_the_end) {
  StudyRequest request = small_study();
  request.double_run = true;
  const StudyPlan plan = plan_study(std::move(request));
  const auto count = [&](TaskKind kind) {
    const auto& tasks = plan.graph.tasks();
    return std::count_if(tasks.begin(), tasks.end(), [&](const Task& task) { return task.kind == kind; });
  };
  BOOST_TEST(count(TaskKind::fetch) == 1);
  BOOST_TEST(count(TaskKind::check) == 3);  // model, task, study
  BOOST_TEST(count(TaskKind::train) == 5);  // one of them twice
  BOOST_TEST(count(TaskKind::measure) == 8);
  BOOST_TEST(count(TaskKind::analyse) == 1);
  BOOST_TEST(count(TaskKind::bundle) == 1);
  BOOST_TEST((plan.graph.tasks()[plan.graph.order().back()].kind == TaskKind::bundle));
}

BOOST_AUTO_TEST_CASE(lets_nothing_train_before_everything_was_checked) {
  const StudyPlan plan = plan_study(small_study());
  const std::vector<std::size_t> needs = plan.graph.needs(task_named(plan, "train plain seed 0"));
  BOOST_TEST(std::count(needs.begin(), needs.end(), task_named(plan, "check study")) == 1);
  const std::vector<std::size_t> before = plan.graph.needs(task_named(plan, "check study"));
  BOOST_TEST(before.size() == 2u);
}

BOOST_AUTO_TEST_CASE(measures_a_group_after_its_own_runs_alone) {
  const StudyPlan plan = plan_study(small_study());
  const std::size_t measure = task_named(plan, "measure some_agreement (textbook) of mixed on tweets");
  std::vector<std::string> needs;
  for (const std::size_t task : plan.graph.needs(measure)) needs.push_back(plan.graph.tasks()[task].name);
  const std::vector<std::string> wanted = {"check study", "train mixed seed 0", "train mixed seed 1"};
  BOOST_TEST(needs == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(measures_sub_samples_of_the_own_test_set_beside_all_items) {
  StudyRequest request = small_study();
  request.subsets = {{0.5, 1, 0, "same"}, {0.5, 2, 0, "same"}};
  const StudyPlan plan = plan_study(std::move(request));
  const std::size_t second =
      task_named(plan, "measure some_distance (textbook) of plain on test, rate=0.5 draw=2 items=same");
  BOOST_TEST(*plan.subjects[second].subset == 1u);
  BOOST_TEST(!plan.subjects[task_named(plan, "measure some_distance (textbook) of plain on test")].subset.has_value());
  // per group and measure: two test sets, two sub-samples of the first
  BOOST_TEST(std::count_if(plan.graph.tasks().begin(), plan.graph.tasks().end(),
                           [](const Task& task) { return task.kind == TaskKind::measure; }) == 16);
}

BOOST_AUTO_TEST_CASE(refuses_a_measure_of_a_layer_that_is_not_recorded) {
  StudyRequest request = small_study();
  for (PlannedGroup& group : request.groups)
    for (RunSpec& run : group.runs) run.records.layers = {6};
  request.measures[1].layers = {LayerChoice::Kind::listed, {1, 6}};
  BOOST_CHECK_EXCEPTION(plan_study(std::move(request)), Error, [](const Error& error) {
    return error.kind() == ErrorKind::manifest && error.place().starts_with("measure some_distance") &&
           error.message() == "consumes record of plain seed 0, layer 1, which no task produces";
  });
}

BOOST_AUTO_TEST_SUITE_END()
