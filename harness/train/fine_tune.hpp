// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "train/text_set.hpp"
#include "train/trainer.hpp"

namespace reseed {

/// One evaluation on the validation set.
struct EvaluationLog {
  std::int64_t steps = 0;  ///< steps done before it
  std::int64_t epoch = 0;  ///< counted from 0
  double score = 0.0;      ///< the task's metric
  bool best = false;       ///< strictly better than all before it
};

/// What fine-tuning did; the model holds the weights that are kept.
struct FineTuning {
  bool diverged = false;
  std::vector<StepLog> steps;
  std::vector<EvaluationLog> evaluations;
  std::int64_t steps_per_epoch = 0;
  std::int64_t kept_after = 0;    ///< steps behind the kept weights
  double untouched_factor = 1.0;  ///< Trainer::untouched_factor() of the kept weights
};

/// Steps done, all steps, and what is being done.
using TrainingProgress = std::function<void(std::int64_t done, std::int64_t total, const std::string& what)>;

/// Fine-tunes the model: epochs in the order of stream data_order, evaluations on the validation set, weights kept as
/// `keep` says. Deterministic: a function of the arguments and of nothing that ran before.
FineTuning fine_tune(Classifier& model, Mitigation& method, const TextSet& train, const TextSet& validation,
                     const std::string& metric, const TrainingOptions& options, const StreamSeeds& streams,
                     const TrainingProgress& progress = {});

}  // namespace reseed
