// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "train/classifier.hpp"
#include "train/dropout.hpp"

namespace reseed {

/// Sequences of a batch that have one length, so that their attention is one batched product without padding.
struct LengthGroup {
  std::int64_t length = 0;
  std::vector<std::int64_t> items;  ///< sequence numbers for dropout
  at::Tensor rows;                  ///< [g * length] rows of their tokens in the batch
  at::Tensor sequences;             ///< [g] their places in the batch
};
/// Groups by length, in order of first appearance; index tensors lie on `device`.
std::vector<LengthGroup> group_by_length(const Batch& batch, at::Device device);

/// How attention over one batch is computed.
struct AttentionPlan {
  const std::vector<LengthGroup>* groups = nullptr;
  std::int64_t heads = 1;
  bool first_only = false;                 ///< queries are the first tokens, one row per sequence
  bool bfloat16 = false;                   ///< products in bfloat16
  const DropoutSource* dropout = nullptr;  ///< masks of the probabilities; null: none
  DropoutSite site;
  double rate = 0.0;
};

/// softmax(q k^T / sqrt(d / heads)) v within each sequence, heads side by side, with its gradient.
///
/// Shapes: key and value [t, d]; query and the result [t, d], or [b, d] with first_only.
/// Source: Vaswani et al. 2017, "Attention Is All You Need", eq. 1.
at::Tensor packed_attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                            const AttentionPlan& plan);

}  // namespace reseed
