// SPDX-License-Identifier: Apache-2.0
#include "data/checkpoint_shape.hpp"

#include <boost/test/unit_test.hpp>

#include "base/files.hpp"
#include "reseed/error.hpp"

using namespace reseed;

BOOST_AUTO_TEST_SUITE(checkpoint_shape)

BOOST_AUTO_TEST_CASE(is_read_from_the_configuration) {
  const TemporaryFolder folder;
  write_file(folder.path() / "config.json",
             R"({"hidden_size": 10, "num_hidden_layers": 2, "intermediate_size": 40, "vocab_size": 7})");
  const CheckpointShape shape = read_checkpoint_shape(folder.path());
  BOOST_TEST(shape.hidden == 10);
  BOOST_TEST(shape.blocks == 2);
  BOOST_TEST(shape.feed_forward == 40);
}

BOOST_AUTO_TEST_CASE(names_a_configuration_that_is_missing) {
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(read_checkpoint_shape(folder.path()), Error, [](const Error& error) {
    return error.kind() == ErrorKind::data && error.place().ends_with("config.json");
  });
}

BOOST_AUTO_TEST_CASE(is_known_by_the_last_part_of_a_name) {
  for (const char* name : {"bert-large-uncased", "google-bert/bert-large-uncased", "/models/bert-large-uncased"}) {
    const auto shape = known_checkpoint_shape(name);
    BOOST_REQUIRE_MESSAGE(shape.has_value(), name);
    BOOST_TEST(shape->hidden == 1024);
    BOOST_TEST(shape->blocks == 24);
  }
  BOOST_TEST(!known_checkpoint_shape("bert-large-uncased-of-mine").has_value());
  BOOST_TEST(!known_checkpoint_shape("source:minilm").has_value());
}

BOOST_AUTO_TEST_CASE(counts_the_weights_of_the_linear_layers) {
  // BERT base has 85 million parameters in its blocks, 0.1 million of them biases and layer norms.
  BOOST_TEST(known_checkpoint_shape("bert-base-uncased")->block_weights() == 84934656.0);
}

BOOST_AUTO_TEST_SUITE_END()
