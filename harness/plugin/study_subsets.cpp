// SPDX-License-Identifier: Apache-2.0
#include "plugin/study_subsets.hpp"

namespace reseed {

std::vector<ItemSubset> study_subsets(const PluginSpec& study, const Options& options) {
  if (!study.subsets) return {};
  const SubsetKeys& names = *study.subsets;
  return asked_subsets(names, {options.string(names.rates), options.integer(names.draws), options.integer(names.seed),
                               options.string(names.items)});
}

}  // namespace reseed
