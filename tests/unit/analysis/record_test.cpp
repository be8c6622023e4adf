// SPDX-License-Identifier: Apache-2.0
#include "analysis/record.hpp"

#include <boost/test/unit_test.hpp>

#include "analysis/made_runs.hpp"
#include "base/files.hpp"
#include "base/record_file.hpp"
#include "support/expect_error.hpp"
#include "support/made_record.hpp"

using namespace reseed;

namespace {

RunData run_of_shape(const RunShape& shape) { return made_runs(shape).front().data; }

}  // namespace

BOOST_AUTO_TEST_SUITE(record)

BOOST_AUTO_TEST_CASE(gives_one_item_per_column_in_float64) {
  const TemporaryFolder folder;
  const RunData run = run_of_shape({1, 7, 3, 5});
  test::write_record(folder.path() / "test.safetensors", run, {4, 0, 12});
  const Record record(9, folder.path(), "test");
  BOOST_TEST(record.layers() == (std::vector<std::int64_t>{0, 4, 12}), boost::test_tools::per_element());
  const MeasuredRun found = record.read(Reads::representations, 4, "accuracy");
  BOOST_TEST(!found.problem.has_value());
  BOOST_TEST(found.data.seed == 9u);
  BOOST_TEST(arma::size(found.data.representations) == arma::size(5, 7));
  BOOST_TEST(arma::approx_equal(found.data.representations, run.representations, "absdiff", 1e-6));
  BOOST_TEST(found.data.logits.is_empty());
}

BOOST_AUTO_TEST_CASE(says_how_many_items_there_are) {
  const TemporaryFolder folder;
  test::write_record(folder.path() / "test.safetensors", run_of_shape({1, 7, 3, 5}));
  BOOST_TEST(Record(0, folder.path(), "test").items().value_or(0) == 7);
  BOOST_TEST(!Record(0, folder.path(), "vader/tweets").items());
}

BOOST_AUTO_TEST_CASE(fills_probabilities_predictions_and_score_for_measures_that_read_them) {
  const TemporaryFolder folder;
  const RunData run = run_of_shape({1, 20, 3, 5});
  test::write_record(folder.path() / "test.safetensors", run);
  const Record record(0, folder.path(), "test");
  const RunData found = record.read(Reads::scores, -1, "accuracy").data;
  BOOST_TEST(arma::approx_equal(found.probabilities, run.probabilities, "absdiff", 1e-6));
  BOOST_TEST(arma::all(found.predictions == run.predictions));
  BOOST_TEST(arma::all(found.labels == run.labels));
  BOOST_TEST(found.score == static_cast<double>(arma::accu(run.predictions == run.labels)) / 20.0);
}

BOOST_AUTO_TEST_CASE(finds_extra_test_sets_under_their_own_file) {
  const TemporaryFolder folder;
  test::write_record(folder.path() / "test.vader-tweets.safetensors", run_of_shape({1, 6, 2, 3}));
  BOOST_TEST(record_file("validation") == "validation.safetensors");
  BOOST_TEST(record_file("vader/tweets") == "test.vader-tweets.safetensors");
  BOOST_TEST(!Record(0, folder.path(), "vader/tweets").read(Reads::logits, -1, "accuracy").problem.has_value());
}

BOOST_AUTO_TEST_CASE(says_what_was_not_recorded) {
  const TemporaryFolder folder;
  test::write_record(folder.path() / "test.safetensors", run_of_shape({1, 6, 2, 3}), {1});
  const auto reason = [&](const std::string& test_set, Reads reads, std::int64_t layer) {
    const MeasuredRun run = Record(3, folder.path(), test_set).read(reads, layer, "accuracy");
    BOOST_TEST_REQUIRE(run.problem.has_value());
    BOOST_TEST((run.problem->flags == std::vector{Flag::records_missing}));
    BOOST_TEST(run.data.seed == 3u);
    return run.problem->reason;
  };
  BOOST_TEST(reason("test", Reads::representations, 2) == "no tensor representations.2 in the record");
  BOOST_TEST(reason("other", Reads::logits, -1) == "no file test.other.safetensors in the record");
}

BOOST_AUTO_TEST_CASE(refuses_labels_and_shapes_that_do_not_fit) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "test.safetensors";
  RunData run = run_of_shape({1, 6, 2, 3});
  run.labels(4) = 2;
  test::write_record(file, run);
  const auto read = [&] { Record(0, folder.path(), "test").read(Reads::predictions, -1, "accuracy"); };
  test::expect_error(read, ErrorKind::data, "test.safetensors: labels", {"below 2", "found 2"});
  run.labels.resize(5);
  test::write_record(file, run);
  test::expect_error(read, ErrorKind::data, "test.safetensors: labels", {"6 items", "found 5"});
  const std::vector<float> flat(6);
  write_safetensors(file, {{"logits", view_of<float>(flat, {6})}});
  test::expect_error(read, ErrorKind::data, "test.safetensors: logits", {"two dimensions", "found 1"});
  test::write_record(file, run_of_shape({1, 6, 2, 3}));
  test::expect_error([&] { Record(0, folder.path(), "test").read(Reads::scores, -1, "no_such_metric"); },
                     ErrorKind::manifest, "metric", {"no_such_metric"});
}

BOOST_AUTO_TEST_CASE(takes_probabilities_where_logits_are_absent) {
  const TemporaryFolder folder;
  const std::vector<float> p = {0.25F, 0.75F, 0.5F, 0.5F, 1.0F, 0.0F};
  const std::vector<std::int64_t> labels = {1, 0, 1};
  write_safetensors(folder.path() / "test.safetensors",
                    {{"probabilities", view_of<float>(p, {3, 2})}, {"labels", view_of<std::int64_t>(labels, {3})}});
  const Record record(0, folder.path(), "test");
  const MeasuredRun run = record.read(Reads::scores, -1, "accuracy");
  BOOST_TEST_REQUIRE(!run.problem.has_value());
  BOOST_TEST(run.data.probabilities(1, 0) == 0.75);
  BOOST_TEST(run.data.predictions == (arma::urowvec{1, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(run.data.score == 2.0 / 3.0);
  const MeasuredRun logits = record.read(Reads::logits, -1, "accuracy");
  BOOST_TEST_REQUIRE(logits.problem.has_value());
  BOOST_TEST(logits.problem->reason == "no tensor logits in the record");
}

BOOST_AUTO_TEST_CASE(takes_classes_where_nothing_else_was_recorded) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "test.safetensors";
  const std::vector<std::int64_t> classes = {0, 3, 1};
  const std::vector<NamedTensor> tensors = {{"predictions", view_of<std::int64_t>(classes, {3})},
                                            {"labels", view_of<std::int64_t>(classes, {3})}};
  write_safetensors(file, tensors, {{"classes", "4"}});
  const auto read = [&](Reads reads) { return Record(0, folder.path(), "test").read(reads, -1, "macro_f1"); };
  BOOST_TEST(read(Reads::predictions).data.predictions == (arma::urowvec{0, 3, 1}), boost::test_tools::per_element());
  BOOST_TEST(read(Reads::scores).data.score == 0.75);  // class 2 is absent and counts 0
  BOOST_TEST(read(Reads::probabilities).problem->reason == "no tensor logits or probabilities in the record");
  write_safetensors(file, tensors, {{"classes", "3"}});
  test::expect_error([&] { read(Reads::predictions); }, ErrorKind::data, "test.safetensors: predictions",
                     {"below 3", "found 3"});
  write_safetensors(file, tensors);
  test::expect_error([&] { read(Reads::predictions); }, ErrorKind::data, "predictions", {"number of classes"});
}

BOOST_AUTO_TEST_SUITE_END()
