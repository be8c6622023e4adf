// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace reseed {

/// Answers the request `describe` (docs/workers.md): loads a measure or a study, checks its build id, and tells what it
/// says of itself; with "self_test" a measure is tried too. Errors: Error(plugin) at the library, Error(data) for a
/// request without it.
nlohmann::json answer_describe(const nlohmann::json& request);

}  // namespace reseed
