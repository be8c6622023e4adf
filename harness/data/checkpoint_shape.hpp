// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace reseed {

/// How wide and deep an encoder is; 0 where it is not told.
struct CheckpointShape {
  std::int64_t hidden = 0;
  std::int64_t blocks = 0;
  std::int64_t feed_forward = 0;  ///< width between the two layers of a block's feed-forward part

  /// Weights of the linear layers of all blocks: nearly all that a pass through the encoder multiplies with.
  double block_weights() const;
};

/// Errors: Error(data) when config.json is missing or no JSON object.
CheckpointShape read_checkpoint_shape(const std::filesystem::path& folder);

/// The shape of a checkpoint that is known by its name, the last part of `checkpoint`
/// ("google-bert/bert-base-uncased"): for estimates before it is there. Errors: Errors(data) for a shipped list that
/// cannot be read.
std::optional<CheckpointShape> known_checkpoint_shape(const std::string& checkpoint);

}  // namespace reseed
