// SPDX-License-Identifier: Apache-2.0
// What the quickstart's bundle must show. Slow: it reads a bundle that `reseed run manifests/quickstart.toml` made and
// RESEED_QUICKSTART_BUNDLE names.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <map>
#include <set>

#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"

using namespace reseed;
namespace fs = std::filesystem;
namespace utf = boost::unit_test;

namespace {

fs::path bundle_folder_given() {
  const char* folder = std::getenv("RESEED_QUICKSTART_BUNDLE");
  return folder == nullptr ? fs::path() : fs::path(folder);
}

boost::test_tools::assertion_result has_bundle(utf::test_unit_id) {
  boost::test_tools::assertion_result answer(!bundle_folder_given().empty());
  answer.message() << "RESEED_QUICKSTART_BUNDLE names no bundle";
  return answer;
}

Safetensors test_set_of(const RunRow& run) {
  return Safetensors(bundle_folder_given() / "records" / run.id / "test.safetensors");
}

/// Share of the most frequent label in the test set of a run.
double majority_share(const RunRow& run) {
  std::map<std::int64_t, double> counts;
  const Safetensors record = test_set_of(run);
  const std::vector<std::int64_t> labels = record.at("labels").as_integers();
  for (const std::int64_t label : labels) counts[label] += 1.0;
  double most = 0.0;
  for (const auto& [label, count] : counts) most = std::max(most, count);
  return most / static_cast<double>(labels.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(quickstart, *utf::label("slow") * utf::precondition(has_bundle))

BOOST_AUTO_TEST_CASE(is_whole_and_every_run_ended_well) {
  BOOST_TEST(verify_bundle(bundle_folder_given()).problems.empty());
  const Bundle bundle = read_bundle(bundle_folder_given());
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_TEST(bundle.info.double_run == "equal");
  BOOST_TEST(bundle.runs.size() == 15u);
  for (const RunRow& run : bundle.runs) BOOST_TEST((run.outcome == RunOutcome::ok), run.id + ": " + run.reason);
}

BOOST_AUTO_TEST_CASE(no_worker_took_two_gibibytes) {
  double seconds = 0.0;
  for (const TimingRow& row : read_bundle(bundle_folder_given()).timing) {
    seconds += row.seconds;
    BOOST_TEST(row.peak_bytes.value_or(0) < std::int64_t{2} << 30, row.task);
    if (row.kind == "train") BOOST_TEST(row.peak_bytes.has_value(), row.task);
  }
  BOOST_TEST_MESSAGE("all tasks together: " << seconds << " s");
}

BOOST_AUTO_TEST_CASE(plain_fine_tuning_beats_the_majority_class_by_ten_points) {
  const Bundle bundle = read_bundle(bundle_folder_given());
  double sum = 0.0;
  double count = 0.0;
  double majority = 0.0;
  for (const RunRow& run : bundle.runs) {
    if (run.mitigation != "original") continue;
    sum += run.scores.at("test").at("accuracy");
    count += 1.0;
    majority = majority_share(run);
  }
  BOOST_REQUIRE(count > 0.0);
  BOOST_TEST(sum / count >= majority + 0.10, "mean accuracy " << sum / count << ", majority class " << majority);
}

BOOST_AUTO_TEST_CASE(the_seeds_of_every_group_disagree) {
  const Bundle bundle = read_bundle(bundle_folder_given());
  std::set<std::string> groups;
  for (const RunRow& run : bundle.runs) groups.insert(run.group);
  std::set<std::string> seen;
  for (const MeasureRow& row : bundle.measures) {
    if (row.measure != "pairwise_disagreement" || row.test_set != "test") continue;
    BOOST_TEST(row.value.value_or(0.0) > 0.0, row.group);
    seen.insert(row.group);
  }
  BOOST_TEST((seen == groups));
}

BOOST_AUTO_TEST_CASE(no_two_runs_have_the_same_logits) {
  const Bundle bundle = read_bundle(bundle_folder_given());
  std::map<std::vector<double>, std::string> seen;
  for (const RunRow& run : bundle.runs) {
    const Safetensors record = test_set_of(run);
    const auto [other, fresh] = seen.emplace(record.at("logits").as_doubles(), run.id);
    BOOST_TEST(fresh, run.group << ' ' << run.id << " equals " << other->second);
  }
}

BOOST_AUTO_TEST_SUITE_END()
