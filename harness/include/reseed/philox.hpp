// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string_view>
#include <utility>

namespace reseed {

/// Philox4x32-10: a counter-based random generator, equal on every machine and device.
///
/// Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3" (Random123 constants).
struct Philox {
  std::array<std::uint32_t, 2> key{};

  /// Four 32-bit words for one counter value.
  constexpr std::array<std::uint32_t, 4> operator()(std::array<std::uint32_t, 4> counter) const {
    std::uint32_t k0 = key[0];
    std::uint32_t k1 = key[1];
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * counter[0];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * counter[2];
      counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ k0, static_cast<std::uint32_t>(p1),
                 static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ k1, static_cast<std::uint32_t>(p0)};
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    return counter;
  }
};

/// One named random stream of a run ("head_init", "data_order", "dropout", "mitigation", "null", ...): the generator
/// whose key is made of the seed and the stream's name. For one name, different seeds give different keys.
class Stream {
 public:
  Stream(std::uint64_t seed, std::string_view name);

  /// Four words at (step, site, sequence, position, block). site and position below 65536. The word of element e is
  /// word e % 4 of block e / 4.
  std::array<std::uint32_t, 4> words(std::uint32_t step, std::uint32_t site, std::uint32_t sequence,
                                     std::uint32_t position, std::uint32_t block) const {
    return philox_({block, position | (site << 16), sequence, step});
  }

  const Philox& philox() const { return philox_; }

 private:
  Philox philox_;
};

/// A word as a double in [0, 1), multiples of 2^-32.
constexpr double unit_interval(std::uint32_t word) { return word * 0x1p-32; }

/// Draws in sequence from one stream, for shuffles and initialisation.
class Draws {
 public:
  /// Separate sites of one stream give separate sequences.
  Draws(const Stream& stream, std::uint32_t site, std::uint32_t step = 0) : stream_(stream), site_(site), step_(step) {}

  std::uint32_t word();
  double uniform() { return unit_interval(word()); }
  /// Uniform integer in [0, bound), without modulo bias; bound >= 1.
  std::uint64_t below(std::uint64_t bound);
  /// Standard normal by the Box-Muller transform, from two words each of 32 bits.
  double normal();

  /// Fisher-Yates: every order of the elements equally likely.
  template <class Range>
  void shuffle(Range& range) {
    for (std::uint64_t left = range.size(); left > 1; --left) std::swap(range[left - 1], range[below(left)]);
  }

 private:
  Stream stream_;
  std::uint32_t site_;
  std::uint32_t step_;
  std::uint64_t next_ = 0;
  std::array<std::uint32_t, 4> block_{};
};

namespace detail {

/// FNV-1a of a stream's name.
constexpr std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char letter : name) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
  return hash;
}

/// The finalizer of SplitMix64 (Steele et al. 2014): a bijection, so that seeds never share a key within a stream.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

}  // namespace detail

inline Stream::Stream(std::uint64_t seed, std::string_view name) {
  const std::uint64_t key = detail::mix(seed ^ detail::name_hash(name));
  philox_.key = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)};
}

inline std::uint32_t Draws::word() {
  const auto lane = static_cast<std::size_t>(next_ % 4);
  if (lane == 0) {
    const std::uint64_t block = next_ / 4;
    block_ = stream_.words(step_, site_, static_cast<std::uint32_t>(block >> 32), 0, static_cast<std::uint32_t>(block));
  }
  ++next_;
  return block_[lane];
}

inline std::uint64_t Draws::below(std::uint64_t bound) {
  const std::uint64_t reject = (0 - bound) % bound;  // 2^64 mod bound: values below it would be drawn once too often
  for (;;) {
    const std::uint64_t high = word();
    const std::uint64_t value = high << 32 | word();
    if (value >= reject) return value % bound;
  }
}

inline double Draws::normal() {
  const double u = (word() + 0.5) * 0x1p-32;  // in (0, 1): the logarithm is finite
  const double angle = 2.0 * std::numbers::pi * unit_interval(word());
  return std::sqrt(-2.0 * std::log(u)) * std::cos(angle);
}

}  // namespace reseed
