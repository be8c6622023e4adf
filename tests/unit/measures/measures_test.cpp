// SPDX-License-Identifier: Apache-2.0
// Numbers by hand, and what public bug reports about other tools teach.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "support/make_runs.hpp"

namespace {

using namespace reseed;
using Runs = std::vector<MeasuredRun>;

Runs runs_of_predictions(const std::vector<std::vector<arma::uword>>& classes) {
  Runs runs;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    arma::mat logits(2, classes[i].size(), arma::fill::zeros);
    for (std::size_t item = 0; item < classes[i].size(); ++item) logits(classes[i][item], item) = 1.0;
    runs.push_back({test::run_of(i, logits, arma::urowvec(classes[i].size(), arma::fill::zeros)), std::nullopt});
  }
  return runs;
}

Runs runs_of_representations(const std::vector<arma::mat>& matrices) {
  Runs runs;
  for (std::size_t i = 0; i < matrices.size(); ++i) {
    RunData run;
    run.seed = i;
    run.representations = matrices[i];
    runs.push_back({std::move(run), std::nullopt});
  }
  return runs;
}

MeasureValue value_of(const std::string& measure, const std::string& variant, const Runs& runs,
                      const std::map<std::string, OptionValue>& options = {}) {
  return test::evaluate_plainly(create_measure(test::library_of(measure), variant, options), runs).value;
}

arma::mat rotation(arma::uword d) {
  arma::mat Q;
  arma::mat R;
  arma::qr(Q, R, test::normal_matrix(d, d, 3));
  return Q;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(measures)

BOOST_AUTO_TEST_CASE(kappa_of_four_items_and_three_raters_is_one_third) {
  const Runs runs = runs_of_predictions({{1, 1, 0, 0}, {1, 1, 0, 1}, {1, 0, 0, 0}});
  BOOST_TEST(std::abs(*value_of("fleiss_kappa", "textbook", runs).value - 1.0 / 3.0) < 1e-12);
  BOOST_TEST(std::abs(*value_of("fleiss_kappa", "as_published", runs).value - 5.0 / 9.0) < 1e-12);
}

// Both forms as they stand, from the table of counts x_ij of the drawn runs.
BOOST_AUTO_TEST_CASE(kappa_of_drawn_runs_is_that_of_their_table_of_counts) {
  constexpr arma::uword kItems = 30;
  const Runs runs = test::make_runs({5, kItems, 3, 4});
  std::vector<const RunData*> all;
  for (const MeasuredRun& run : runs) all.push_back(&run.data);
  const std::vector<std::vector<std::size_t>> draws = {{0, 1, 2, 3, 4}, {4, 0, 0, 3, 4, 4}, {2, 1}};
  for (const std::string variant : {"textbook", "as_published"}) {
    const LoadedMeasure loaded = create_measure(test::library_of("fleiss_kappa"), variant);
    const auto measured = loaded.measure->measure_once(all);
    for (const std::vector<std::size_t>& draw : draws) {
      const double m = static_cast<double>(draw.size());
      const double votes = m * static_cast<double>(kItems);
      arma::mat x(3, kItems, arma::fill::zeros);
      for (const std::size_t run : draw)
        for (arma::uword item = 0; item < kItems; ++item) x(runs[run].data.predictions(item), item) += 1.0;
      if (variant == "as_published") x.shed_row(2);
      const double agreement =
          arma::accu(arma::square(x)) / (votes * (m - 1.0)) - static_cast<double>(kItems) * m / (votes * (m - 1.0));
      const double chance = variant == "textbook" ? arma::accu(arma::square(arma::sum(x, 1) / votes))
                                                  : arma::accu(arma::square(arma::sum(x, 0) / votes));
      const double wanted = (agreement - chance) / (1.0 - chance);
      BOOST_TEST(std::abs(measured->value(draw).value.value() - wanted) < 1e-12, variant);
    }
  }
}

BOOST_AUTO_TEST_CASE(kappa_is_undefined_when_all_give_one_class_and_disagreement_is_0) {
  const Runs runs = runs_of_predictions({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
  const MeasureValue kappa = value_of("fleiss_kappa", "textbook", runs);
  BOOST_TEST(!kappa.value.has_value());
  BOOST_TEST(!kappa.instability.has_value());
  BOOST_TEST(kappa.flags.contains(Flag::no_variation));
  BOOST_TEST(!kappa.reason.empty());
  const MeasureValue disagreement = value_of("pairwise_disagreement", "textbook", runs);
  BOOST_TEST(disagreement.value.value() == 0.0);
  BOOST_TEST(disagreement.flags.contains(Flag::constant_prediction));
}

BOOST_AUTO_TEST_CASE(disagreement_is_one_quarter_when_one_of_four_items_differs) {
  BOOST_TEST(*value_of("pairwise_disagreement", "", runs_of_predictions({{0, 1, 0, 1}, {0, 1, 1, 1}})).value == 0.25);
}

BOOST_AUTO_TEST_CASE(equal_logits_go_to_the_lowest_class) {
  const arma::urowvec classes = predicted_classes(arma::mat{{1, 0}, {1, 2}, {0, 2}});
  BOOST_TEST(classes(0) == 0u);
  BOOST_TEST(classes(1) == 1u);
}

BOOST_AUTO_TEST_CASE(divergence_of_mirrored_logits_is_known_in_nats_and_bits) {
  const arma::urowvec label = {0};
  const Runs runs = {{test::run_of(0, arma::mat(arma::vec{2, 0}), label), {}},
                     {test::run_of(1, arma::mat(arma::vec{0, 2}), label), {}}};
  const MeasureValue nats = value_of("jensen_shannon_divergence", "", runs);
  const MeasureValue bits = value_of("jensen_shannon_divergence", "", runs, {{"unit", std::string("bit")}});
  BOOST_TEST(std::abs(*nats.value - 0.327813325) < 1e-9);
  BOOST_TEST(std::abs(*bits.value - 0.472934659) < 1e-9);
  BOOST_TEST(*bits.value == *nats.value / std::numbers::ln2);
  BOOST_TEST(nats.unit == "nat");
  BOOST_TEST(bits.unit == "bit");
}

BOOST_AUTO_TEST_CASE(certain_and_opposite_runs_are_one_bit_apart) {
  const arma::urowvec label = {0};
  const Runs runs = {{test::run_of(0, arma::mat(arma::vec{2000, 0}), label), {}},
                     {test::run_of(1, arma::mat(arma::vec{0, 2000}), label), {}}};
  BOOST_TEST(*value_of("jensen_shannon_divergence", "", runs, {{"unit", std::string("bit")}}).value == 1.0);
  BOOST_TEST(value_of("jensen_shannon_divergence", "as_published", runs).flags.contains(Flag::not_finite));
}

BOOST_AUTO_TEST_CASE(unrelated_wide_representations_are_flagged_as_degenerate) {
  const Runs runs = runs_of_representations({test::normal_matrix(1024, 139, 1), test::normal_matrix(1024, 139, 2)});
  for (const char* variant : {"textbook", "sum_inclusive", "as_published"}) {
    const MeasureValue value = value_of("svcca_distance", variant, runs);
    BOOST_TEST(value.value.has_value());
    BOOST_TEST(value.flags.contains(Flag::degenerate_subspace));
    BOOST_TEST(value.numerical_rank.value() == 138);
    BOOST_TEST(std::abs(value.null.value() - *value.value) < 0.05);
  }
}

BOOST_AUTO_TEST_CASE(unbiased_alignment_needs_four_items) {
  const auto cka = [](arma::uword n) {
    return value_of("linear_cka_distance", "as_published",
                    runs_of_representations({test::normal_matrix(5, n, 1), test::normal_matrix(5, n, 2)}));
  };
  BOOST_TEST(cka(4).value.has_value());
  BOOST_TEST(!cka(3).value.has_value());
  BOOST_TEST(cka(3).flags.contains(Flag::n_below_minimum));
}

BOOST_AUTO_TEST_CASE(alignment_of_many_items_is_that_of_the_gram_matrices) {
  // Above 4096 items products of d x d are taken instead of n x n; unbiased HSIC by its definition as the reference.
  const arma::uword n = 4100;
  const arma::mat X = test::normal_matrix(3, n, 1);
  const arma::mat Y = X + test::normal_matrix(3, n, 2);
  const auto hsic = [n](const arma::mat& A, const arma::mat& B) {
    arma::mat K = A.t() * A;
    arma::mat L = B.t() * B;
    K.diag().zeros();
    L.diag().zeros();
    const arma::vec k = arma::sum(K, 1);
    const arma::vec l = arma::sum(L, 1);
    return arma::dot(K, L) + arma::accu(k) * arma::accu(l) / ((n - 1.0) * (n - 2.0)) -
           2.0 / (n - 2.0) * arma::dot(k, l);
  };
  const double wanted = 1.0 - hsic(X, Y) / std::sqrt(hsic(X, X) * hsic(Y, Y));
  BOOST_TEST(std::abs(*value_of("linear_cka_distance", "as_published", runs_of_representations({X, Y})).value -
                      wanted) < 1e-9);
}

BOOST_AUTO_TEST_CASE(svcca_keeps_a_direction_when_one_rules) {
  // Singular values 1000, 1, 1, 1 of centred items.
  arma::mat Q;
  arma::mat R;
  arma::mat items = test::normal_matrix(20, 4, 5);
  items.each_row() -= arma::mean(items, 0);
  arma::qr_econ(Q, R, items);
  const arma::mat X = rotation(4) * arma::diagmat(arma::vec{1000, 1, 1, 1}) * Q.t();
  const Runs runs = runs_of_representations({X, rotation(4) * X});
  for (const char* variant :
       {"textbook", "energy_inclusive", "energy_exclusive", "sum_inclusive", "sum_exclusive", "as_published"}) {
    const MeasureValue value = value_of("svcca_distance", variant, runs);
    BOOST_TEST_REQUIRE(value.value.has_value(), variant);
    BOOST_TEST(std::abs(*value.value) < 1e-9, variant);
  }
}

BOOST_AUTO_TEST_CASE(procrustes_does_not_see_rotation_scale_and_translation) {
  const arma::mat X = test::normal_matrix(16, 80, 1);
  const Runs runs = runs_of_representations({X, 3.7 * rotation(16) * X + 5.0});
  for (const char* variant : {"textbook", "as_published", "squared", "scaled_squared"}) {
    const MeasureValue value = value_of("orthogonal_procrustes_distance", variant, runs);
    BOOST_TEST((*value.value >= 0.0 && *value.value < 1e-9), variant);
  }
  for (const char* variant : {"root", "angular"}) {
    const MeasureValue value = value_of("orthogonal_procrustes_distance", variant, runs);
    BOOST_TEST((*value.value >= 0.0 && *value.value < 1e-6), variant);
  }
}

BOOST_AUTO_TEST_CASE(constant_dimensions_change_nothing_and_nan_is_named) {
  const arma::mat X = test::normal_matrix(6, 30, 1);
  const arma::mat Y = test::normal_matrix(6, 30, 2);
  const arma::mat padded = arma::join_cols(X, arma::mat(10, 30, arma::fill::value(2.5)));
  arma::mat broken = X;
  broken(2, 17) = std::nan("");
  for (const char* measure : {"linear_cka_distance", "orthogonal_procrustes_distance"}) {
    const double plain = *value_of(measure, "", runs_of_representations({X, Y})).value;
    BOOST_TEST(std::abs(plain - *value_of(measure, "", runs_of_representations({padded, Y})).value) < 1e-9);
    const LoadedMeasure loaded = create_measure(test::library_of(measure), "");
    EvaluateOptions options;
    options.where = "layer 4";
    const Evaluation found =
        evaluate(*loaded.measure, *loaded.info, *loaded.variant, runs_of_representations({X, broken, Y}), options);
    BOOST_TEST(!found.value.value.has_value());
    BOOST_TEST(found.value.flags.contains(Flag::non_finite_input));
    BOOST_TEST(found.value.reason == "seed 1, layer 4, row 17, dimension 2: NaN");
    BOOST_TEST(found.value.n_undefined == 2);
    BOOST_TEST(found.pairs->defined(0, 2));
  }
}

BOOST_AUTO_TEST_CASE(deviation_of_three_scores_says_its_divisor) {
  Runs runs = test::make_runs({3, 10, 2, 3});
  for (std::size_t i = 0; i < 3; ++i) runs[i].data.score = 0.70 + 0.02 * i;
  BOOST_TEST(std::abs(*value_of("performance_sd", "as_published", runs).value - 0.016329931618554516) < 1e-12);
  BOOST_TEST(std::abs(*value_of("performance_sd", "textbook", runs).value - 0.02) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
