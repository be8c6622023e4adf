// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace reseed {

/// Answers the request `exchange` (docs/workers.md): a measure of the whole group on two groups of runs that have the
/// same seeds, without each of the runs, and with runs of a seed exchanged between the groups.
///
/// Errors: Error(data) for a request or record that cannot be read, Error(plugin) for a library that cannot be used or
/// is a pair measure.
nlohmann::json answer_exchange(const nlohmann::json& request);

}  // namespace reseed
