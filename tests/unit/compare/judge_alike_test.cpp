// SPDX-License-Identifier: Apache-2.0
// How seldom two bundles that differ are called indistinguishable, in simulated pairs of them.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <utility>

#include "support/simulated_bundles.hpp"

using namespace reseed;
using namespace reseed::test;

BOOST_AUTO_TEST_SUITE(judge_simulated)

// A true difference of `margins` margins. Twice the margin: hardly ever `indistinguishable`. As large as the margin:
// where the interval would show it if it were too narrow. (Slow: more numbers of seeds, more noise.)
using Seeds = std::vector<std::size_t>;
constexpr double kAtEdge = kMissed + 2 * 0.0035;  // and what 2,000 pairs may show above it by chance
/// The margin that compare has unless another is given, and the fewest seeds that it asks for.
constexpr double kMargin = 0.1;
const std::size_t kFewest = static_cast<std::size_t>(fewest_seeds_within(kMargin));

void scores_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& sds) {
  Random random(7);
  for (const std::size_t k : seeds)
    for (const double sd : sds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   return std::vector{scores_within(normal_scores(random, k, 0.8, sd),
                                                    normal_scores(random, k, 0.8 * (1.0 - margins * kMargin), sd),
                                                    kMargin)};
                 }) <= most);
}

/// Mean over the pairs of such points, by 2,000 draws.
double true_mean(Random& random, const std::function<Points(Random&, std::size_t)>& points) {
  double sum = 0.0;
  for (int i = 0; i < 2000; ++i) sum += jackknife_of_pairs(distances(points(random, 10)), 10).value / 2000.0;
  return sum;
}

void pairs_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& factors,
                                const Seeds& widths) {
  Random random(8);
  for (const double factor : factors)
    for (const std::size_t dimensions : widths) {
      const auto points = [&](Random& draws, std::size_t k) { return normal_points(draws, k, dimensions); };
      const double margin = (factor - 1.0) * true_mean(random, points) / margins;
      for (const std::size_t k : seeds)
        BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                     return std::vector{
                         pairs({distances(points(random, k))}, {distances(points(random, k), factor)}, k, margin)};
                   }) <= most);
    }
}

/// One layer alone differs.
void curves_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& factors) {
  Random random(9);
  for (const double factor : factors) {
    const double mean = true_mean(random, [](Random& draws, std::size_t k) { return normal_points(draws, k, 4); });
    const double margin = (factor - 1.0) * mean / margins;
    for (const std::size_t k : seeds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   return std::vector{pairs(curve(random, k), curve(random, k, factor), k, margin)};
                 }) <= most);
  }
}

void spreads_are_not_called_alike(double margins, double most, const Seeds& seeds, const std::vector<double>& sds) {
  Random random(10);
  const auto drawn = [&](std::size_t k, double sd) {
    std::normal_distribution<double> normal(0.0, sd);
    std::vector<double> list(k);
    for (double& score : list) score = normal(random);
    return list;
  };
  for (const double sd : sds)
    for (const std::size_t k : seeds)
      BOOST_TEST(share(Verdict::indistinguishable, kPairs, [&] {
                   const std::vector<double> a = drawn(k, 1.0), b = drawn(k, sd);
                   return std::vector{spreads_within(a, b, (sd - 1.0) / sd / margins)};
                 }) <= most);
}

BOOST_AUTO_TEST_CASE(scores_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  scores_are_not_called_alike(2.0, kMissed, {kFewest}, {0.005, 0.02});
  scores_are_not_called_alike(1.0, kAtEdge, {kFewest, 20}, {0.005});
}
BOOST_AUTO_TEST_CASE(means_over_pairs_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  pairs_are_not_called_alike(2.0, kMissed, {10, 20}, {2.0}, {5});
  pairs_are_not_called_alike(1.0, kAtEdge, {10, 20}, {2.0}, {5});
}
BOOST_AUTO_TEST_CASE(curves_of_which_a_layer_differs_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  curves_are_not_called_alike(2.0, kMissed, {10}, {2.0});
  curves_are_not_called_alike(1.0, kAtEdge, {20}, {2.0});
}
BOOST_AUTO_TEST_CASE(values_of_a_group_that_differ_by_twice_the_margin_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  spreads_are_not_called_alike(2.0, kMissed, {10, 20}, {2.0, 4.0});
  spreads_are_not_called_alike(1.0, kAtEdge, {10, 20}, {2.0, 4.0});
}
BOOST_AUTO_TEST_CASE(nothing_that_differs_by_twice_the_margin_is_called_indistinguishable,
                     *boost::unit_test::label("slow")) {
  const Seeds seeds = {10, kFewest, 20, 40};
  for (const auto& [margins, most] : {std::pair{2.0, kMissed}, std::pair{1.0, kAtEdge}}) {
    scores_are_not_called_alike(margins, most, seeds, {0.005, 0.02, 0.08});
    pairs_are_not_called_alike(margins, most, seeds, {1.25, 1.5, 2.0}, {2, 20});
    curves_are_not_called_alike(margins, most, seeds, {1.25, 2.0});
    spreads_are_not_called_alike(margins, most, seeds, {1.25, 2.0, 4.0});
  }
}

/// Runs of which a share lose a part of their score.
std::vector<double> losing_scores(Random& random, std::size_t k, double failing, double loss) {
  std::vector<double> list = normal_scores(random, k, 0.8, 0.02);
  for (double& score : list)
    if (std::uniform_real_distribution<double>()(random) < failing) score *= 1.0 - loss;
  return list;
}

// One bundle is lower by twice the margin because some of its runs fail: half of them lose a part, fewer lose more.
// What nothing can see is that none of these is there; at the fewest seeds that happens in 2.25 % (0.8^17, 0.9^36).
BOOST_AUTO_TEST_CASE(scores_of_runs_that_fail_seldom_are_not_called_indistinguishable,
                     *boost::unit_test::label("simulation")) {
  Random random(11);
  for (const double margin : {0.05, kMargin, 0.2}) {
    const auto fewest = static_cast<std::size_t>(fewest_seeds_within(margin));
    for (const double loss : {1.0, 0.8, 0.4}) {
      const double failing = 2.0 * margin / loss;
      const auto found = [&](std::size_t k, int count) {
        return share(Verdict::indistinguishable, count, [&] {
          return std::vector{
              scores_within(normal_scores(random, k, 0.8, 0.02), losing_scores(random, k, failing, loss), margin)};
        });
      };
      const double unseen = std::pow(1.0 - failing, static_cast<double>(fewest));
      BOOST_TEST(unseen <= kMissed);
      // Where all is lost, what 2,000 pairs may show above that by chance.
      const double most = loss < 1.0 ? kMissed : unseen + 2.5 * std::sqrt(unseen * (1.0 - unseen) / kPairs);
      BOOST_TEST(found(fewest, kPairs) <= most, "margin " << margin << ", loss " << loss);
      BOOST_TEST(found(fewest - 1, 100) == 0.0);
    }
  }
}

BOOST_AUTO_TEST_CASE(values_that_are_alike_are_found_indistinguishable_with_enough_seeds,
                     *boost::unit_test::label("simulation")) {
  Random random(8);
  const auto found = [&](std::size_t k) {
    return share(Verdict::indistinguishable, 200, [&] {
      return std::vector{
          scores_within(normal_scores(random, k, 0.8, 0.06), normal_scores(random, k, 0.8, 0.06), kMargin)};
    });
  };
  BOOST_TEST(found(kFewest - 1) == 0.0);
  BOOST_TEST(found(kFewest) > 0.5);
  BOOST_TEST(found(40) > 0.9);
}

BOOST_AUTO_TEST_SUITE_END()
