// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "data/checkpoint_shape.hpp"
#include "data/task.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// What a run will cost, as far as it can be told beforehand.
struct RunSize {
  double train_work = 0.0;         ///< letters read in training (cut at max_length), all epochs
  double work = 0.0;               ///< the same and the evaluations, a forward pass counting a third
  double operations = 0.0;         ///< floating point operations for that work, by the model's shape; 0 = not known
  std::uint64_t record_bytes = 0;  ///< of the record on disk
  // What measures of representations read of it.
  std::vector<std::int64_t> test_items;  ///< of every test set, the task's own first
  std::int64_t layers = 0;               ///< recorded, the embeddings counted
  std::int64_t hidden = 0;               ///< their width
};
RunSize size_of(const RunSpec& run, const TaskData& data, const CheckpointShape& shape);

}  // namespace reseed
