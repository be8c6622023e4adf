// SPDX-License-Identifier: Apache-2.0
// One target as a libFuzzer program: RESEED_FUZZ_TARGET is its function.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  reseed::fuzz::RESEED_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
