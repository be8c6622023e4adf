// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reseed/measure.hpp"

namespace fake {

constexpr reseed::VariantInfo kVariants[] = {{"textbook", "what it gives", -HUGE_VAL, HUGE_VAL},
                                             {"other", "the same under another name", -HUGE_VAL, HUGE_VAL}};

/// A descriptor for measures of the tests: group measures of predictions.
constexpr reseed::MeasureInfo info(const char* id, reseed::List<reseed::OptionInfo> options = {}) {
  return {
      .id = id,
      .version = 1,
      .summary = "a measure made for tests",
      .source = "the tests of reseed",
      .unit = "",
      .reads = reseed::Reads::predictions,
      .arity = reseed::Arity::group,
      .direction = reseed::Direction::larger_is_more_different,
      .value_on_equal = NAN,
      .instability = "value",
      .minimum_items = 1,
      .minimum_runs = 2,
      .domain = "anything",
      .symmetric = true,
      .rotation_invariant = false,
      .scaling_invariant = false,
      .translation_invariant = false,
      .linear_invariant = false,
      .biased_by_n = false,
      .tolerance = 0.0,
      .variants = kVariants,
      .options = options,
  };
}

}  // namespace fake
