// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "reseed/mitigation.hpp"
#include "train/classifier.hpp"

namespace reseed {

/// Dropout's masks are a function of (seed, step, site, sequence, position, element), of nothing else: equal for any
/// packing, order, thread count and device.
///
/// With `w` the word of the stream at that place (Stream::words), rate r keeps an element when w / 2^32 >= r and
/// multiplies it by 1/(1 - r). `sequence` is Batch::items, `position` counts a sequence's tokens from 0.
///
/// Sites are numbered for good: 0 embeddings; of block l (from 0) 1 + 3 l attention probabilities, 2 + 3 l attention
/// output, 3 + 3 l feed-forward output; 65534 in front of a head's dense layer, 65535 in front of the classifier.
struct DropoutSite {
  std::uint32_t number = 0;

  static constexpr DropoutSite embeddings() { return {0}; }
  static constexpr DropoutSite attention_probabilities(std::uint32_t block) { return {1 + 3 * block}; }
  static constexpr DropoutSite attention_output(std::uint32_t block) { return {2 + 3 * block}; }
  static constexpr DropoutSite feed_forward_output(std::uint32_t block) { return {3 + 3 * block}; }
  static constexpr DropoutSite head_dense() { return {65534}; }
  static constexpr DropoutSite classifier() { return {65535}; }
};

/// The factors, 0 or 1/(1 - rate), for rows of width d: one row per token of the batch [t, d], element = column.
/// Made on the CPU in `like`'s type, on its device.
at::Tensor token_masks(const DropoutSource& source, DropoutSite site, double rate, const Batch& batch,
                       std::int64_t width, const at::Tensor& like);

/// The same for one row per sequence [b, d]: position 0.
at::Tensor sequence_masks(const DropoutSource& source, DropoutSite site, double rate, const Batch& batch,
                          std::int64_t width, const at::Tensor& like);

/// Attention probabilities of some sequences of equal length n: [g, h, q, n] (sequence, head, query, key), for the
/// first `queries` tokens. position = query; element = head * n + key.
at::Tensor attention_masks(const DropoutSource& source, DropoutSite site, double rate,
                           std::span<const std::int64_t> items, std::int64_t heads, std::int64_t length,
                           std::int64_t queries, const at::Tensor& like);

}  // namespace reseed
