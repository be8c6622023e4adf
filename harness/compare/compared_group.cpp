// SPDX-License-Identifier: Apache-2.0
#include "compare/compared_group.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace reseed {
namespace {

std::set<std::string> all_of(const GroupSide& group, std::string RunRow::*column) {
  std::set<std::string> found;
  for (const RunRow* run : group.runs) found.insert(run->*column);
  return found;
}

std::string text_of(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " and ") + (word.empty() ? std::string("none") : word.substr(0, 24));
  return text.empty() ? "none" : text;
}

}  // namespace

std::string why_not_comparable(const GroupSide& a, const GroupSide& b) {
  const auto differ = [&](std::string RunRow::*column, const std::string& what) {
    const auto in_a = all_of(a, column), in_b = all_of(b, column);
    return in_a == in_b ? std::string() : what + " is " + text_of(in_a) + " in A, " + text_of(in_b) + " in B";
  };
  if (const std::string metric = differ(&RunRow::metric, "the metric"); !metric.empty()) return metric;
  return differ(&RunRow::task_digest, "the hash of texts, labels and split");
}

std::vector<std::uint64_t> common_seeds(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::uint64_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common;
}

std::vector<std::uint64_t> seeds_of(const GroupSide& group) {
  std::vector<std::uint64_t> seeds;
  for (const auto& [seed, run] : group.by_seed) seeds.push_back(seed);
  return seeds;
}

bool same_bits(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b && std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);
}

double margin_of(double share, double a, double b, std::int64_t items) {
  const double least = items > 0 ? 1.0 / static_cast<double>(items) : 0.0;
  return std::max(share * std::max(std::abs(a), std::abs(b)), least);
}

std::optional<Verdict> verdict_of_equality(const ComparedQuantity& quantity, bool may_be_bit_equal,
                                           std::string& remark) {
  const auto all = [&](auto holds) { return std::all_of(quantity.values.begin(), quantity.values.end(), holds); };
  if (quantity.values.empty()) return std::nullopt;
  if (all([](const ComparedValue& value) { return value.bit_equal; })) {
    if (may_be_bit_equal) return Verdict::bit_equal;
    remark = "the same bits, but another device class or precision";
    return Verdict::within_tolerance;
  }
  if (all([](const ComparedValue& value) { return value.bit_equal || value.within_tolerance; }))
    return Verdict::within_tolerance;
  return std::nullopt;
}

}  // namespace reseed
