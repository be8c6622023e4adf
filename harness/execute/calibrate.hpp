// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "execute/run_size.hpp"
#include "execute/speed.hpp"
#include "worker/client.hpp"

namespace reseed {

/// Lets `jobs` workers estimate the same run side by side, as an execution would train, from a few of its steps each.
///
/// Takes a few seconds; nothing is kept but the speed. Errors: the worker's own; Error(unfinished) when one crashes.
Speed calibrate(const WorkerOptions& worker, const RunSpec& run, const RunSize& size, std::size_t jobs);

}  // namespace reseed
