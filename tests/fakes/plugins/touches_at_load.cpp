// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <fstream>

namespace {

/// Leaves a trace where RESEED_TEST_TRACE says, in whatever process opens the library.
struct AtLoad {
  AtLoad() {
    if (const char* file = std::getenv("RESEED_TEST_TRACE"); file != nullptr) std::ofstream(file) << "loaded\n";
  }
} at_load;

}  // namespace
