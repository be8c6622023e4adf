// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "layer_correlation.hpp"
#include "reseed/study_report.hpp"

namespace reseed::studies {

/// "SVCCA distance and linear CKA distance": a pair of measures, without their variant.
std::string pair_title(const MeasureForm& a, const MeasureForm& b);

/// One figure per model and variant, "ID-MODEL-VARIANT": groups side by side; for every two measures r with its
/// interval over seeds, small dots for r without each seed, hollow marks for what `published` gives.
std::vector<StudyFigure> layer_correlation_figures(
    const std::string& id, const std::vector<LayerCorrelation>& rows,
    const std::function<std::optional<double>(const LayerCorrelation&)>& published);

}  // namespace reseed::studies
