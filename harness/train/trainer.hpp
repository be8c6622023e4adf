// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "reseed/mitigation.hpp"
#include "reseed/run.hpp"
#include "train/classifier.hpp"
#include "train/optimizer.hpp"

namespace reseed {

/// One line of the training log.
struct StepLog {
  double rate = 0.0;           ///< learning rate, before rate factors
  double loss = 0.0;           ///< before the step
  double gradient_norm = 0.0;  ///< over all parameters, before clipping
};

/// The inner half of fine-tuning: forward pass, loss, backward pass, clipped step, with a mitigation method's hooks.
class Trainer {
 public:
  /// Lets the method prepare the model (before_training, parameter_groups). Model and method must outlive the object.
  /// `steps`: length of the schedule. Errors: Error(plugin) of the method, Error(manifest) of the optimizer.
  Trainer(Classifier& model, Mitigation& method, const TrainingOptions& options, const StreamSeeds& streams,
          std::int64_t steps);

  /// The next step. A loss that is not finite is returned and nothing is changed any more: the run has diverged.
  StepLog step(const Batch& batch);

  /// Steps done.
  std::int64_t done() const { return step_; }
  /// What weight decay alone made of the rows of the word embedding that the model was built without.
  double untouched_factor() const { return optimizer_.decay_alone(model_.word_embedding()); }

 private:
  static std::vector<ParameterRule> prepare(Classifier& model, Mitigation& method, const Stream& stream);

  Classifier& model_;
  Mitigation& method_;
  TrainingOptions options_;
  Stream dropout_;
  Stream mitigation_;
  std::int64_t steps_;
  std::int64_t step_ = 0;
  Optimizer optimizer_;
};

}  // namespace reseed
