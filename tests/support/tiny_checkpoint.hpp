// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace reseed::test {

/// Sizes of a small BERT that a test makes for itself.
struct TinyShape {
  std::int64_t vocabulary = 60;
  std::int64_t hidden = 24;
  std::int64_t heads = 3;
  std::int64_t blocks = 2;
  std::int64_t intermediate = 40;
  std::int64_t positions = 20;
  double dropout = 0.1;
};

/// Writes a BERT encoder without a head in Hugging Face layout into an existing folder: config.json, model.safetensors
/// with weights drawn from `seed`, and vocab.txt whose words are [PAD], [UNK], [CLS], [SEP], [MASK], w5, w6, ...
void write_tiny_checkpoint(const std::filesystem::path& folder, const TinyShape& shape = {}, std::uint64_t seed = 1);

}  // namespace reseed::test
