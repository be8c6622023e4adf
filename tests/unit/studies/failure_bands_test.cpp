// SPDX-License-Identifier: Apache-2.0
// How often the bands of failed against successful runs hold the true difference of the two curves.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../../../studies/validity/label_permutation.hpp"
#include "reseed/philox.hpp"

using namespace reseed;
using namespace reseed::validity;
namespace utf = boost::unit_test;

namespace {

constexpr std::size_t kLayers = 6;
constexpr std::size_t kDimensions = 6;
constexpr int kStudies = 1000;
constexpr std::int64_t kSamples = 400;

arma::mat normal_points(Draws& random, std::size_t runs) {
  arma::mat points(kDimensions, runs);
  for (double& x : points) x = random.normal();
  return points;
}

/// How far apart failed runs lie at a layer, as a multiple of what successful ones do: 1 to 1.5.
double factor(std::size_t layer) { return 1.0 + 0.1 * static_cast<double>(layer); }

/// Failed minus successful mean distance that infinitely many runs would have. The difference of two standard normal
/// points has sqrt(2) the length of one, which is chi distributed: E = sqrt(2) x sqrt(2) Gamma((d + 1) / 2) / Gamma(d /
/// 2).
double true_difference(std::size_t layer) {
  constexpr double d = kDimensions;
  return 2.0 * std::tgamma((d + 1.0) / 2.0) / std::tgamma(d / 2.0) * (factor(layer) - 1.0);
}

/// Euclidean distances of the runs at every layer, the first `failed` scaled. Layers of one run are alike: every layer
/// keeps 0.8 of the one below, each coordinate has variance 0.64 + 0.36 = 1.
std::vector<arma::mat> layers_of_distances(Draws& random, std::size_t failed, std::size_t successful) {
  const std::size_t runs = failed + successful;
  arma::mat points = normal_points(random, runs);
  std::vector<arma::mat> layers;
  for (std::size_t layer = 0; layer < kLayers; ++layer) {
    if (layer > 0) points = 0.8 * points + 0.6 * normal_points(random, runs);
    arma::mat placed = points;
    placed.head_cols(failed) *= factor(layer);
    arma::mat distances(runs, runs, arma::fill::zeros);
    for (std::size_t j = 0; j < runs; ++j)
      for (std::size_t i = 0; i < j; ++i) distances(i, j) = distances(j, i) = arma::norm(placed.col(i) - placed.col(j));
    layers.push_back(std::move(distances));
  }
  return layers;
}

/// In how many of 100 studies the band, and the intervals of single layers, hold the true difference at all layers.
struct Held {
  double band = 0.0, single = 0.0;
};

Held held(std::size_t failed, std::size_t successful) {
  Draws random(Stream(failed * 100 + successful, "failure_bands_test"), 0);
  std::vector<bool> marked(failed + successful, false);
  std::fill(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(failed), true);
  int band = 0;
  int single = 0;
  for (int study = 0; study < kStudies; ++study) {
    const auto layers = layers_of_distances(random, failed, successful);
    const auto bands = difference_bands(layers, marked, kSamples, static_cast<std::uint64_t>(study));
    bool in_band = true;
    bool in_each = true;
    for (std::size_t l = 0; l < kLayers; ++l) {
      const double truth = true_difference(l);
      in_band = in_band && bands->band_low[l] <= truth && truth <= bands->band_high[l];
      in_each = in_each && bands->low[l] <= truth && truth <= bands->high[l];
    }
    band += in_band ? 1 : 0;
    single += in_each ? 1 : 0;
  }
  const Held result{100.0 * band / kStudies, 100.0 * single / kStudies};
  BOOST_TEST_MESSAGE(failed << " failed, " << successful << " successful runs: the band holds all layers in "
                            << result.band << " %, intervals of single layers in " << result.single << " %");
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(failure_bands)

BOOST_AUTO_TEST_CASE(the_made_distances_differ_as_they_are_said_to) {
  Draws random(Stream(1, "failure_bands_test"), 0);
  const auto layers = layers_of_distances(random, 200, 200);
  for (std::size_t l = 0; l < kLayers; ++l) {
    const auto mean_of = [&](const arma::mat& block) { return arma::accu(block) / (200.0 * 199.0); };
    const double difference = mean_of(layers[l].submat(0, 0, 199, 199)) - mean_of(layers[l].submat(200, 200, 399, 399));
    // Its standard deviation is about sqrt(4 / 200 x (0.25 x 1.5^2 + 0.25)) = 0.13 at most.
    BOOST_TEST(std::abs(difference - true_difference(l)) < 0.5, l << ": " << difference);
  }
}

BOOST_AUTO_TEST_CASE(the_band_holds_the_true_curve_as_often_as_it_says, *utf::label("simulation")) {
  const Held eight = held(8, 8);
  BOOST_TEST(eight.band >= 92.0);
  BOOST_TEST(eight.band <= 99.5);
  BOOST_TEST(eight.single < eight.band - 3.0);  // six layers at 95 % each are not 95 % together
}

BOOST_AUTO_TEST_CASE(the_band_of_few_failed_runs_is_wide_enough, *utf::label("simulation")) {
  const Held four = held(4, 8);
  BOOST_TEST(four.band >= 88.0);
  BOOST_TEST(four.band <= 99.5);
}

BOOST_AUTO_TEST_SUITE_END()
