// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "compare/comparison.hpp"

namespace reseed {

/// The whole comparison for programs (docs/compare.md lists the keys). What does not exist is null.
nlohmann::json to_json(const Comparison& comparison);

}  // namespace reseed
