// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/item_subset.hpp"
#include "plugin/plugin_spec.hpp"
#include "reseed/options.hpp"

namespace reseed {

/// The sub-samples of test items that a study asks for under its options (StudyInfo::subsets), by items, rate and draw;
/// empty when it declares none or its rates are "".
///
/// Errors: Error(manifest) whose place is the name of the option that is wrong.
std::vector<ItemSubset> study_subsets(const PluginSpec& study, const Options& options);

}  // namespace reseed
