// SPDX-License-Identifier: Apache-2.0
#include "execute/run_size.hpp"

#include <boost/test/unit_test.hpp>

using namespace reseed;

BOOST_AUTO_TEST_SUITE(run_size)

BOOST_AUTO_TEST_CASE(counts_what_is_read_and_what_is_recorded) {
  TaskData data;
  data.labels = {"no", "yes"};
  Example example;
  example.text = std::string(35, 'x');
  data.train.assign(4, example);
  data.validation.assign(2, example);
  data.tests = {{"test", std::vector<Example>(3, example), "", true}};
  RunSpec run;
  run.training.epochs = 2;
  const RunSize size = size_of(run, data, {8, 2});
  BOOST_TEST(size.train_work == 2 * 4 * 45.0);
  BOOST_TEST(size.work == 2 * 4 * 45.0 + (2 * 2 + 3) * 45.0 / 3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(size.layers == 3);
  BOOST_TEST(size.hidden == 8);
  BOOST_TEST(size.test_items == (std::vector<std::int64_t>{3}), boost::test_tools::per_element());
  // three layers of 8 floats, two logits, label and item
  BOOST_TEST(size.record_bytes == 64u * 1024 + 2 * 24 + 3 * (24 + 3 * 8 * 4));
}

BOOST_AUTO_TEST_CASE(cuts_long_texts_at_the_longest_sequence) {
  TaskData data;
  Example example;
  example.text = std::string(100000, 'x');
  data.train = {example};
  RunSpec run;
  run.training.epochs = 1;
  BOOST_TEST(size_of(run, data, {}).train_work == 10 + 4.5 * 128);
}

BOOST_AUTO_TEST_CASE(counts_operations_by_the_shape_of_the_model) {
  TaskData data;
  Example example;
  example.text = std::string(35, 'x');  // 45 letters with what a text costs besides: 10 tokens
  data.train = {example};
  RunSpec run;
  run.training.epochs = 1;
  const RunSize size = size_of(run, data, {10, 2, 40});
  const double weights = 2 * (4 * 10 * 10 + 2 * 10 * 40);
  BOOST_TEST(size.operations == 10 * 6 * weights, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(size_of(run, data, {}).operations == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
