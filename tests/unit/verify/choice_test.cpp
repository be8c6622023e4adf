// SPDX-License-Identifier: Apache-2.0
#include "verify/choice.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

using namespace reseed;

namespace {

/// Families of these sizes, with names 0, 1, ...
std::vector<Repeatable> candidates(const std::vector<int>& sizes) {
  std::vector<Repeatable> list;
  for (std::size_t family = 0; family < sizes.size(); ++family)
    for (int i = 0; i < sizes[family]; ++i) list.push_back({"f" + std::to_string(family), std::to_string(i)});
  return list;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(choose_spread_over_families)

BOOST_AUTO_TEST_CASE(takes_everything_without_a_count_or_with_a_large_one) {
  const auto all = candidates({3, 2});
  const std::vector<std::size_t> wanted = {0, 1, 2, 3, 4};
  BOOST_TEST((choose_spread(all, std::nullopt, "s") == wanted));
  BOOST_TEST((choose_spread(all, 99, "s") == wanted));
  BOOST_TEST(choose_spread({}, 3, "s").empty());
}

BOOST_AUTO_TEST_CASE(lets_families_take_turns) {
  const auto all = candidates({100, 5, 1});
  std::map<std::string, int> counts;
  for (const std::size_t i : choose_spread(all, 9, "s")) ++counts[all[i].family];
  BOOST_TEST(counts["f0"] == 4);
  BOOST_TEST(counts["f1"] == 4);
  BOOST_TEST(counts["f2"] == 1);
}

BOOST_AUTO_TEST_CASE(depends_on_names_and_salt_alone) {
  auto all = candidates({50, 50});
  const auto names = [&](const std::string& salt) {
    std::set<std::string> chosen;
    for (const std::size_t i : choose_spread(all, 6, salt)) chosen.insert(all[i].family + all[i].name);
    return chosen;
  };
  const auto one = names("one"), other = names("other");
  BOOST_TEST((one != other));
  std::reverse(all.begin(), all.end());
  BOOST_TEST((names("one") == one));
}

BOOST_AUTO_TEST_SUITE_END()
