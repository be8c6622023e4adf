// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "train/text_set.hpp"

namespace reseed {

/// What a model says of a set, in the set's order, on the CPU.
struct Evaluation {
  at::Tensor logits;                                   ///< [n, c], the parameters' type
  std::map<std::int64_t, at::Tensor> representations;  ///< by layer: [n, d], first token

  std::vector<std::int64_t> predictions() const;  ///< class of the largest logit, the lowest at a tie
};

/// Runs the model over a set without dropout. Texts of like length share a batch; batches depend on the set alone.
Evaluation evaluate(Classifier& model, const TextSet& set, const std::vector<std::int64_t>& layers = {});

}  // namespace reseed
