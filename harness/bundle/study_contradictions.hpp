// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "bundle/contradictions.hpp"
#include "bundle/migrations.hpp"

namespace reseed {

/// What a study says must be that which tables/report.json lists: its tables and figures, no others, and as many rows
/// as it counts of each of them, of answers and notes, of published values and claims. What builds of schema version 1
/// did not count is not looked at. Files that are malformed are left to the other checks.
///
/// `files`: names of all files of the bundle; `texts` reads them.
std::vector<Contradiction> study_contradictions(const BundleTexts& texts, const std::set<std::string>& files,
                                                const BundleInfo& info);

}  // namespace reseed
