// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reseed/plugin.hpp"

namespace reseed {

enum class Reads { scores, predictions, probabilities, logits, representations };
enum class Arity { pair, group };
enum class Direction { larger_is_more_different, larger_is_more_alike };

/// What a measure says of itself, as plain data: the listing, the bundle and the contract test read it.
///
/// Value on equal runs, symmetry and invariances are those of the first variant; bounds are stated per variant.
struct MeasureInfo {
  const char* id;  ///< snake case, full published name
  int version;     ///< raised when the number can change for the same input
  const char* summary;
  const char* source;  ///< author, year, title, equation
  const char* unit;    ///< "" = none, "nat", "metric" = unit of the task's metric
  Reads reads;
  Arity arity;
  Direction direction;
  double value_on_equal;    ///< value on equal runs; NaN where it is undefined there
  const char* instability;  ///< "value" | "1 - value": the value oriented so that larger = less stable
  int minimum_items;
  int minimum_runs;
  const char* domain;  ///< in words: items against dimensions, classes
  bool symmetric;
  bool rotation_invariant;     ///< orthogonal maps of the representations change nothing
  bool scaling_invariant;      ///< positive factors
  bool translation_invariant;  ///< a constant added to every item
  bool linear_invariant;       ///< any invertible linear map
  bool biased_by_n;            ///< values of different n must not be compared
  double tolerance;            ///< absolute; `within_tolerance` when bundles are compared
  List<VariantInfo> variants;  ///< the first, "textbook", is the default
  List<OptionInfo> options;
};

}  // namespace reseed
