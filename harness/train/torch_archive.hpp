// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <list>
#include <vector>

#include "train/checkpoint.hpp"

namespace reseed {

/// A `pytorch_model.bin` of torch 1.6 or newer: a zip with a pickled state dict and one entry per storage.
///
/// Tensors on one storage share its bytes. Memory: never more than twice the file's size.
/// Errors: Error(data): not a zip (the older format; says how to convert), packed entries, big-endian numbers, a
/// storage that is missing or too short, and what read_state_dict() refuses.
class TorchArchive final : public Weights {
 public:
  explicit TorchArchive(const std::filesystem::path& file);

 private:
  std::list<std::vector<std::byte>> owned_;
};

}  // namespace reseed
