// SPDX-License-Identifier: Apache-2.0
#include "train/dropout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "reseed/error.hpp"

namespace reseed {
namespace {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define RESEED_WIDEST_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define RESEED_WIDEST_VECTORS
#endif

constexpr std::size_t kLanes = 16;

/// Words of the counter blocks first .. first + 15 at one place: words[4 * i + w] is word w of block first + i.
/// Philox::operator() for sixteen counters side by side, so that the compiler uses vector registers.
RESEED_WIDEST_VECTORS
void sixteen_blocks(std::array<std::uint32_t, 2> key, std::uint32_t first, std::uint32_t c1, std::uint32_t c2,
                    std::uint32_t c3, std::uint32_t* words) {
  std::uint32_t x0[kLanes], x1[kLanes], x2[kLanes], x3[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) {
    x0[i] = first + static_cast<std::uint32_t>(i);
    x1[i] = c1;
    x2[i] = c2;
    x3[i] = c3;
  }
  std::uint32_t k0 = key[0];
  std::uint32_t k1 = key[1];
  for (int round = 0; round < 10; ++round) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * x0[i];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57u} * x2[i];
      x0[i] = static_cast<std::uint32_t>(p1 >> 32) ^ x1[i] ^ k0;
      x1[i] = static_cast<std::uint32_t>(p1);
      x2[i] = static_cast<std::uint32_t>(p0 >> 32) ^ x3[i] ^ k1;
      x3[i] = static_cast<std::uint32_t>(p0);
    }
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  for (std::size_t i = 0; i < kLanes; ++i) {
    words[4 * i] = x0[i];
    words[4 * i + 1] = x1[i];
    words[4 * i + 2] = x2[i];
    words[4 * i + 3] = x3[i];
  }
}

/// Factors of elements 0 .. count - 1 at one (site, sequence, position).
class Row {
 public:
  Row(const DropoutSource& source, DropoutSite site, double rate)
      : source_(source),
        site_(site),
        threshold_(static_cast<std::uint64_t>(std::ceil(rate * 0x1p32))),
        factor_(1.0 / (1.0 - rate)) {
    if (!(rate >= 0.0 && rate < 1.0)) throw Error(ErrorKind::internal, "", "a dropout rate outside [0, 1)");
  }

  template <class T>
  void fill(std::int64_t sequence, std::int64_t position, std::int64_t count, T* factors) const {
    const auto c1 = static_cast<std::uint32_t>(position) | (site_.number << 16);
    const T factor = static_cast<T>(factor_);
    std::uint32_t words[4 * kLanes];
    for (std::int64_t done = 0; done < count; done += 4 * kLanes) {
      sixteen_blocks(source_.stream.philox().key, static_cast<std::uint32_t>(done / 4), c1,
                     static_cast<std::uint32_t>(sequence), source_.step, words);
      const std::int64_t here = std::min<std::int64_t>(4 * kLanes, count - done);
      for (std::int64_t i = 0; i < here; ++i) factors[done + i] = words[i] >= threshold_ ? factor : T{0};
    }
  }

 private:
  DropoutSource source_;
  DropoutSite site_;
  std::uint64_t threshold_;  // a word w is kept when w >= rate 2^32
  double factor_;
};

/// Calls fill(row) with the type of `like`, on a new CPU tensor, and takes the result to its device.
template <class Fill>
at::Tensor filled(std::vector<std::int64_t> shape, const at::Tensor& like, const Fill& fill) {
  const at::Tensor masks = at::empty(shape, at::TensorOptions(like.scalar_type()));
  if (like.scalar_type() == at::kDouble)
    fill(masks.data_ptr<double>());
  else
    fill(masks.data_ptr<float>());
  return masks.to(like.device());
}

}  // namespace

at::Tensor token_masks(const DropoutSource& source, DropoutSite site, double rate, const Batch& batch,
                       std::int64_t width, const at::Tensor& like) {
  const Row row(source, site, rate);
  return filled({batch.offsets.back(), width}, like, [&](auto* factors) {
    for (std::size_t s = 0; s + 1 < batch.offsets.size(); ++s)
      for (std::int64_t at = batch.offsets[s]; at < batch.offsets[s + 1]; ++at)
        row.fill(batch.items[s], at - batch.offsets[s], width, factors + at * width);
  });
}

at::Tensor sequence_masks(const DropoutSource& source, DropoutSite site, double rate, const Batch& batch,
                          std::int64_t width, const at::Tensor& like) {
  const Row row(source, site, rate);
  const auto count = static_cast<std::int64_t>(batch.items.size());
  return filled({count, width}, like, [&](auto* factors) {
    for (std::int64_t s = 0; s < count; ++s)
      row.fill(batch.items[static_cast<std::size_t>(s)], 0, width, factors + s * width);
  });
}

at::Tensor attention_masks(const DropoutSource& source, DropoutSite site, double rate,
                           std::span<const std::int64_t> items, std::int64_t heads, std::int64_t length,
                           std::int64_t queries, const at::Tensor& like) {
  const Row row(source, site, rate);
  const auto count = static_cast<std::int64_t>(items.size());
  return filled({count, heads, queries, length}, like, [&](auto* factors) {
    std::vector<std::remove_pointer_t<decltype(factors)>> line(static_cast<std::size_t>(heads * length));
    for (std::int64_t s = 0; s < count; ++s)
      for (std::int64_t query = 0; query < queries; ++query) {
        row.fill(items[static_cast<std::size_t>(s)], query, heads * length, line.data());
        for (std::int64_t head = 0; head < heads; ++head)
          std::copy_n(line.data() + head * length, length, factors + ((s * heads + head) * queries + query) * length);
      }
  });
}

}  // namespace reseed
