// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "train/bert_config.hpp"
#include "train/layout.hpp"

namespace reseed {

enum class BertFamily { bert, roberta };

/// The tensors of BertForSequenceClassification and RobertaForSequenceClassification, in their modules' order.
Layout bert_layout(BertFamily family, const BertConfig& config, std::int64_t labels);

/// Rows of the classifier that the checkpoint holds; 0 when it holds none.
std::int64_t stored_labels(BertFamily family, const Checkpoint& checkpoint);

}  // namespace reseed
