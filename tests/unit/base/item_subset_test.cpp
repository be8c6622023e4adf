// SPDX-License-Identifier: Apache-2.0
#include "base/item_subset.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>

#include "support/expect_error.hpp"

using namespace reseed;

BOOST_AUTO_TEST_SUITE(item_subset)

// Sizes of the published sub-samples of 139, 204 and 522 items: floor(n x rate).
BOOST_AUTO_TEST_CASE(has_the_floor_of_rate_times_n_items) {
  for (const auto& [n, half, tenth] : {std::array{139, 69, 13}, {204, 102, 20}, {522, 261, 52}}) {
    BOOST_TEST(draw_items({.rate = 0.5}, n, false).size() == static_cast<std::size_t>(half));
    BOOST_TEST(draw_items({.rate = 0.1}, n, false).size() == static_cast<std::size_t>(tenth));
  }
  BOOST_TEST(draw_items({.rate = 0.1}, 30, false).size() == 3u);  // 0.1 x 30 rounds to a little less than 3
  BOOST_TEST(draw_items({.rate = 0.1}, 5, false).empty());
}

BOOST_AUTO_TEST_CASE(holds_every_item_once_in_ascending_order) {
  const auto items = draw_items({.rate = 0.5}, 40, false);
  BOOST_TEST(std::is_sorted(items.begin(), items.end()));
  BOOST_TEST(std::set(items.begin(), items.end()).size() == 20u);
  BOOST_TEST(items.front() >= 0);
  BOOST_TEST(items.back() < 40);
  BOOST_TEST(draw_items({.rate = 1.0}, 3, false) == (std::vector<std::int64_t>{0, 1, 2}));
}

BOOST_AUTO_TEST_CASE(differs_by_draw_and_seed_and_is_equal_otherwise) {
  const auto plain = draw_items({.rate = 0.5}, 40, false);
  BOOST_TEST(plain == draw_items({.rate = 0.5}, 40, false));
  BOOST_TEST(plain != draw_items({.rate = 0.5, .draw = 2}, 40, false));
  BOOST_TEST(plain != draw_items({.rate = 0.5, .seed = 1}, 40, false));
}

BOOST_AUTO_TEST_CASE(is_the_same_for_all_measures_unless_drawn_by_kind) {
  BOOST_TEST(draw_items({.rate = 0.5}, 40, false) == draw_items({.rate = 0.5}, 40, true));
  const ItemSubset by_kind{.rate = 0.5, .items = "by_kind"};
  BOOST_TEST(draw_items(by_kind, 40, false) != draw_items(by_kind, 40, true));
}

BOOST_AUTO_TEST_CASE(of_a_lower_rate_lies_within_that_of_a_higher_one) {
  const auto half = draw_items({.rate = 0.5}, 40, false);
  for (const std::int64_t item : draw_items({.rate = 0.1}, 40, false))
    BOOST_TEST(std::binary_search(half.begin(), half.end(), item));
}

// printf '0 1 2' | sha256sum
BOOST_AUTO_TEST_CASE(has_a_name_that_reads_back) {
  const ItemSubset subset{.rate = 0.5, .draw = 3, .items = "by_kind"};
  const std::string name = subset_name(subset, {0, 1, 2});
  BOOST_TEST(name == "rate=0.5 draw=3 items=by_kind digest=b31087bb07799231");
  BOOST_TEST((parse_subset_name(name) == subset));
  BOOST_TEST(subset_name(subset, {}) == "rate=0.5 draw=3 items=by_kind");
  BOOST_CHECK_EXCEPTION(parse_subset_name("half of them"), Error,
                        [](const Error& error) { return error.kind() == ErrorKind::data; });
}

BOOST_AUTO_TEST_CASE(is_drawn_again_from_its_name_with_the_seed_that_gives_its_digest) {
  const std::vector<std::uint64_t> seeds = {0, 1000, 7};
  for (const bool representations : {false, true}) {
    const ItemSubset subset{.rate = 0.3, .draw = 2, .seed = 7, .items = "by_kind"};
    const auto items = draw_items(subset, 50, representations);
    const std::string name = subset_name(subset, items);
    BOOST_TEST((draw_named_items(name, 50, representations, seeds) == items));
    BOOST_TEST(!draw_named_items(name, 50, !representations, seeds));
    BOOST_TEST(!draw_named_items(name, 51, representations, seeds));
    BOOST_TEST(!draw_named_items(name, 50, representations, std::vector<std::uint64_t>{0, 1}));
  }
}

BOOST_AUTO_TEST_CASE(of_a_name_that_nobody_wrote_is_not_drawn) {
  const std::vector<std::uint64_t> seeds = {0};
  for (const char* name : {"rate=0.5 draw=1 items=same", "rate=1e300 draw=1 items=same digest=0123456789abcdef",
                           "rate=-1 draw=1 items=same digest=0123456789abcdef",
                           "rate=0.5 draw=99999999999 items=same digest=0123456789abcdef"})
    BOOST_TEST(!draw_named_items(name, 10, false, seeds), name);
}

BOOST_AUTO_TEST_SUITE_END()
