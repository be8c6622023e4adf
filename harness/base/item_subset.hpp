// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// A random sub-sample of the test items.
struct ItemSubset {
  double rate = 1.0;           ///< floor(rate n) items are drawn
  std::int64_t draw = 1;       ///< number of the draw, from 1
  std::uint64_t seed = 0;      ///< of the stream `subset`
  std::string items = "same";  ///< | "by_kind": other items for measures of representations than for all others

  bool operator==(const ItemSubset&) const = default;
};

/// Names of the options in which a study asks for sub-samples.
struct SubsetKeys {
  std::string rates, draws, seed, items;

  bool operator==(const SubsetKeys&) const = default;
};

/// What these options say.
struct SubsetsAsked {
  std::string rates;  ///< "0.5, 0.1"; "" = no sub-samples
  std::int64_t draws = 1;
  std::int64_t seed = 0;
  std::string items = "same";  ///< | "by_kind" | "both"
};

/// The sub-samples that are asked for, by items, rate and draw. Errors: Error(manifest) whose place is the name of the
/// option that is wrong.
std::vector<ItemSubset> asked_subsets(const SubsetKeys& names, const SubsetsAsked& asked);

/// Fewest items of a sub-sample that are measured.
inline constexpr std::int64_t kFewestSubsetItems = 4;

/// Positions of the drawn items among n, ascending: the first floor(rate n) of a permutation, without replacement.
///
/// Philox, stream `subset` of the seed, step = draw, site 0; of `by_kind` site 1 (representations) or 2. The items of a
/// lower rate are among those of a higher one of the same draw: only their number differs.
std::vector<std::int64_t> draw_items(const ItemSubset& subset, std::int64_t n, bool representations);

/// What measures.csv calls it: "rate=0.5 draw=1 items=same digest=0123456789abcdef"; the digest is that of the
/// positions (sha256 of them as decimal numbers, separated by spaces, first 16 digits) and absent where there are none.
std::string subset_name(const ItemSubset& subset, const std::vector<std::int64_t>& positions);

/// Inverse, but for seed and positions. Errors: Error(data) for another text.
ItemSubset parse_subset_name(std::string_view name);

/// Draws the items that a name of measures.csv stands for again, among n. The name holds no seed, but its digest tells
/// which of `seeds` it was. Empty: none of them, or the name has no digest. Errors: those of parse_subset_name.
std::optional<std::vector<std::int64_t>> draw_named_items(std::string_view name, std::int64_t n, bool representations,
                                                          std::span<const std::uint64_t> seeds);

}  // namespace reseed
