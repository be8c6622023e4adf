// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace reseed {

/// Calls task(0), ..., task(count - 1), each once, on `threads` threads (the caller's is one of them).
///
/// The tasks must not depend on each other, so that the result does not depend on `threads`. The first exception is
/// thrown again after all threads have ended.
void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& task);

}  // namespace reseed
