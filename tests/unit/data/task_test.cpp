// SPDX-License-Identifier: Apache-2.0
#include "data/task.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "data/split.hpp"
#include "support/expect_error.hpp"
#include "support/made_dataset.hpp"
#include "support/shared_data.hpp"

namespace {

using reseed::ErrorKind;
using reseed::Example;
using reseed::load_task;
using reseed::SplitSpec;
using reseed::TaskSpec;
using reseed::test::data_folder;
using reseed::test::expect_error;
using reseed::test::has_data;
using reseed::test::MadeDataset;
namespace utf = boost::unit_test;

std::set<std::string> texts(const std::vector<Example>& examples) {
  std::set<std::string> all;
  for (const Example& example : examples) all.insert(example.text);
  return all;
}

std::set<std::string> documents(const std::vector<Example>& examples) {
  std::set<std::string> all;
  for (const Example& example : examples) all.insert(example.document);
  return all;
}

std::int64_t positives(const std::vector<Example>& examples) {
  std::int64_t count = 0;
  for (const Example& example : examples) count += example.label == 1 ? 1 : 0;
  return count;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(task, MadeDataset)

BOOST_AUTO_TEST_CASE(a_fraction_takes_the_ceiling_and_leaves_the_rest_in_order) {
  TaskSpec task = halves_task();
  task.split.test_fraction = 0.25;
  const auto data = load_task(task);
  BOOST_TEST(data.train.size() == 6u);
  BOOST_TEST(data.tests.at(0).name == "test");
  BOOST_TEST(data.tests[0].examples.size() == 3u);
  BOOST_TEST(data.validation.size() == 7u);
  for (std::size_t i = 1; i < 7; ++i) BOOST_TEST(data.validation[i - 1].index < data.validation[i].index);
  auto all = texts(data.validation);
  all.merge(texts(data.tests[0].examples));
  BOOST_TEST(all.size() == 10u);
}

BOOST_AUTO_TEST_CASE(a_rounding_error_adds_no_item) {
  write("train.tsv", lines("train", 6));
  TaskSpec task = halves_task();
  write("dev.tsv", lines("dev", 100));
  task.split.test_fraction = 0.07;  // 0.07 x 100 is 7.000000000000001
  BOOST_TEST(load_task(task).tests[0].examples.size() == 7u);
}

BOOST_AUTO_TEST_CASE(the_seed_decides_the_split_and_the_digest) {
  TaskSpec task = halves_task();
  const auto first = load_task(task);
  BOOST_TEST(load_task(task).digest == first.digest);
  task.split.seed = 1;
  BOOST_TEST(load_task(task).digest != first.digest);
}

BOOST_AUTO_TEST_CASE(the_digest_does_not_cover_names_and_paths) {
  const std::string digest = load_task(halves_task()).digest;
  const MadeDataset other;
  TaskSpec task = other.halves_task();
  task.name = "another name";
  BOOST_TEST(load_task(task).digest == digest);
}

BOOST_AUTO_TEST_CASE(the_digest_covers_texts_labels_and_order) {
  const TaskSpec task = halves_task();
  const std::string digest = load_task(task).digest;
  std::string content = lines("train", 6);
  content.replace(content.find("train1\tyes"), 10, "train1\tno");
  write("train.tsv", content);
  const std::string other_label = load_task(task).digest;
  write("train.tsv", "text\tlabel\ntrain1\tyes\ntrain0\tno\ntrain2\tno\ntrain3\tyes\ntrain4\tno\ntrain5\tyes\n");
  const std::string other_order = load_task(task).digest;
  BOOST_TEST(other_label != digest);
  BOOST_TEST(other_order != digest);
  BOOST_TEST(other_order != other_label);
}

BOOST_AUTO_TEST_CASE(documents_never_cross_sets_and_counts_are_exact) {
  TaskSpec task = pool_task(30, 7);
  task.split.train = 50;
  task.split.validation = 20;
  task.split.test = 40;
  for (task.split.seed = 0; task.split.seed < 20; ++task.split.seed) {
    const auto data = load_task(task);
    BOOST_TEST(data.train.size() == 50u);
    BOOST_TEST(data.validation.size() == 20u);
    BOOST_TEST(data.tests[0].examples.size() == 40u);
    auto all = documents(data.train);
    const std::size_t apart = all.size() + documents(data.validation).size() + documents(data.tests[0].examples).size();
    all.merge(documents(data.validation));
    all.merge(documents(data.tests[0].examples));
    BOOST_TEST(all.size() == apart);
  }
}

BOOST_AUTO_TEST_CASE(a_pool_that_is_too_small_is_refused) {
  TaskSpec task = pool_task(4, 7);
  task.split.train = 8;
  task.split.validation = 8;
  task.split.test = 1;
  expect_error([&] { load_task(task); }, ErrorKind::data, "pool.tsv",
               {"want 8 + 8 + 1 items", "found 28 in 4 documents"});
}

BOOST_AUTO_TEST_CASE(documents_are_refused_where_there_are_none) {
  TaskSpec task = halves_task();
  task.split = {SplitSpec::Kind::drawn, "", 0, 0.5, 2, 1, 1, "document"};
  expect_error([&] { load_task(task); }, ErrorKind::manifest, "made", {"no document column", "by = \"item\""});
}

BOOST_AUTO_TEST_CASE(cuts_of_the_training_set_are_nested) {
  TaskSpec task = halves_task();
  task.train_items = 4;
  const auto four = load_task(task);
  task.train_items = 2;
  const auto two = load_task(task);
  BOOST_TEST(four.train.size() == 4u);
  BOOST_TEST(two.train[0].text == four.train[0].text);
  BOOST_TEST(two.train[1].text == four.train[1].text);
  task.train_items = 7;
  expect_error([&] { load_task(task); }, ErrorKind::data, "made", {"want 7 items, found 6"});
}

BOOST_AUTO_TEST_CASE(a_list_of_positions_gives_the_test_set_in_its_order) {
  TaskSpec task = halves_task();
  task.split.kind = SplitSpec::Kind::file;
  task.split.name = write("test.txt", "7 # the first\n0\n\n3\n");
  const auto data = load_task(task);
  BOOST_TEST(data.tests[0].examples[0].text == "dev7");
  BOOST_TEST(data.tests[0].examples[2].text == "dev3");
  BOOST_TEST(data.validation.size() == 7u);
}

BOOST_AUTO_TEST_CASE(a_bad_list_of_positions_is_refused_with_its_line) {
  TaskSpec task = halves_task();
  task.split.kind = SplitSpec::Kind::file;
  const auto refuse = [&](const std::string& content, const std::string& place, const std::string& word) {
    task.split.name = write("test.txt", content);
    expect_error([&] { load_task(task); }, ErrorKind::data, place, {word});
  };
  refuse("1\nx\n", "test.txt:2", "\"x\"");
  refuse("1\n10\n", "test.txt:2", "10 items");
  refuse("1\n2\n1\n", "test.txt:3", "first in line 1");
  refuse("", "test.txt", "empty test set");
  refuse("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "test.txt", "empty validation set");
}

BOOST_AUTO_TEST_CASE(an_extra_test_set_is_cut_by_its_own_seed) {
  TaskSpec task = halves_task();
  const MadeDataset other;
  reseed::ExtraTestSpec extra;
  extra.dataset = other.pool_task(5, 4).dataset;
  extra.items = 8;
  task.extra_tests = {extra};
  const auto data = load_task(task);
  BOOST_TEST(data.tests.size() == 2u);
  BOOST_TEST(data.tests[1].name == "made");
  BOOST_TEST(data.tests[1].examples.size() == 8u);
  BOOST_TEST(data.digest != load_task(halves_task()).digest);
}

BOOST_AUTO_TEST_CASE(an_extra_test_set_with_other_labels_is_refused) {
  TaskSpec task = halves_task();
  const MadeDataset other;
  other.write("f.tsv", "text\tlabel\na\tbad\nb\tgood\n");
  reseed::ExtraTestSpec extra;
  extra.dataset = other.write("d.toml",
                              "schema = 1\nname = \"other\"\nformat = \"tsv\"\nlabels = [\"bad\", \"good\"]\n"
                              "columns = { text = \"text\", label = \"label\" }\nfiles = { all = \"f.tsv\" }\n");
  task.extra_tests = {extra};
  expect_error([&] { load_task(task); }, ErrorKind::manifest, "other", {"no and yes", "bad and good"});
}

BOOST_AUTO_TEST_CASE(a_split_that_the_data_set_does_not_allow_is_refused) {
  TaskSpec task = pool_task(5, 4);
  task.split.kind = SplitSpec::Kind::fraction;
  expect_error([&] { load_task(task); }, ErrorKind::manifest, "made", {"set train", "found only all"});
  task.split.kind = SplitSpec::Kind::named;
  task.split.name = "du_nguyen_2024";
  task.dataset = halves_task().dataset;
  expect_error([&] { load_task(task); }, ErrorKind::manifest, "du_nguyen_2024", {"did you mean du_nguyen_2023?"});
  task.split.name = "du_nguyen_2023";
  expect_error([&] { load_task(task); }, ErrorKind::manifest, "du_nguyen_2023", {"split of made"});
}

// Label counts of both halves as published (Du and Nguyen 2023, Table 2, and majority shares of SST-2).
BOOST_AUTO_TEST_CASE(the_published_halves_have_the_published_counts, *utf::precondition(has_data("glue/RTE/dev.tsv"))) {
  struct Case {
    const char* dataset;
    const char* split;
    std::size_t test, validation;
    std::int64_t test_positive, validation_positive, first;
  };
  for (const Case& c : std::initializer_list<Case>{{"glue/RTE", "du_nguyen_2023", 139, 138, 72, 59, 118},
                                                   {"glue/MRPC", "du_nguyen_2023", 204, 204, 137, 142, 365},
                                                   {"glue/CoLA", "du_nguyen_2023", 522, 521, 346, 375, -1},
                                                   {"glue/SST-2", "du_nguyen_2023_bert", 436, 436, 221, 223, -1},
                                                   {"glue/SST-2", "du_nguyen_2023_roberta", 436, 436, 216, 228, -1}}) {
    TaskSpec task;
    task.dataset = c.dataset;
    task.root = data_folder();
    task.split.kind = SplitSpec::Kind::named;
    task.split.name = c.split;
    const auto data = load_task(task);
    BOOST_TEST(data.tests[0].examples.size() == c.test, c.dataset);
    BOOST_TEST(data.validation.size() == c.validation, c.dataset);
    BOOST_TEST(positives(data.tests[0].examples) == c.test_positive, c.dataset);
    BOOST_TEST(positives(data.validation) == c.validation_positive, c.dataset);
    if (c.first >= 0) BOOST_TEST(data.tests[0].examples[0].index == c.first);
  }
}

BOOST_AUTO_TEST_CASE(a_validation_set_in_another_order_is_refused, *utf::precondition(has_data("glue/RTE/dev.tsv"))) {
  std::string content = reseed::read_file(data_folder() / "glue/RTE/dev.tsv");
  const std::size_t header = content.find('\n') + 1;
  const std::size_t half = content.find('\n', content.size() / 3) + 1;
  write("dev.tsv", content.substr(0, header) + content.substr(half) + content.substr(header, half - header));
  std::filesystem::create_symlink(data_folder() / "glue/RTE/train.tsv", folder.path() / "train.tsv");
  TaskSpec task;
  task.dataset = "glue/RTE";
  task.root = folder.path();
  task.split.kind = SplitSpec::Kind::named;
  task.split.name = "du_nguyen_2023";
  expect_error([&] { load_task(task); }, ErrorKind::data, "dev.tsv", {"want 67 and 72 test items by label", "order"});
}

BOOST_AUTO_TEST_CASE(reviews_do_not_leak_between_sets, *utf::precondition(has_data("vader/tweets_GroundTruth.txt"))) {
  TaskSpec task;
  task.dataset = "vader/amazon";
  task.root = data_folder();
  task.split = {SplitSpec::Kind::drawn, "", 0, 0.5, 256, 96, 300, "document"};
  task.extra_tests = {{"vader/tweets", data_folder(), 200, 0}};
  const auto data = load_task(task);
  auto all = documents(data.train);
  const std::size_t apart = all.size() + documents(data.validation).size() + documents(data.tests[0].examples).size();
  all.merge(documents(data.validation));
  all.merge(documents(data.tests[0].examples));
  BOOST_TEST(all.size() == apart);
  BOOST_TEST(data.train.size() == 256u);
  BOOST_TEST(data.tests[1].name == "vader/tweets");
  BOOST_TEST(data.tests[1].examples.size() == 200u);
  BOOST_TEST(data.tests[1].text_may_be_shown);
}

BOOST_AUTO_TEST_CASE(a_permutation_is_the_same_on_every_machine) {
  const std::vector<std::int64_t> order = reseed::permutation(8, 1, "split");
  BOOST_TEST(std::set<std::int64_t>(order.begin(), order.end()).size() == 8u);
  const std::vector<std::int64_t> want = {3, 4, 5, 7, 2, 0, 1, 6};  // recorded: a change moves every split
  BOOST_TEST(order == want, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
