// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "curve.hpp"
#include "measure_form.hpp"

namespace reseed::studies {

/// Of some measures the paper's code computes the textbook form, so that a manifest need not ask for it twice: such a
/// textbook form stands for as_published, too, where that was not measured.
bool stands_for_published(const MeasureForm& form, const std::vector<MeasureForm>& measured);

/// The form under the name of the other variant.
MeasureForm as_published(MeasureForm form);

/// The curves, and after them a copy under as_published of every one that stands for it.
std::vector<Curve> with_published_forms(std::vector<Curve> curves);

}  // namespace reseed::studies
