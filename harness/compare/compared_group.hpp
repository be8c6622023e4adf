// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/match.hpp"

namespace reseed {

/// A group that both bundles have, and what holds for all of its values.
struct ComparedGroup {
  const Bundle& bundle_a;
  const Bundle& bundle_b;
  const GroupSide& a;
  const GroupSide& b;
  double margin_share = 0.1;
  bool may_be_bit_equal = true;  ///< one device class, one precision
  std::string refused;           ///< why none of its values may be compared; "" = they may
};

/// Why no value of the group may be compared: another metric, another split; "" where there is no reason.
std::string why_not_comparable(const GroupSide& a, const GroupSide& b);

/// Seeds of both lists, ascending.
std::vector<std::uint64_t> common_seeds(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b);

/// Seeds of the runs that are ok, ascending.
std::vector<std::uint64_t> seeds_of(const GroupSide& group);

/// The same bits; two absent values are not.
bool same_bits(const std::optional<double>& a, const std::optional<double>& b);

/// The margin of `indistinguishable`: a share of the larger value, at least 1 / items.
double margin_of(double share, double a, double b, std::int64_t items);

/// bit_equal or within_tolerance when all values are, else nothing; the remark says what capped it.
std::optional<Verdict> verdict_of_equality(const ComparedQuantity& quantity, bool may_be_bit_equal,
                                           std::string& remark);

}  // namespace reseed
