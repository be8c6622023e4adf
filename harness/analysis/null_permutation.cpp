// SPDX-License-Identifier: Apache-2.0
#include "analysis/null_permutation.hpp"

#include "reseed/philox.hpp"

namespace reseed {

arma::uvec null_permutation(arma::uword n, std::uint64_t null_seed, std::uint64_t run_seed) {
  const Stream stream(null_seed, "null");
  const auto low = static_cast<std::uint32_t>(run_seed);
  const auto high = static_cast<std::uint32_t>(run_seed >> 32);
  std::uint32_t block = 0;
  // Two 64-bit words per block of Philox; values below 2^64 mod bound would be drawn once too often.
  std::array<std::uint32_t, 4> words{};
  std::size_t used = 4;
  const auto below = [&](std::uint64_t bound) {
    const std::uint64_t reject = (0 - bound) % bound;
    for (;;) {
      if (used == 4) {
        words = stream.words(high, 0, low, 0, block++);
        used = 0;
      }
      const std::uint64_t value = std::uint64_t{words[used]} << 32 | words[used + 1];
      used += 2;
      if (value >= reject) return value % bound;
    }
  };
  arma::uvec order = arma::regspace<arma::uvec>(0, n - 1);
  for (arma::uword left = n; left > 1; --left) std::swap(order(left - 1), order(below(left)));
  return order;
}

}  // namespace reseed
