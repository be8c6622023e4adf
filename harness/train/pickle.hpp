// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/safetensors.hpp"

namespace reseed {

/// A tensor as a state dict describes it: a strided window into a storage that lies elsewhere.
struct PickledTensor {
  std::string storage;             ///< key of the storage
  DType dtype = DType::f32;        ///< of the storage
  std::int64_t storage_count = 0;  ///< its elements
  std::int64_t offset = 0;         ///< in elements
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> stride;  ///< in elements

  bool contiguous() const;
};

/// Reads a pickled state dict: names to tensors. Nothing is executed: the reader knows tensors, storages and
/// OrderedDict, and every window is checked against its storage's size.
///
/// Source: the pickle protocol (2 to 5) as Python's pickletools documents it.
/// Errors: Error(data) at `place` for any other global (named), another opcode, a truncated stream, a window that
/// leaves its storage, a name given twice.
std::map<std::string, PickledTensor> read_state_dict(std::string_view pickle, const std::string& place);

}  // namespace reseed
