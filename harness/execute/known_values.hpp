// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "execute/keys.hpp"
#include "execute/study_execution.hpp"
#include "manifest/manifest.hpp"
#include "plan/study_plan.hpp"

namespace reseed {

/// The values of a bundle that another one of the same runs may take over as they are: those of a measure of the same
/// version and source, with the same variant, options, layers and resampling.
class KnownValues {
 public:
  /// `manifest`: what the bundle's own manifest asks for. Errors: Error(data) for a pair file that leaves the bundle.
  KnownValues(Bundle bundle, Manifest manifest);

  /// None where the bundle has no such values, or ones that are to be tried again. `subset` as in measures.csv.
  std::optional<ValuesState> find(const PlannedGroup& group, const std::string& test_set, const std::string& subset,
                                  const PlannedMeasure& measure, const ResamplingSettings& resampling) const;

 private:
  bool asks_for(const PlannedMeasure& measure) const;

  Bundle bundle_;
  Manifest manifest_;
};

/// The settings of the null and of the intervals that a manifest asks for.
ResamplingSettings resampling_of(const AnalysisSection& analysis);

}  // namespace reseed
