// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "train/classifier.hpp"

namespace reseed {

/// BERT for sequence classification: pooler and one linear layer on the first token.
/// Source: Devlin et al. 2019, "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding".
std::unique_ptr<Classifier> load_bert(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options);

/// RoBERTa for sequence classification: BERT's encoder, positions counted from the padding id on, no pooler but a head
/// of two layers. Source: Liu et al. 2019, "RoBERTa: A Robustly Optimized BERT Pretraining Approach".
std::unique_ptr<Classifier> load_roberta(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options);

}  // namespace reseed
