// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "reseed/plugin.hpp"

namespace reseed {

/// Build id that a plugin of this kind must have to be loaded by the workers of this build. Empty for mitigation
/// methods when reseed was built without training.
std::string_view expected_build_id(PluginKind kind);

}  // namespace reseed
