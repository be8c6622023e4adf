// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/judged_interval.hpp"
#include "../../../studies/common/resampler.hpp"
#include "support/made_imm_study.hpp"

using namespace reseed;
using namespace reseed::studies;
using reseed::test::FakeData;

BOOST_AUTO_TEST_SUITE(judged_interval_of_a_value)

// Without each of 1, 2, 3 and 6 the means are 11/3, 10/3, 3 and 2: the mean's jackknife is Student's interval, 3 +- t
// sqrt(14 / 3 / 4) with t = 3.182446 of three degrees of freedom.
BOOST_AUTO_TEST_CASE(the_jackknife_of_a_mean_is_students_interval, *boost::unit_test::tolerance(1e-6)) {
  const std::vector<double> without = {11.0 / 3.0, 10.0 / 3.0, 3.0, 2.0};
  const auto interval = jackknife_interval(3.0, without);
  BOOST_REQUIRE(interval.has_value());
  BOOST_TEST(interval->high - 3.0 == 3.182446 * std::sqrt(14.0 / 3.0 / 4.0));
  BOOST_TEST(3.0 - interval->low == interval->high - 3.0);
}

BOOST_AUTO_TEST_CASE(two_runs_and_undefined_values_have_none) {
  BOOST_TEST(!jackknife_interval(0.5, std::vector<double>{0.4, 0.6}).has_value());
  BOOST_TEST(!jackknife_interval(0.5, std::vector<double>{0.4, 0.6, std::nan("")}).has_value());
}

// Kappa of runs that each differ from the others on one item of twelve: a resample that holds a run twice lies lower,
// so that not even its highest percentiles reach the value, by which nothing is judged.
BOOST_AUTO_TEST_CASE(a_value_may_lie_outside_its_percentiles_but_not_outside_the_interval_it_is_judged_by) {
  FakeData data;
  constexpr std::size_t kRuns = 6;
  data.labels_ = arma::uvec(12, arma::fill::zeros);
  data.add_group("only", std::vector<double>(kRuns, 0.5));
  std::vector<std::uint64_t> seeds;
  for (std::size_t seed = 0; seed < kRuns; ++seed) {
    std::vector<arma::uword> predicted = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    predicted[seed] = 1 - predicted[seed];
    data.predicted_["only" + std::to_string(seed)] = predicted;
    seeds.push_back(seed);
  }
  data.add_group_value("only", "fleiss_kappa", 0.0, kRuns);
  StudyValue& value = data.values_.back();
  const auto resampler = Resampler::make(data, data.groups_[0], value, seeds);
  BOOST_REQUIRE(resampler.has_value());
  value.instability = (*resampler)(every_run(kRuns), SelfPairs::exclude);
  std::vector<std::optional<double>> resampled;
  for (const Resample& list : draw_resamples(kRuns, 1000, 0))
    resampled.push_back((*resampler)(list, SelfPairs::exclude));
  const BootstrapSummary summary = summarise(resampled);
  value.low = summary.low;
  value.high = summary.high;
  for (std::size_t run = 0; run < kRuns; ++run) {
    Resample others = every_run(kRuns);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(run));
    value.without.push_back((*resampler)(others, SelfPairs::exclude).value());
  }
  BOOST_TEST(*value.high < *value.instability);
  const auto judged = judged_interval(value);
  BOOST_REQUIRE(judged.has_value());
  BOOST_TEST(judged->low <= *value.instability);
  BOOST_TEST(judged->high >= *value.instability);
  value.without.clear();
  BOOST_TEST(!judged_interval(value).has_value());
}

BOOST_AUTO_TEST_CASE(a_measure_of_pairs_is_judged_by_its_percentiles) {
  FakeData data;
  data.add_group("only", {0.5, 0.6, 0.7});
  data.add_value("only", "alpha", 0.2, 3);
  BOOST_TEST(!judged_interval(data.values_[0]).has_value());
  data.values_[0].low = 0.1;
  data.values_[0].high = 0.3;
  BOOST_TEST(judged_interval(data.values_[0])->low == 0.1);
  BOOST_TEST(judged_interval(data.values_[0])->high == 0.3);
}

BOOST_AUTO_TEST_SUITE_END()
