// SPDX-License-Identifier: Apache-2.0
#include "plugin/study_subsets.hpp"

#include <algorithm>
#include <string_view>

#include "base/number.hpp"
#include "reseed/error.hpp"

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

std::vector<ItemSubset> study_subsets(const PluginSpec& study, const Options& options) {
  std::vector<ItemSubset> subsets;
  if (!study.subsets) return subsets;
  const SubsetSpec& names = *study.subsets;
  const std::int64_t draws = options.integer(names.draws);
  if (draws < 1 || draws > kMostDraws)
    throw Error(ErrorKind::manifest, names.draws,
                "want 1 to " + std::to_string(kMostDraws) + " draws, found " + std::to_string(draws));
  const std::int64_t seed = options.integer(names.seed);
  if (seed < 0)
    throw Error(ErrorKind::manifest, names.seed, "want a seed of at least 0, found " + std::to_string(seed));
  const std::string& items = options.string(names.items);
  if (items != "same" && items != "by_kind" && items != "both")
    throw Error(ErrorKind::manifest, names.items, "want same, by_kind or both, found \"" + items + "\"");
  for (const char* kind : {"same", "by_kind"}) {
    if (items != "both" && items != kind) continue;
    for (const double rate : rates_of(names.rates, options.string(names.rates)))
      for (std::int64_t draw = 1; draw <= draws; ++draw)
        subsets.push_back({rate, draw, static_cast<std::uint64_t>(seed), kind});
  }
  return subsets;
}

}  // namespace reseed
