// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "execute/store.hpp"

namespace reseed {

/// What two records that should be equal do not share.
struct RecordDifference {
  std::vector<std::string> files;   ///< not equal byte for byte, or there in one alone; by name
  std::optional<double> largest;    ///< largest absolute difference of logits and representations; none: not comparable
  std::string at;                   ///< where that is: "test.safetensors, representations.3"
  std::optional<double> loss;       ///< largest absolute difference of the loss of a training step
  std::optional<double> decisions;  ///< share of the items of all test sets that are predicted otherwise

  bool empty() const { return files.empty(); }
};

/// Compares two records file by file: first their checksums, then the numbers in those that differ. Errors: Error(data)
/// for a file that cannot be read.
RecordDifference record_difference(const StoreEntry& a, const StoreEntry& b);

/// "test.safetensors and training.csv differ; numbers by at most 3.1e-05 (test.safetensors, logits), losses by at most
/// 2e-06; 0.3 % of the test items are predicted otherwise"
std::string to_text(const RecordDifference& difference);

}  // namespace reseed
