// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "train/classifier.hpp"

namespace reseed {

/// Outputs of a checkpoint's model beside recorded ones.
struct GoldenComparison {
  struct Output {
    std::string name;
    double difference = 0.0;  ///< largest absolute difference
    double scale = 0.0;       ///< largest absolute recorded value; of grad.* and grad_norm.* over all of their kind

    /// `difference` in units of `scale`; the difference itself where all recorded values are 0.
    double relative() const { return scale > 0.0 ? difference / scale : difference; }
  };

  std::vector<Output> outputs;
  std::vector<LoadReport::Remark> not_compared;  ///< recorded values that need what the checkpoint or model lacks
};

/// Runs the inputs of a safetensors file and compares what else it holds. Names, any subset: input_ids [n, w],
/// attention_mask, token_type_ids, labels [n] (inputs); hidden_states.N [n, w, d], full_hidden_states.N (the first
/// texts and tokens only), cls [n, L + 1, d], pooled [n, d], logits [n, c], loss (mean cross-entropy),
/// grad.PARAMETER, grad_norm.PARAMETER. Hidden states are compared where attention_mask is 1. A file without input_ids
/// takes the inputs of forward.safetensors beside it.
/// Errors: Error(data) for a file that does not fit the model, or that has nothing to compare; Error(device).
GoldenComparison compare_with_golden(const std::filesystem::path& checkpoint, const std::filesystem::path& golden,
                                     Precision precision, const std::string& device = "cpu");

}  // namespace reseed
