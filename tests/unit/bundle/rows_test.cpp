// SPDX-License-Identifier: Apache-2.0
#include "bundle/rows.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "reseed/error.hpp"

namespace {

reseed::RunRow run(const std::string& id) {
  reseed::RunRow row;
  row.id = id;
  row.group = "a, quoted";
  row.seed = std::numeric_limits<std::uint64_t>::max();
  row.streams = {1, 2, 3, 4};
  row.metric = "accuracy";
  row.steps = 32;
  row.scores = {{"test", {{"accuracy", 0.1}}}};
  return row;
}

void should_fail(const std::string& text, const std::string& place, const std::string& column) {
  BOOST_CHECK_EXCEPTION(reseed::parse_measures_csv(text, "m.csv"), reseed::Error, [&](const reseed::Error& error) {
    return error.kind() == reseed::ErrorKind::data && error.place() == place &&
           error.message().starts_with(column + ":");
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bundle_rows)

BOOST_AUTO_TEST_CASE(runs_read_back) {
  std::vector<reseed::RunRow> rows = {run("1"), run("2")};
  rows[1].outcome = reseed::RunOutcome::diverged;
  rows[1].steps.reset();
  rows[1].scores = {{"other/set", {{"f1", 0.25}}}};
  const std::string text = reseed::write_runs_csv(rows);
  BOOST_TEST(text.find(",other/set.f1,test.accuracy\n") != std::string::npos);
  BOOST_TEST((reseed::parse_runs_csv(text, "runs.csv") == rows));
}

BOOST_AUTO_TEST_CASE(values_read_back_to_the_same_double) {
  reseed::MeasureRow row;
  row.measure = "a";
  row.value = 0.1 + 0.2;
  row.layer = 0;
  row.flags = {reseed::Flag::few_seeds, reseed::Flag::out_of_bounds};
  const std::string text = reseed::write_measures_csv({row});
  BOOST_TEST(text.find("few_seeds;out_of_bounds") != std::string::npos);
  BOOST_TEST((reseed::parse_measures_csv(text, "m.csv") == std::vector{row}));
}

BOOST_AUTO_TEST_CASE(the_columns_of_values_are_those_of_the_contract) {
  BOOST_TEST(reseed::write_measures_csv({}) ==
             "group,model,task,test_set,measure,variant,version,layer,subset,value,instability,unit,flags,reason,n_"
             "items,n_runs,"
             "n_dims,n_undefined,numerical_rank,null,low,high,options,pairs\n");
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_named_with_line_and_column) {
  const std::string header = reseed::write_measures_csv({});
  const std::string row = reseed::write_measures_csv({reseed::MeasureRow{}}).substr(header.size());
  should_fail(header + row + "g,,,,,,x,,,,,,,,0,0,,0,,,,,,\n", "m.csv:3", "version");
  should_fail(header + "g,,,,,,1,,,nan,,,,,0,0,,0,,,,,,\n", "m.csv:2", "value");
  should_fail(header + "g,,,,,,1,,,,,,no_such_flag,,0,0,,0,,,,,,\n", "m.csv:2", "flags");
  should_fail("group,modell\n", "m.csv:1", "model");
}

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_never_enters_a_table) {
  reseed::MeasureRow row;
  row.value = std::numeric_limits<double>::quiet_NaN();
  BOOST_CHECK_EXCEPTION(reseed::write_measures_csv({row}), reseed::Error,
                        [](const reseed::Error& error) { return error.kind() == reseed::ErrorKind::internal; });
}

BOOST_AUTO_TEST_CASE(options_are_canonical_text) {
  BOOST_TEST(reseed::options_text(reseed::Options("textbook", {{"p", 0.1}, {"k", std::int64_t{5}}})) ==
             R"({"k":5,"p":0.1})");
  BOOST_TEST(reseed::options_text(reseed::Options()) == "");
}

BOOST_AUTO_TEST_SUITE_END()
