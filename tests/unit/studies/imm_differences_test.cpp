// SPDX-License-Identifier: Apache-2.0
// Which methods differ in a study, by which measure, and how many seeds would tell.
#include <boost/test/unit_test.hpp>

#include "../../../studies/imm_reassessment/resampled_methods.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "support/made_imm_study.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using reseed::test::FakeData;
using reseed::test::three_methods;

BOOST_AUTO_TEST_SUITE(imm_differences)

// Six seeds: 2^(1 - 6) x 2 methods = 0.0625 is above the level, seven seeds give 0.03125.
BOOST_AUTO_TEST_CASE(two_comparisons_need_seven_seeds) {
  BOOST_TEST(fewest_seeds(2, 0.05) == 7);
  BOOST_TEST(fewest_seeds(1, 0.05) == 6);
}

BOOST_AUTO_TEST_CASE(with_few_seeds_nothing_can_be_told_and_no_p_is_shown) {
  const FakeData data = three_methods(5);
  for (const Difference& row : differences(View(data), {"first", 0.05, 500})) {
    BOOST_TEST(row.verdict == "cannot tell");
    BOOST_TEST(!row.p.has_value());
    BOOST_TEST(row.remark.find("5 common seeds") != std::string::npos);
    BOOST_TEST(row.difference.has_value());
  }
}

BOOST_AUTO_TEST_CASE(a_constant_shift_over_eight_seeds_is_found) {
  const FakeData data = three_methods(8);
  const auto rows = differences(View(data), {"first", 0.05, 500});
  BOOST_REQUIRE(rows.size() == 6u);  // score, alpha, beta for two methods
  for (const Difference& row : rows) {
    BOOST_TEST(row.verdict == "differs", row.quantity + " " + row.method);
    // Eight seeds can tell no more by the bootstrap of a measure than by the signs of the scores.
    BOOST_TEST(*row.p == 2.0 / 256.0, row.quantity);
    BOOST_TEST(*row.p_holm == 4.0 / 256.0, row.quantity);
  }
  BOOST_TEST(rows[2].test == "bootstrap of common seeds, p at least 2^(1 - n)");
  BOOST_TEST(*rows[0].p == 2.0 / 256.0);
  BOOST_TEST(*rows[0].p_holm == 4.0 / 256.0);
  BOOST_TEST(*rows[0].difference == 0.05, boost::test_tools::tolerance(1e-12));
}

// Distances of runs i and j: `distance` apart, and 0.1 further for every pair with run 0.
BOOST_AUTO_TEST_CASE(differences_pair_a_run_with_itself_as_the_manifest_says) {
  FakeData data = three_methods(8);
  for (StudyValue& value : data.values_) {
    value.pairs.row(0) += 0.1;
    value.pairs.col(0) += 0.1;
    value.pairs(0, 0) = 0.0;
  }
  const auto rows = [&](const std::string& policy) {
    data.self_pairs_ = policy;
    const View view(data);
    return differences(view, {"first", 0.05, 500});
  };
  const auto without = rows("exclude");
  const auto with = rows("include_zero");
  // alpha of second - first: constant at 0.05 in every resample, but for the share of pairs that count 0: that moves
  // with the draws, and its mean of 1/8 is taken away.
  BOOST_TEST(*without[2].low == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*without[2].high == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*with[2].difference == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*with[2].low < 0.0499);
  BOOST_TEST(*with[2].high > 0.0501);
  BOOST_TEST(*with[2].high < 0.0572);           // 0.05 in every pair, moved by 0.05 / 8
  BOOST_TEST(*with[0].low == *without[0].low);  // scores have no pairs
}

// The bootstrap of the differences is that of the claims: same resamples, same p.
BOOST_AUTO_TEST_CASE(differences_and_claims_rest_on_one_bootstrap) {
  FakeData data = three_methods(8);
  for (std::size_t g = 0; g < 3; ++g)
    for (arma::uword i = 0; i < 8; ++i)
      for (arma::uword j = 0; j < i; ++j)
        data.values_[2 * g].pairs(i, j) = data.values_[2 * g].pairs(j, i) =
            0.2 + 0.1 * std::sin(1.0 + 5.0 * static_cast<double>(g) + static_cast<double>(3 * i + 7 * j));
  for (const char* policy : {"exclude", "include_zero"}) {
    data.self_pairs_ = policy;
    const View view(data);
    const ResampledMethods methods(view, view.comparisons()[0], {&view.columns()[0]}, 500);
    const Improvement claimed = improvement(methods, 1, 0, 0, 6);
    const Difference row = differences(view, {"first", 0.05, 500})[2];
    BOOST_TEST(row.quantity == "alpha");
    BOOST_TEST(row.method == "second");
    BOOST_TEST(*row.difference == *claimed.difference, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.low == claimed.low, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.high == claimed.high, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.p == claimed.p);
  }
}

BOOST_AUTO_TEST_CASE(standard_deviation_and_kappa_are_compared_like_other_measures) {
  FakeData data;
  data.labels_ = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  for (const char* method : {"first", "second"}) {
    const bool apart = *method == 's';
    std::vector<double> scores;
    for (std::size_t seed = 0; seed < 8; ++seed)
      scores.push_back(0.7 + (apart ? 0.1 : 0.001) * (seed % 2 == 0 ? 1 : -1));
    data.add_group(method, scores);
    for (std::size_t seed = 0; seed < 8; ++seed) {
      std::vector<arma::uword> predicted = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
      if (apart) predicted[seed] = predicted[seed + 4] = 1 - predicted[seed];
      data.predicted_[method + std::to_string(seed)] = predicted;
    }
    data.add_group_value(method, "performance_sd", apart ? 0.1069 : 0.001069, 8);
    data.add_group_value(method, "fleiss_kappa", apart ? 0.5 : 0.0, 8);
  }
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_REQUIRE_EQUAL(rows.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) {
    BOOST_TEST(rows[i].verdict == "differs", rows[i].quantity + ": " + rows[i].remark);
    BOOST_TEST(rows[i].n == 8);
    BOOST_TEST(*rows[i].low > 0.0);
  }
}

// The number of seeds stands for what the next run would need: nothing of a difference of 0, and never so many as ran.
BOOST_AUTO_TEST_CASE(seeds_that_would_be_needed_are_more_than_those_that_ran) {
  FakeData data;
  const std::vector<std::vector<double>> shifts = {
      {0, 0, 0, 0, 0, 0, 0, 0},
      {0.06, 0.06, 0.06, 0.06, 0.06, 0.06, -0.001, -0.001},  // p = 8 / 256: not told among two, though large
      {0.01, -0.01, 0.02, -0.01, 0.01, -0.02, 0.01, 0.0}};
  const std::vector<std::string> names = {"first", "large", "small"};
  for (std::size_t g = 0; g < 3; ++g) {
    std::vector<double> scores;
    for (std::size_t seed = 0; seed < 8; ++seed) scores.push_back(0.7 + 0.01 * double(seed) + shifts[g][seed]);
    data.add_group(names[g], scores);
  }
  std::vector<double> equal;
  for (std::size_t seed = 0; seed < 8; ++seed) equal.push_back(0.7 + 0.01 * double(seed));
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[0].verdict == "no difference seen");
  BOOST_TEST(*rows[0].p_holm == 16.0 / 256.0);
  BOOST_TEST(rows[0].remark == "");
  const std::string& remark = rows[1].remark;
  BOOST_REQUIRE(remark.starts_with("about "));
  BOOST_TEST(std::stoi(remark.substr(6)) > 8, remark);
  // Of five seeds, too few for any comparison, nothing more is said where they are equal.
  for (StudyGroup& group : data.groups_) group.runs.resize(5);
  for (std::size_t seed = 0; seed < 5; ++seed) data.groups_[1].runs[seed].scores["test"] = equal[seed];
  const View few(data);
  BOOST_TEST(differences(few, {"first", 0.05, 500})[0].remark ==
             "5 common seeds cannot reach the level in a family of 2 (at least 7)");
}

BOOST_AUTO_TEST_CASE(differences_below_one_percent_of_the_value_are_counted_apart) {
  FakeData data = three_methods(8);
  for (StudyValue& value : data.values_)
    if (value.group == "second" && value.measure == "alpha") {
      value.pairs = data.values_[0].pairs;
      value.pairs += 1e-5 * (1.0 - arma::eye(8, 8));
    }
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_TEST(rows[2].verdict == "differs negligibly");
  BOOST_TEST(rows[2].remark == "the whole interval lies within 1 % of the larger value");
  BOOST_TEST(*rows[2].reference_value == 0.107, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(rows[3].verdict == "differs");
  const StudyAnswer answer = answers(view, rows).at(1);
  BOOST_TEST(answer.verdict == "yes, in 5 of 6 comparisons");
  BOOST_TEST(answer.sentence.ends_with("1 more differs by less than 1 %: second."), answer.sentence);
  // By alpha third is less stable: 0.207 against 0.107.
  std::vector<Difference> one = {rows[2], rows[3]};
  BOOST_TEST(answers(view, one).at(1).sentence ==
             "By alpha third is less stable than first (0.207, 0.100 more than 0.107; bootstrap of 8 seeds, adjusted p "
             "= 0.016). 1 more differs by less than 1 %: second.");
  one.pop_back();
  BOOST_TEST(answers(view, one).at(1).verdict == "only negligibly, in 1 of 1 comparison");
}

BOOST_AUTO_TEST_SUITE_END()
