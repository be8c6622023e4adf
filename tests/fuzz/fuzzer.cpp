// SPDX-License-Identifier: Apache-2.0
// One target as a libFuzzer program: RESEED_FUZZ_TARGET is its function.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

/// Readers allocate much and keep little: short traces and a short queue of freed memory cost an input less time.
extern "C" const char* __asan_default_options() { return "malloc_context_size=8:quarantine_size_mb=16"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  reseed::fuzz::RESEED_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
