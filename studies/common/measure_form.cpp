// SPDX-License-Identifier: Apache-2.0
#include "measure_form.hpp"

#include <algorithm>

#include "axis_title.hpp"
#include "base/id_words.hpp"

namespace reseed::studies {

std::string measure_words(std::string_view id) { return id_words(id); }

std::string MeasureForm::title() const {
  std::string more = variant == "textbook" ? "" : variant;
  if (!options.empty()) more += (more.empty() ? "" : ", ") + options;
  return (direction == Direction::larger_is_more_alike ? "1 - " : "") + measure_words(id) +
         (more.empty() ? "" : " (" + more + ")");
}

std::string MeasureForm::axis() const { return axis_title(title(), unit, kLowerIsMoreStable); }

MeasureForm form_of(const StudyValue& value) {
  return {value.measure, value.variant, value.options, value.unit, !value.layer.empty(), value.arity, value.direction};
}

std::vector<MeasureForm> measure_forms(const std::vector<StudyValue>& values) {
  std::vector<MeasureForm> forms;
  for (const StudyValue& value : values) {
    auto known = std::find_if(forms.begin(), forms.end(), [&](const MeasureForm& form) { return form.is_of(value); });
    if (known == forms.end()) known = forms.insert(known, form_of(value));
    // A value that says why there is none may lack its layer.
    known->layered = known->layered || !value.layer.empty();
  }
  return forms;
}

}  // namespace reseed::studies
