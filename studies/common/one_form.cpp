// SPDX-License-Identifier: Apache-2.0
#include "one_form.hpp"

#include <algorithm>

#include "published.hpp"

namespace reseed::studies {

bool stands_for_published(const MeasureForm& form, const std::vector<MeasureForm>& measured) {
  const published::MeasureName* name = published::measure_named(form.id);
  if (name == nullptr || !name->one_form || form.variant != "textbook") return false;
  return std::none_of(measured.begin(), measured.end(), [&](const MeasureForm& other) {
    return other.id == form.id && other.variant == "as_published" && other.options == form.options;
  });
}

MeasureForm as_published(MeasureForm form) {
  form.variant = "as_published";
  return form;
}

std::vector<Curve> with_published_forms(std::vector<Curve> curves) {
  std::vector<MeasureForm> measured;
  for (const Curve& curve : curves) measured.push_back(curve.form);
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (stands_for_published(measured[i], measured)) {
      Curve copy = curves[i];
      copy.form = as_published(copy.form);
      curves.push_back(std::move(copy));
    }
  return curves;
}

}  // namespace reseed::studies
