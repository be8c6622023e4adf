// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "reseed/philox.hpp"

namespace reseed {

/// Order in which epoch `epoch` goes through n training items: a Fisher-Yates shuffle of 0 .. n - 1 by the run's stream
/// `data_order`, site = epoch. It depends on seed, epoch and n only.
inline std::vector<std::int64_t> order_of_epoch(const Stream& data_order, std::int64_t epoch, std::int64_t n) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  Draws(data_order, static_cast<std::uint32_t>(epoch)).shuffle(order);
  return order;
}

}  // namespace reseed
