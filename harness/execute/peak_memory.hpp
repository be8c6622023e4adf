// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace reseed {

/// Largest resident memory of a living process so far, in bytes; empty when it cannot be told.
std::optional<std::int64_t> peak_memory(int process);

/// Lets the count begin anew. (Where the system does not allow it, the peak stays that of the process's life.)
void reset_peak_memory(int process);

}  // namespace reseed
