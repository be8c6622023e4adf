// SPDX-License-Identifier: Apache-2.0
#include "analysis/statistics.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "analysis/bootstrap.hpp"
#include "analysis/correlation.hpp"
#include "analysis/made_runs.hpp"
#include "analysis/paired_tests.hpp"
#include "analysis/resampled.hpp"
#include "analysis/unpaired_tests.hpp"

namespace {

using namespace reseed;
using Numbers = std::vector<double>;

arma::mat constant_distance(arma::uword m, double d) {
  arma::mat pairs(m, m, arma::fill::value(d));
  pairs.diag().zeros();
  return pairs;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(statistics)

BOOST_AUTO_TEST_CASE(mean_deviation_and_quantiles_of_one_to_four) {
  const Numbers x = {4, 2, 1, 3};
  BOOST_TEST(mean(x) == 2.5);
  BOOST_TEST(std::abs(standard_deviation(x, 1) - std::sqrt(5.0 / 3.0)) < 1e-15);
  BOOST_TEST(median(x) == 2.5);
  BOOST_TEST(quantile(x, 0.0) == 1.0);
  BOOST_TEST(quantile(x, 0.25) == 1.75);
  BOOST_TEST(quantile(x, 1.0) == 4.0);
}

BOOST_AUTO_TEST_CASE(equal_numbers_have_their_own_mean_and_no_deviation) {
  const Numbers x(7, 0.1);
  BOOST_TEST(mean(x) == 0.1);
  BOOST_TEST(standard_deviation(x, 1) == 0.0);
}

BOOST_AUTO_TEST_CASE(tied_numbers_share_their_average_rank) {
  BOOST_TEST(average_ranks(Numbers{5, 1, 5, 2}) == (Numbers{3.5, 1, 3.5, 2}), boost::test_tools::per_element());
  BOOST_TEST(tie_sizes(Numbers{5, 1, 5, 2, 1, 1}) == (Numbers{3, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(holm_is_step_down_and_monotone) {
  const Numbers adjusted = holm(Numbers{0.01, 0.04, std::nan(""), 0.03});
  BOOST_TEST(std::abs(adjusted[0] - 0.03) < 1e-15);
  BOOST_TEST(std::abs(adjusted[1] - 0.06) < 1e-15);
  BOOST_TEST(std::isnan(adjusted[2]));
  BOOST_TEST(std::abs(adjusted[3] - 0.06) < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_constant_column_has_no_correlation) {
  BOOST_TEST(!pearson(Numbers{1, 1, 1}, Numbers{1, 2, 3}).has_value());
  BOOST_TEST(!spearman(Numbers{1, 1, 1}, Numbers{1, 2, 3}).has_value());
  BOOST_TEST(!kendall(Numbers{1, 1, 1}, Numbers{1, 2, 3}).has_value());
}

BOOST_AUTO_TEST_CASE(kendall_of_reversed_order_has_the_exact_p_of_two_orders_in_all) {
  const auto tau = kendall(Numbers{1, 2, 3, 4}, Numbers{4, 3, 2, 1});
  BOOST_TEST(tau->coefficient == -1.0);
  BOOST_TEST(tau->exact);
  BOOST_TEST(std::abs(*tau->p - 2.0 / 24.0) < 1e-15);
}

BOOST_AUTO_TEST_CASE(few_pairs_are_put_into_every_order) {
  const Numbers x = {1, 2, 3, 4};
  const Numbers y = {1, 2, 3, 9};
  for (const Coefficient coefficient : {Coefficient::spearman, Coefficient::kendall}) {
    const auto test = permutation_test(coefficient, x, y);
    BOOST_TEST(test->exhaustive);
    BOOST_TEST(test->orders == 24u);
    BOOST_TEST(test->extreme == 2u);  // this order and its reverse
    BOOST_TEST(test->p == 2.0 / 24.0);
  }
  // r of 1 2 3 9 is 0.87; of 2 1 3 9 it is 0.83, of 9 3 2 1 it is -0.87.
  BOOST_TEST(permutation_test(Coefficient::pearson, x, y)->extreme == 2u);
}

BOOST_AUTO_TEST_CASE(tied_values_count_in_every_place_that_they_can_have) {
  const auto test = permutation_test(Coefficient::kendall, Numbers{1, 2, 3}, Numbers{1, 1, 2});
  BOOST_TEST(test->orders == 6u);
  BOOST_TEST(test->extreme == 4u);  // 1 1 2 and 2 1 1, each twice
}

BOOST_AUTO_TEST_CASE(many_pairs_are_sampled_and_p_is_never_below_one_by_orders_plus_one) {
  Numbers x;
  for (int i = 0; i < 30; ++i) x.push_back(i);
  const auto same = permutation_test(Coefficient::pearson, x, x, 999, 7);
  BOOST_TEST(!same->exhaustive);
  BOOST_TEST(same->extreme == 0u);
  BOOST_TEST(same->p == 1.0 / 1000.0);
  Numbers shuffled = x;
  for (std::size_t i = 0; i < x.size(); ++i) shuffled[i] = static_cast<double>((i * 17) % 30);
  const auto formula = kendall(x, shuffled);
  const auto sampled = permutation_test(Coefficient::kendall, x, shuffled, 5000, 7);
  BOOST_TEST(std::abs(*formula->p - sampled->p) < 0.02);
  BOOST_TEST(sampled->p == permutation_test(Coefficient::kendall, x, shuffled, 5000, 7)->p);
}

BOOST_AUTO_TEST_CASE(a_permutation_is_wanted_with_ties_or_fewer_than_ten_pairs) {
  Numbers ten;
  for (int i = 0; i < 10; ++i) ten.push_back(i);
  Numbers tied = ten;
  tied[3] = tied[4];
  BOOST_TEST(!wants_permutation(ten, ten));
  BOOST_TEST(wants_permutation(ten, tied));
  BOOST_TEST(wants_permutation(Numbers{1, 2, 3}, Numbers{1, 2, 3}));
  BOOST_TEST(!permutation_test(Coefficient::pearson, Numbers{1, 1, 1}, Numbers{1, 2, 3}).has_value());
}

BOOST_AUTO_TEST_CASE(a_correlation_brings_the_permutation_where_its_formula_is_an_approximation) {
  // Six layers: all 720 orders. r of 1 2 3 4 5 9 is 0.95; only this order and those as close or as far count.
  const Numbers layers = {1, 2, 3, 4, 5, 6};
  const auto few = tested_correlation(Coefficient::pearson, layers, Numbers{1, 2, 3, 4, 5, 9});
  BOOST_REQUIRE(few->permuted.has_value());
  BOOST_TEST(few->p_from() == "all orders");
  BOOST_TEST(*few->p() == 2.0 / 720.0);
  BOOST_TEST(*few->p() != *few->seen.p);
  // Kendall without ties: the formula is the permutation.
  const auto exact = tested_correlation(Coefficient::kendall, layers, Numbers{2, 1, 3, 4, 5, 6});
  BOOST_TEST(!exact->permuted.has_value());
  BOOST_TEST(exact->p_from() == "exact");
  BOOST_TEST(std::abs(*exact->p() - permutation_test(Coefficient::kendall, layers, Numbers{2, 1, 3, 4, 5, 6})->p) <
             1e-12);
  const auto ties = tested_correlation(Coefficient::kendall, layers, Numbers{2, 2, 3, 4, 5, 6});
  BOOST_TEST(ties->p_from() == "all orders");
  // Ten pairs and no ties: the formula alone.
  Numbers ten;
  Numbers other;
  for (int i = 0; i < 10; ++i) {
    ten.push_back(i);
    other.push_back((3 * i) % 10);
  }
  const auto many = tested_correlation(Coefficient::pearson, ten, other);
  BOOST_TEST(!many->permuted.has_value());
  BOOST_TEST(many->p_from() == "beta distribution");
  BOOST_TEST(*many->p() == *pearson(ten, other)->p);
  BOOST_TEST(tested_correlation(Coefficient::spearman, ten, other)->p_from() == "Student's t");
  other[3] = other[4];
  BOOST_TEST(tested_correlation(Coefficient::pearson, ten, other, 99)->p_from() == "99 random orders");
  BOOST_TEST(!tested_correlation(Coefficient::pearson, layers, Numbers(6, 1.0)).has_value());
}

BOOST_AUTO_TEST_CASE(p_of_r_depends_on_the_number_of_pairs_taken) {
  // scipy 1.17: 2 * beta(n/2 - 1, n/2 - 1, loc=-1, scale=2).sf(0.7337610331019789)
  BOOST_TEST(std::abs(pearson_p(0.7337610331019789, 90) / 1.9334941744510226e-16 - 1.0) < 1e-9);
  BOOST_TEST(std::abs(pearson_p(0.7337610331019789, 15) - 0.0018) < 5e-5);
  BOOST_TEST(pearson_p(0.3, 2) == 1.0);
  BOOST_TEST(pearson_p(-1.0, 5) == 0.0);
}

BOOST_AUTO_TEST_CASE(nothing_differs_means_nothing_to_test) {
  BOOST_TEST(!sign_test(Numbers{0, 0}).p.has_value());
  BOOST_TEST(!wilcoxon_test(Numbers{0, 0}).p.has_value());
  BOOST_TEST(sign_flip_test(Numbers{0, 0}).p.value() == 1.0);
  BOOST_TEST(!mann_whitney_test(Numbers{1, 1}, Numbers{1, 1}).p.has_value());
  BOOST_TEST(!brown_forsythe_test(Numbers{1, 1}, Numbers{2, 2}).p.has_value());
}

BOOST_AUTO_TEST_CASE(sampled_sign_flips_come_near_the_exact_p) {
  Numbers differences;
  for (int i = 0; i < 21; ++i) differences.push_back(i % 3 == 0 ? -1.0 : 1.0);
  const SignFlipTest test = sign_flip_test(differences, 20000, 4);
  BOOST_TEST(!test.exhaustive);
  BOOST_TEST(std::abs(*test.p - 0.1892) < 0.01);  // P(|S| >= 7) of 21 fair signs
}

BOOST_AUTO_TEST_CASE(a_constant_distance_is_its_own_resampled_mean_without_self_pairs) {
  const double d = 0.1;
  const arma::mat pairs = constant_distance(10, d);
  for (const Resample& list : draw_resamples(10, 100, 3)) {
    BOOST_TEST(resampled_mean(pairs, list, SelfPairs::exclude).value() == d);
    const bool repeats = std::set<std::size_t>(list.begin(), list.end()).size() < list.size();
    BOOST_TEST((resampled_mean(pairs, list, SelfPairs::include_zero).value() < d) == repeats);
  }
}

BOOST_AUTO_TEST_CASE(the_order_of_a_resample_does_not_matter) {
  arma::mat pairs = constant_distance(6, 0.0);
  for (arma::uword i = 0; i < 6; ++i)
    for (arma::uword j = 0; j < i; ++j) pairs(i, j) = pairs(j, i) = 1.0 / (1.0 + i + 7.0 * j);
  for (Resample list : draw_resamples(6, 20, 1)) {
    const auto before = resampled_mean(pairs, list, SelfPairs::exclude);
    std::sort(list.begin(), list.end());
    BOOST_TEST((before == resampled_mean(pairs, list, SelfPairs::exclude)));
  }
}

BOOST_AUTO_TEST_CASE(resampled_kappa_and_sd_are_those_of_the_drawn_runs) {
  const std::vector<MeasuredRun> runs = made_runs({8, 60, 3, 4});
  arma::mat disagreement(8, 8, arma::fill::zeros);
  std::vector<arma::mat> logits;
  Numbers scores;
  for (std::size_t i = 0; i < 8; ++i) {
    logits.push_back(runs[i].data.logits);
    scores.push_back(runs[i].data.score);
    for (std::size_t j = 0; j < i; ++j)
      disagreement(i, j) = disagreement(j, i) =
          arma::mean(arma::conv_to<arma::vec>::from(runs[i].data.predictions != runs[j].data.predictions));
  }
  const arma::mat shares = class_shares(logits);
  for (const Resample& list : draw_resamples(8, 50, 11)) {
    // Fleiss 1971, by its table of counts.
    arma::mat x(3, 60, arma::fill::zeros);
    Numbers drawn;
    for (const std::size_t run : list) {
      drawn.push_back(scores[run]);
      for (arma::uword item = 0; item < 60; ++item) x(runs[run].data.predictions(item), item) += 1.0;
    }
    const double observed = arma::mean((arma::sum(arma::square(x), 0) - 8.0) / 56.0);
    const double chance = arma::accu(arma::square(arma::sum(x, 1) / 480.0));
    BOOST_TEST(std::abs(resampled_kappa_distance(disagreement, shares, list).value() -
                        (1.0 - (observed - chance) / (1.0 - chance))) < 1e-12);
    BOOST_TEST(std::abs(resampled_sd(scores, list, 1).value() - standard_deviation(drawn, 1)) < 1e-12);
  }
  BOOST_TEST(resampled_sd(scores, Resample(4, 2), 0).value() == 0.0);
  BOOST_TEST(resampled_average(scores, Resample(4, 2)) == scores[2]);
  BOOST_TEST(std::abs(resampled_average(scores, {0, 0, 1}) - (2.0 * scores[0] + scores[1]) / 3.0) < 1e-12);
  BOOST_TEST(!resampled_sd(scores, Resample(1, 2), 1).has_value());
  // Runs that give one class to every item have no chance-corrected agreement.
  BOOST_TEST(!resampled_kappa_distance(disagreement * 0.0, arma::mat{{1, 1}, {0, 0}}, {0, 1}).has_value());
}

BOOST_AUTO_TEST_CASE(a_resample_of_one_run_has_no_pair) {
  const Resample list(5, 2);
  BOOST_TEST(!resampled_mean(constant_distance(5, 0.3), list, SelfPairs::exclude).has_value());
  BOOST_TEST(resampled_mean(constant_distance(5, 0.3), list, SelfPairs::include_zero).value() == 0.0);
  const std::vector<std::optional<double>> values = {0.5, std::nullopt, 0.5};
  BOOST_TEST(summarise(values).undefined == 1u);
  BOOST_TEST(summarise(values).degenerate);
}

BOOST_AUTO_TEST_SUITE_END()
