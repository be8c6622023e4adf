// SPDX-License-Identifier: Apache-2.0
#include "reseed/philox.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <vector>

using reseed::Draws;
using reseed::Philox;
using reseed::Stream;

BOOST_AUTO_TEST_SUITE(philox)

// Known answers of Random123 1.14, tests/kat_vectors, philox4x32 10.
BOOST_AUTO_TEST_CASE(agrees_with_the_known_answers) {
  const std::array<std::uint32_t, 4> zero = {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u};
  const std::array<std::uint32_t, 4> ones = {0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu};
  const std::array<std::uint32_t, 4> pi = {0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u};
  BOOST_TEST((Philox{{0, 0}}({0, 0, 0, 0})) == zero);
  BOOST_TEST((Philox{{~0u, ~0u}}({~0u, ~0u, ~0u, ~0u})) == ones);
  BOOST_TEST((Philox{{0xa4093822u, 0x299f31d0u}}({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u})) == pi);
}

BOOST_AUTO_TEST_CASE(streams_of_one_seed_and_seeds_of_one_stream_differ) {
  const auto first = [](const Stream& stream) { return stream.words(0, 0, 0, 0, 0); };
  BOOST_TEST(first(Stream(0, "dropout")) != first(Stream(0, "data_order")));
  BOOST_TEST(first(Stream(0, "dropout")) != first(Stream(1, "dropout")));
  BOOST_TEST(first(Stream(7, "dropout")) == first(Stream(7, "dropout")));
}

BOOST_AUTO_TEST_CASE(a_shuffle_is_a_permutation_and_repeats) {
  std::vector<int> order(100);
  std::iota(order.begin(), order.end(), 0);
  std::vector<int> again = order;
  Draws(Stream(3, "data_order"), 0).shuffle(order);
  Draws(Stream(3, "data_order"), 0).shuffle(again);
  BOOST_TEST(order == again);
  BOOST_TEST(!std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  BOOST_TEST(order.front() == 0);
  BOOST_TEST(order.back() == 99);
}

BOOST_AUTO_TEST_CASE(normal_draws_have_mean_zero_and_variance_one) {
  Draws draws(Stream(0, "head_init"), 0);
  double sum = 0.0;
  double squares = 0.0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = draws.normal();
    sum += x;
    squares += x * x;
  }
  BOOST_TEST(std::abs(sum / kDraws) < 4.0 / std::sqrt(kDraws));
  BOOST_TEST(std::abs(squares / kDraws - 1.0) < 4.0 * std::sqrt(2.0 / kDraws));
}

BOOST_AUTO_TEST_SUITE_END()
