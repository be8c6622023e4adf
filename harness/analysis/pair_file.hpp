// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/evaluate.hpp"

namespace reseed {

/// What a file of pair matrices says of itself (metadata and the tensor `layers`).
struct PairFileHeader {
  std::string measure;
  std::string variant;
  int version = 0;
  std::string options;  ///< as JSON, options that were given
  std::string test_set;
  std::vector<std::int64_t> layers;  ///< {-1} where the measure reads no representations
};

/// "<measure>.<variant>[.<option>-<value>...].<test set>.safetensors"; what is not a letter, digit, '-', '_' or '.' is
/// '-'.
std::string pair_file_name(const PairFileHeader& header, const std::map<std::string, OptionValue>& options);

/// One matrix per layer over the same seeds (layout: docs/workers.md). No NaN is written: undefined pairs are 0 with
/// `defined` 0.
void write_pair_file(const std::filesystem::path& file, const PairFileHeader& header,
                     std::span<const PairMatrix> layers);

/// Inverse of write_pair_file(). Errors: Error(data) naming file and tensor.
struct PairFile {
  PairFileHeader header;
  std::vector<PairMatrix> layers;  ///< in the order of header.layers
};
PairFile read_pair_file(const std::filesystem::path& file);

}  // namespace reseed
