// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "execute/run_size.hpp"
#include "execute/speed.hpp"
#include "execute/store.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Lets `jobs` workers start the same run side by side, as an execution would, watches their first steps and ends them.
///
/// Takes a few seconds; nothing is kept but the speed.
/// Empty when no step ended within half a minute. Errors: the worker's own.
std::optional<Speed> calibrate(const WorkerOptions& worker, Store& store, const RunSpec& run, const RunSize& size,
                               std::size_t jobs);

}  // namespace reseed
