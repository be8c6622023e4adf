// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bundle/bundle.hpp"
#include "plugin/catalog.hpp"
#include "reseed/study_report.hpp"

namespace reseed {

/// Ids of the tables that definitions() makes; a study's own tables have other ids.
inline constexpr const char* kMeasureDefinitions = "definitions-measures";
inline constexpr const char* kMethodDefinitions = "definitions-methods";

/// What the plugins of a bundle say of themselves, one row each: measures (meaning, unit, direction, variants, source)
/// and mitigation methods. A reader of the bundle then needs no other document. A plugin that the catalogue does not
/// know is left out; a table without rows too.
std::vector<StudyTable> definitions(const PluginCatalog& catalog, const std::vector<PluginUse>& plugins);

}  // namespace reseed
