// SPDX-License-Identifier: Apache-2.0
#include "execute/keys.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>

using namespace reseed;

namespace {

const nlohmann::json kClass = {{"cpu", "some"}, {"libtorch", "2.11.0"}};

RunSpec some_run() {
  RunSpec run;
  run.checkpoint.digest = "c0ffee";
  run.task.digest = "beef";
  run.mitigation.source_digest = "feed";
  return run;
}

bool moves(const std::function<void(RunSpec&)>& change) {
  RunSpec run = some_run();
  change(run);
  return run_key(run, kClass) != run_key(some_run(), kClass);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(store_keys)

BOOST_AUTO_TEST_CASE(of_a_run_hold_what_can_change_its_bits) {
  BOOST_TEST(moves([](RunSpec& run) { run.seed = 1; }));
  BOOST_TEST(moves([](RunSpec& run) { run.streams.dropout = 1; }));
  BOOST_TEST(moves([](RunSpec& run) { run.training.learning_rate = 3e-5; }));
  BOOST_TEST(moves([](RunSpec& run) { run.task.digest = "dead"; }));
  BOOST_TEST(moves([](RunSpec& run) { run.mitigation.source_digest = "dead"; }));
  BOOST_TEST(moves([](RunSpec& run) { run.threads = 2; }));
  BOOST_TEST(moves([](RunSpec& run) { run.records.precision = "float16"; }));
  BOOST_TEST((run_key(some_run(), kClass) != run_key(some_run(), {{"cpu", "another"}})));
}

BOOST_AUTO_TEST_CASE(of_a_run_hold_no_path_and_no_name) {
  BOOST_TEST(!moves([](RunSpec& run) { run.checkpoint.folder = "/elsewhere"; }));
  BOOST_TEST(!moves([](RunSpec& run) { run.checkpoint.name = "another"; }));
  BOOST_TEST(!moves([](RunSpec& run) { run.task.root = "/elsewhere"; }));
  BOOST_TEST(!moves([](RunSpec& run) { run.task.name = "another"; }));
  BOOST_TEST(!moves([](RunSpec& run) { run.mitigation.library = "/elsewhere.so"; }));
  BOOST_TEST(!moves([](RunSpec& run) { run.device = "cuda:1"; }));  // the device's class is what counts
}

BOOST_AUTO_TEST_CASE(of_a_measurement_hold_records_plugin_and_resampling) {
  PlannedMeasure measure;
  measure.id = "some_measure";
  measure.source_digest = "feed";
  const std::vector<StoreKey> records = {run_key(some_run(), kClass)};
  const auto with = [&](const PlannedMeasure& m, const ResamplingSettings& r, const std::string& set) {
    return measurement_key(records, m, set, "accuracy", r, kClass);
  };
  const StoreKey plain = with(measure, {}, "test");
  PlannedMeasure fixed = measure;
  fixed.source_digest = "dead";
  BOOST_TEST((with(fixed, {}, "test") != plain));
  BOOST_TEST((with(measure, {}, "tweets") != plain));
  BOOST_TEST((with(measure, {.null_seed = 1}, "test") != plain));
  BOOST_TEST((with(measure, {.samples = 10}, "test") != plain));
  const auto on_items = [&](const std::vector<std::int64_t>& items) {
    return measurement_key(records, measure, "test", "accuracy", {}, kClass, items);
  };
  BOOST_TEST((on_items({0, 1}) != plain));
  BOOST_TEST((on_items({0, 1}) != on_items({0, 2})));
  BOOST_TEST((measurement_key({}, measure, "test", "accuracy", {}, kClass) != plain));
  measure.library = "/elsewhere.so";
  BOOST_TEST((with(measure, {}, "test") == plain));
}

BOOST_AUTO_TEST_SUITE_END()
