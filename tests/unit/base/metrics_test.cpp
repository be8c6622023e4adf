// SPDX-License-Identifier: Apache-2.0
#include "base/metrics.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reseed/error.hpp"

namespace utf = boost::unit_test;
using namespace reseed;
using Classes = std::vector<std::int64_t>;

BOOST_AUTO_TEST_SUITE(metrics)

BOOST_AUTO_TEST_CASE(accuracy_is_the_share_of_hits, *utf::tolerance(1e-15)) {
  BOOST_TEST(score("accuracy", Classes{0, 1, 1, 0}, Classes{0, 1, 0, 0}, 2) == 0.75);
}

BOOST_AUTO_TEST_CASE(f1_is_the_harmonic_mean_of_precision_and_recall_of_class_1, *utf::tolerance(1e-15)) {
  // precision 2/3, recall 2/4
  BOOST_TEST(score("f1", Classes{1, 1, 1, 0, 0}, Classes{1, 1, 0, 1, 1}, 2) == 2 * (2.0 / 3) * 0.5 / (2.0 / 3 + 0.5));
}

BOOST_AUTO_TEST_CASE(f1_is_zero_where_nothing_is_positive) {
  BOOST_TEST(score("f1", Classes{0, 0}, Classes{0, 0}, 2) == 0.0);
}

BOOST_AUTO_TEST_CASE(macro_f1_counts_an_absent_class_as_zero, *utf::tolerance(1e-15)) {
  BOOST_TEST(score("macro_f1", Classes{0, 1}, Classes{0, 1}, 3) == 2.0 / 3);
}

BOOST_AUTO_TEST_CASE(matthews_correlation_of_two_classes_is_the_phi_coefficient, *utf::tolerance(1e-15)) {
  // tp 2, tn 1, fp 1, fn 2: (2*1 - 1*2)/... = 0;   tp 3, tn 2, fp 1, fn 0: 6 / sqrt(4*3*3*2)
  BOOST_TEST(score("matthews_correlation", Classes{1, 1, 1, 0, 0, 1}, Classes{1, 1, 1, 0, 0, 0}, 2) ==
             6 / std::sqrt(72.0));
}

BOOST_AUTO_TEST_CASE(matthews_correlation_of_constant_predictions_is_zero) {
  BOOST_TEST(score("matthews_correlation", Classes{1, 1, 1}, Classes{0, 1, 2}, 3) == 0.0);
}

BOOST_AUTO_TEST_CASE(f1_of_three_classes_is_refused) {
  BOOST_CHECK_EXCEPTION(score("f1", Classes{0}, Classes{0}, 3), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::manifest && e.place() == "metric"; });
}

BOOST_AUTO_TEST_CASE(an_unknown_metric_is_refused) {
  BOOST_CHECK_EXCEPTION(score("recall", Classes{0}, Classes{0}, 2), Error,
                        [](const Error& e) { return e.kind() == ErrorKind::manifest && e.place() == "metric"; });
}

BOOST_AUTO_TEST_CASE(the_lowest_class_wins_a_tie) {
  const std::vector<double> logits = {0.5, 0.5, 0.1, -1, 2, 2};
  BOOST_TEST(argmax_rows(logits, 3) == (Classes{0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
