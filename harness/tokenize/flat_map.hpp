// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reseed::tokenize {

/// A map from 64-bit numbers in one array, for many look-ups that do not allocate. The key ~0 is not allowed.
template <class Value>
class FlatMap {
 public:
  FlatMap() : slots_(16) {}

  /// The value of a key, or nullptr.
  const Value* find(std::uint64_t key) const {
    for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].key == key) return &slots_[at].value;
      if (slots_[at].key == kFree) return nullptr;
    }
  }

  /// The value of a key, put there when the key is new. `is_new` tells which.
  Value& insert(std::uint64_t key, const Value& value, bool& is_new) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    for (std::size_t at = place(key);; at = (at + 1) & (slots_.size() - 1)) {
      is_new = slots_[at].key == kFree;
      if (is_new) {
        slots_[at] = {key, value};
        ++used_;
      }
      if (slots_[at].key == key) return slots_[at].value;
    }
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = kFree;
    Value value{};
  };

  std::size_t place(std::uint64_t key) const {
    key *= 0x9E3779B97F4A7C15u;  // 2^64 over the golden ratio: spreads neighbouring keys
    return static_cast<std::size_t>(key ^ (key >> 32)) & (slots_.size() - 1);
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key == kFree) continue;
      std::size_t at = place(slot.key);
      while (slots_[at].key != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_ = 0;
};

}  // namespace reseed::tokenize
