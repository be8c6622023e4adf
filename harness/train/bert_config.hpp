// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "train/checkpoint.hpp"

namespace reseed {

/// What config.json of a BERT or RoBERTa says, checked.
struct BertConfig {
  std::int64_t vocabulary = 0;
  std::int64_t hidden = 0;
  std::int64_t blocks = 0;
  std::int64_t heads = 0;
  std::int64_t intermediate = 0;
  std::int64_t positions = 0;
  std::int64_t token_types = 2;
  std::int64_t pad = 0;  ///< id of the padding token
  std::int64_t labels = 2;
  double layer_norm_epsilon = 1e-12;
  double hidden_dropout = 0.1;
  double attention_dropout = 0.1;
  double classifier_dropout = 0.1;
  double initializer_range = 0.02;
};

/// Reads config.json; `default_pad` where it names no padding token.
/// Errors: Error(data) at the file: a key that is missing or out of range, an activation, position type or kind of
/// model that is not supported (the value is named).
BertConfig read_bert_config(const Checkpoint& checkpoint, std::int64_t default_pad);

}  // namespace reseed
