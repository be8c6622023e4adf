// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reseed/flags.hpp"

namespace reseed {

/// What is said of a quantity that both bundles hold (the first five), or why nothing is said.
enum class Verdict {
  bit_equal,          ///< the same bits, on the same seeds and one device class
  within_tolerance,   ///< as near as the measure itself says that equal runs are
  different,          ///< adjusted p < 0.05
  indistinguishable,  ///< the 95 % interval of the difference lies within the margin, and comes from enough seeds
  cannot_tell,
  missing,  ///< one side does not have it, or it is undefined there
  refused,  ///< the two must not be compared
};
std::string_view to_string(Verdict verdict);

/// One value (of one layer, where there are layers) on both sides.
struct ComparedValue {
  std::optional<std::int64_t> layer;
  std::optional<double> a, b;        ///< on the common seeds where the seeds differ
  std::optional<double> difference;  ///< b - a
  std::optional<double> low, high;   ///< 95 % interval of the difference
  std::optional<double> margin;      ///< of `indistinguishable`
  std::vector<Flag> flags_a, flags_b;
  bool bit_equal = false;
  bool within_tolerance = false;
};

/// One quantity of one group: a score on a test set, or a measure with all of its layers. One hypothesis, one verdict.
struct ComparedQuantity {
  std::string kind;  ///< "score" | "measure"
  std::string group, model, task;
  std::string test_set, subset;
  std::string quantity;  ///< metric, or id of the measure
  std::string variant, options, unit;
  std::optional<int> version;
  std::vector<ComparedValue> values;
  std::int64_t seeds_a = 0, seeds_b = 0, common_seeds = 0;

  Verdict verdict = Verdict::cannot_tell;
  std::string remark;       ///< why, in one line; "" when the verdict says it all
  std::vector<Flag> flags;  ///< too_few_seeds, few_seeds
  std::string test;         ///< how p was found; "" = no test
  std::optional<double> p, p_adjusted;
  std::int64_t family = 0;  ///< size of its Holm family; 0 = not tested
  std::optional<std::int64_t> seeds_needed;
};

/// One thing that differs between the two: empty = not there.
struct OriginDifference {
  std::string what;
  std::optional<std::string> a, b;
};

/// What is known of one bundle before any of its values is looked at.
struct BundleSide {
  std::string folder, study, tool, status, content_digest;
  std::string device_class;  ///< in words; "unknown"
  std::size_t runs = 0, values = 0;
};

/// Everything that could explain a difference.
struct Origins {
  std::vector<OriginDifference> manifest, code, plugins, libraries, hardware;
  bool same_device_class = true;
  std::string renamed;  ///< groups that were matched by the ids of their runs
};

struct Comparison {
  BundleSide a, b;
  Origins origins;
  double margin_share = 0.1;
  std::vector<ComparedQuantity> quantities;

  std::size_t count(Verdict verdict) const;
  /// Something got one of the first five verdicts.
  bool anything_comparable() const;
};

}  // namespace reseed
