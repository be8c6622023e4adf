// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bundle/bundle.hpp"
#include "compare/comparison.hpp"

namespace reseed {

/// Every value of a resolved manifest under the full name of its key: "training.epochs", "groups.NAME.seeds",
/// "measures.ID (VARIANT).layers". Groups and measures go by what they are called, not by their position; numbers are
/// canonical, so that 2e-5 and 0.00002 are one value. `place` names the source in errors. Errors: Error(data).
std::map<std::string, std::string> manifest_values(const std::string& resolved_manifest, const std::string& place);

/// The same of a bundle's own resolved manifest.
std::map<std::string, std::string> manifest_values_of(const Bundle& bundle);

/// The keys whose values differ, in alphabetical order.
std::vector<OriginDifference> differing_keys(const std::map<std::string, std::string>& a,
                                             const std::map<std::string, std::string>& b);

}  // namespace reseed
