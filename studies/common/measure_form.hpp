// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reseed/study.hpp"

namespace reseed::studies {

/// A measure with variant and options, as one entry of a manifest's [[measures]] asks for it.
struct MeasureForm {
  std::string id;
  std::string variant;
  std::string options;
  std::string unit;
  bool layered = false;  ///< reads representations: a value per layer
  Arity arity = Arity::pair;
  Direction direction = Direction::larger_is_more_different;

  bool is_of(const StudyValue& value) const {
    return value.measure == id && value.variant == variant && value.options == options;
  }
  /// In words, oriented as the instability is: "CKA distance", "1 - Fleiss' kappa (as_published)".
  std::string title() const;
  /// Title of an axis of its instabilities: "Jensen-Shannon divergence, nat (lower is more stable)".
  std::string axis() const;
};

MeasureForm form_of(const StudyValue& value);

/// The forms among values, in their order.
std::vector<MeasureForm> measure_forms(const std::vector<StudyValue>& values);

/// The id of a measure or metric in words, names of people and abbreviations as they are written:
/// "jensen_shannon_divergence" -> "Jensen-Shannon divergence".
std::string measure_words(std::string_view id);

}  // namespace reseed::studies
