// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <thread>

namespace {

/// Holds the process that opens the library for ever.
struct AtLoad {
  AtLoad() {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
} at_load;

}  // namespace
