// SPDX-License-Identifier: Apache-2.0
#include <csignal>

namespace {

/// Takes down the process that opens the library.
struct AtLoad {
  AtLoad() { std::raise(SIGSEGV); }
} at_load;

}  // namespace
