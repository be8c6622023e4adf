// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "data/task.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// How wide and deep a model is, from its config.json; 0 where it does not say.
struct CheckpointShape {
  std::int64_t hidden = 0;
  std::int64_t blocks = 0;
};
/// Errors: Error(data) when config.json is missing or no JSON object.
CheckpointShape read_checkpoint_shape(const std::filesystem::path& folder);

/// What a run will cost, as far as it can be told beforehand.
struct RunSize {
  double train_work = 0.0;         ///< letters read in training (cut at max_length), all epochs
  double work = 0.0;               ///< the same and the evaluations, a forward pass counting a third
  std::uint64_t record_bytes = 0;  ///< of the record on disk
};
RunSize size_of(const RunSpec& run, const TaskData& data, const CheckpointShape& shape);

}  // namespace reseed
