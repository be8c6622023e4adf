// SPDX-License-Identifier: Apache-2.0
// A study that asks for sub-samples of the test items, from manifest to bundle with the fake trainer.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "bundle/bundle.hpp"
#include "support/can_train.hpp"
#include "support/progress_lines.hpp"
#include "support/small_study.hpp"

using namespace reseed;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// 20 test items; `analysis`: lines of [analysis].
struct Sampled : SmallStudy {
  explicit Sampled(const std::string& analysis) { write("study.toml", SmallStudy::manifest() + analysis); }
};

Bundle bundle_of(const SmallStudy& study) {
  const Said said = study.run();
  BOOST_REQUIRE_MESSAGE(said.code == 0, said.err);
  return read_bundle(study.bundle());
}

std::size_t with_subset(const Bundle& bundle) {
  return static_cast<std::size_t>(std::count_if(bundle.measures.begin(), bundle.measures.end(),
                                                [](const MeasureRow& row) { return !row.subset.empty(); }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sub_samples, *utf::precondition(can_train))

BOOST_AUTO_TEST_CASE(add_a_row_per_draw_beside_the_values_on_all_items) {
  const Sampled study("rates = \"0.5, 0.25\"\ndraws = 2\n");
  const Bundle bundle = bundle_of(study);
  // per group: two measures without layers, one with three
  BOOST_TEST(bundle.measures.size() == 2u * 5u * 5u);
  BOOST_TEST(with_subset(bundle) == 2u * 5u * 4u);
  std::map<std::string, std::set<std::int64_t>> items;
  for (const MeasureRow& row : bundle.measures) {
    BOOST_TEST(row.value.has_value(), row.measure + ": " + row.reason);
    items[row.subset.substr(0, row.subset.find(" digest"))].insert(row.n_items);
    if (!row.subset.empty() && row.measure != "performance_sd")
      BOOST_TEST(row.pairs.find("draw-") != std::string::npos, row.pairs);
  }
  BOOST_TEST(items.size() == 5u);
  BOOST_TEST((items[""] == std::set<std::int64_t>{20}));
  BOOST_TEST((items["rate=0.25 draw=2 items=same"] == std::set<std::int64_t>{5}));
  BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
}

BOOST_AUTO_TEST_CASE(leave_the_values_on_all_items_as_they_are) {
  const Sampled with("rates = \"0.5\"\n");
  const SmallStudy without;
  std::vector<MeasureRow> rows = bundle_of(with).measures;
  std::erase_if(rows, [](const MeasureRow& row) { return !row.subset.empty(); });
  BOOST_TEST((rows == bundle_of(without).measures));
}

BOOST_AUTO_TEST_CASE(reach_the_study_and_the_report_apart_from_all_others) {
  const Sampled study("rates = \"0.5\"\n");
  const Bundle bundle = bundle_of(study);
  const std::string page = read_file(study.bundle() / "report.html");
  BOOST_TEST(has(page, "How many values are there?</h3><b>10</b>"));
  BOOST_TEST(has(page, "How many on sub-samples?</h3><b>10</b>"));
  for (const MeasureRow& row : bundle.measures)
    if (!row.subset.empty()) BOOST_TEST(has(page, row.subset), row.subset);
}

BOOST_AUTO_TEST_CASE(are_the_same_items_for_all_measures_unless_drawn_by_kind) {
  const auto digests = [](const std::string& items) {
    const Sampled study("rates = \"0.5\"\nitems = \"" + items + "\"\n");
    std::set<std::string> names;
    for (const MeasureRow& row : bundle_of(study).measures)
      if (!row.subset.empty()) names.insert(row.subset);
    return names.size();
  };
  BOOST_TEST(digests("same") == 1u);
  BOOST_TEST(digests("by_kind") == 2u);
  BOOST_TEST(digests("both") == 3u);
}

BOOST_AUTO_TEST_CASE(of_fewer_than_four_items_have_no_value_and_a_reason) {
  const Sampled study("rates = \"0.15\"\n");
  const Bundle bundle = bundle_of(study);
  for (const MeasureRow& row : bundle.measures) {
    if (row.subset.empty()) continue;
    BOOST_TEST(!row.value.has_value());
    BOOST_TEST((row.flags == std::vector<Flag>{Flag::n_below_minimum}));
    BOOST_TEST(row.reason == "want at least 4 items in a sub-sample, found 3 of 20");
  }
  BOOST_TEST(bundle.info.status == "complete");
  BOOST_TEST(verify_bundle(study.bundle()).problems.empty());
}

BOOST_AUTO_TEST_CASE(are_not_measured_again_by_a_second_call) {
  const Sampled study("rates = \"0.5, 0.15\"\ndraws = 2\n");
  bundle_of(study);
  const auto before = study.steady_files();
  const Said again = study.run();
  BOOST_TEST(has(again.out, "everything is there"), again.out);
  BOOST_TEST((study.steady_files() == before));
  BOOST_TEST(has(study.plan().out, " 0 missing"));
}

BOOST_AUTO_TEST_CASE(with_a_wrong_rate_are_refused_before_anything_starts) {
  const Sampled study("rates = \"0.5, 2\"\n");
  const Said said = study.run();
  BOOST_TEST(said.code == 2);
  BOOST_TEST(has(said.err, "analysis.rates: want rates above 0 and at most 1, separated by commas, found \"2\""),
             said.err);
}

BOOST_AUTO_TEST_SUITE_END()
