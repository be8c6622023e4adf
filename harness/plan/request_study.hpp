// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/manifest.hpp"
#include "plan/study_plan.hpp"
#include "plugin/catalog.hpp"

namespace reseed {

/// What a checked manifest asks for: its groups by model and task, its measures held against their plugins. Digests and
/// places of checkpoints and data sets are filled in later, when they are there.
StudyRequest request_study(const Manifest& manifest, const PluginCatalog& catalog);

/// The measures of a checked manifest, held against their plugins.
std::vector<PlannedMeasure> planned_measures(const Manifest& manifest, const PluginCatalog& catalog);

/// The sub-samples of the test items that its study asks for.
std::vector<ItemSubset> planned_subsets(const Manifest& manifest, const PluginCatalog& catalog);

}  // namespace reseed
