// SPDX-License-Identifier: Apache-2.0
#include "base/item_subset.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/number.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"
#include "reseed/philox.hpp"

namespace reseed {
namespace {

constexpr std::int64_t kMostDraws = 1000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<double> rates_of(const std::string& option, const std::string& text) {
  std::vector<double> rates;
  if (trimmed(text).empty()) return rates;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = trimmed(std::string_view(text).substr(begin, end - begin));
    const auto rate = parse_double(word);
    if (!rate || *rate <= 0.0 || *rate > 1.0)
      throw Error(ErrorKind::manifest, option,
                  "want rates above 0 and at most 1, separated by commas, found \"" + std::string(word) + "\"");
    if (std::find(rates.begin(), rates.end(), *rate) != rates.end())
      throw Error(ErrorKind::manifest, option, "want every rate once, found " + shortest(*rate) + " again");
    rates.push_back(*rate);
    begin = end + 1;
  }
  return rates;
}

}  // namespace

std::vector<ItemSubset> asked_subsets(const SubsetKeys& names, const SubsetsAsked& asked) {
  if (asked.draws < 1 || asked.draws > kMostDraws)
    throw Error(ErrorKind::manifest, names.draws,
                "want 1 to " + std::to_string(kMostDraws) + " draws, found " + std::to_string(asked.draws));
  if (asked.seed < 0)
    throw Error(ErrorKind::manifest, names.seed, "want a seed of at least 0, found " + std::to_string(asked.seed));
  if (asked.items != "same" && asked.items != "by_kind" && asked.items != "both")
    throw Error(ErrorKind::manifest, names.items, "want same, by_kind or both, found \"" + asked.items + "\"");
  std::vector<ItemSubset> subsets;
  for (const char* kind : {"same", "by_kind"}) {
    if (asked.items != "both" && asked.items != kind) continue;
    for (const double rate : rates_of(names.rates, asked.rates))
      for (std::int64_t draw = 1; draw <= asked.draws; ++draw)
        subsets.push_back({rate, draw, static_cast<std::uint64_t>(asked.seed), kind});
  }
  return subsets;
}

std::vector<std::int64_t> draw_items(const ItemSubset& subset, std::int64_t n, bool representations) {
  const std::uint32_t site = subset.items == "same" ? 0 : representations ? 1 : 2;
  std::vector<std::int64_t> positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), std::int64_t{0});
  Draws draws(Stream(subset.seed, "subset"), site, static_cast<std::uint32_t>(subset.draw));
  draws.shuffle(positions);
  // 0.1 x 30 is 3 items although 0.1 is a little more than a tenth and the product might be a little less than 3.
  const double count = std::floor(subset.rate * static_cast<double>(n) + 1e-9);
  positions.resize(static_cast<std::size_t>(std::clamp(count, 0.0, static_cast<double>(n))));
  std::sort(positions.begin(), positions.end());
  return positions;
}

std::string subset_name(const ItemSubset& subset, const std::vector<std::int64_t>& positions) {
  std::string name =
      "rate=" + shortest(subset.rate) + " draw=" + std::to_string(subset.draw) + " items=" + subset.items;
  if (positions.empty()) return name;
  std::string text;
  for (const std::int64_t position : positions) text += (text.empty() ? "" : " ") + std::to_string(position);
  return name + " digest=" + sha256(text).substr(0, 16);
}

ItemSubset parse_subset_name(std::string_view name) {
  ItemSubset subset;
  bool has_rate = false;
  bool has_draw = false;
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
    if (word.starts_with("rate=")) {
      const auto rate = parse_double(word.substr(5));
      has_rate = rate.has_value();
      subset.rate = rate.value_or(0.0);
    } else if (word.starts_with("draw=")) {
      const auto draw = parse_integer(word.substr(5));
      has_draw = draw.has_value();
      subset.draw = draw.value_or(0);
    } else if (word.starts_with("items=")) {
      subset.items = word.substr(6);
    }
  }
  if (!has_rate || !has_draw)
    throw Error(ErrorKind::data, "subset",
                "want \"rate=R draw=D items=I digest=H\", found \"" + std::string(name) + "\"");
  return subset;
}

std::optional<std::vector<std::int64_t>> draw_named_items(std::string_view name, std::int64_t n, bool representations,
                                                          std::span<const std::uint64_t> seeds) {
  ItemSubset subset = parse_subset_name(name);
  constexpr std::int64_t kMostDraws = std::numeric_limits<std::uint32_t>::max();
  if (!(subset.rate > 0.0 && subset.rate <= 1.0) || subset.draw < 0 || subset.draw > kMostDraws) return std::nullopt;
  for (const std::uint64_t seed : seeds) {
    subset.seed = seed;
    std::vector<std::int64_t> positions = draw_items(subset, n, representations);
    if (!positions.empty() && subset_name(subset, positions) == name) return positions;
  }
  return std::nullopt;
}

}  // namespace reseed
