// SPDX-License-Identifier: Apache-2.0
#include "base/run_json.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reseed/error.hpp"

namespace {

reseed::RunSpec example() {
  reseed::RunSpec spec;
  spec.checkpoint = {"minilm", "/models/minilm", "c0ffee", "new"};
  spec.task.name = "toy";
  spec.task.dataset = "toy/set";
  spec.task.split = {.kind = reseed::SplitSpec::Kind::drawn, .seed = 3, .train = 8, .validation = 4, .test = 4};
  spec.task.extra_tests = {{"toy/other", "/data", 20, 1}};
  spec.task.digest = "da7a";
  spec.training.dropout = 0.25;
  spec.mitigation.options = reseed::Options("as_published", {{"p", 0.1}, {"k", std::int64_t{5}}, {"on", true}});
  spec.seed = 7;
  spec.streams = {7, 7, 7, 0};
  spec.records.layers = {0, 6};
  return spec;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(run_json)

BOOST_AUTO_TEST_CASE(a_description_reads_back_to_itself) {
  const nlohmann::json json = reseed::to_json(example());
  BOOST_TEST(reseed::to_json(reseed::run_spec_from_json(json)) == json);
}

BOOST_AUTO_TEST_CASE(the_id_depends_on_what_was_asked) {
  const std::string id = reseed::run_id(example());
  auto other = example();
  other.seed = 8;
  BOOST_TEST(reseed::run_id(other) != id);
  other = example();
  other.training.learning_rate = 3e-5;
  BOOST_TEST(reseed::run_id(other) != id);
  other = example();
  other.streams.dropout = 0;
  BOOST_TEST(reseed::run_id(other) != id);
}

BOOST_AUTO_TEST_CASE(the_id_depends_on_neither_paths_nor_threads_nor_what_is_recorded) {
  auto other = example();
  other.checkpoint.folder = "/elsewhere";
  other.checkpoint.name = "mine";
  other.task.root = "/elsewhere";
  other.threads = 2;
  other.records.layers.reset();
  other.mitigation.library = "/elsewhere.so";
  BOOST_TEST(reseed::run_id(other) == reseed::run_id(example()));
}

BOOST_AUTO_TEST_CASE(a_description_without_a_key_names_it) {
  nlohmann::json json = reseed::to_json(example());
  json["training"].erase("epochs");
  BOOST_CHECK_EXCEPTION(reseed::run_spec_from_json(json), reseed::Error,
                        [](const reseed::Error& error) { return error.place() == "epochs"; });
}

BOOST_AUTO_TEST_SUITE_END()
