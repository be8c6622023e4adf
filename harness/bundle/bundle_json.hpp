// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "bundle/bundle.hpp"

namespace reseed {

/// Content of bundle.json: one key a line, keys in alphabetical order.
std::string write_bundle_json(const BundleInfo& info);

/// Inverse. Errors: Error(newer) when schema_version is above ours, before anything else is looked at; Error(data) at
/// `place` naming the key.
BundleInfo parse_bundle_json(std::string_view text, const std::string& place);

}  // namespace reseed
