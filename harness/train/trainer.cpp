// SPDX-License-Identifier: Apache-2.0
#include "train/trainer.hpp"

#include <ATen/ATen.h>

#include <cmath>
#include <vector>

#include "train/schedule.hpp"

namespace reseed {

std::vector<ParameterRule> Trainer::prepare(Classifier& model, Mitigation& method, const Stream& stream) {
  method.before_training(model, stream);
  std::vector<ParameterRule> rules;
  for (const Parameter& parameter : model.parameters())
    rules.push_back({.rate_factor = 1.0, .decay = parameter.decays()});
  method.parameter_groups(model, rules);
  return rules;
}

Trainer::Trainer(Classifier& model, Mitigation& method, const TrainingOptions& options, const StreamSeeds& streams,
                 std::int64_t steps)
    : model_(model),
      method_(method),
      options_(options),
      dropout_(streams.dropout, "dropout"),
      mitigation_(streams.mitigation, "mitigation"),
      steps_(steps),
      optimizer_(model.parameters(), prepare(model, method, mitigation_), options.optimizer,
                 options.max_gradient_norm) {}

StepLog Trainer::step(const Batch& batch) {
  StepLog log;
  log.rate = learning_rate(options_.learning_rate, options_.warmup_fraction, steps_, step_);
  for (Parameter& parameter : model_.parameters()) parameter.value.mutable_grad().reset();
  method_.before_forward(model_, batch, step_, mitigation_);

  Pass pass;
  pass.gradients = true;
  pass.dropout = DropoutSource{dropout_, static_cast<std::uint32_t>(step_)};
  const Outputs outputs{.logits = model_.forward(batch, pass).logits};
  const std::optional<at::Tensor> own = method_.loss(outputs, batch);
  const at::Tensor loss = own ? *own : at::cross_entropy_loss(outputs.logits, batch.labels);
  log.loss = loss.item<double>();
  if (!std::isfinite(log.loss)) return log;

  loss.backward();
  method_.after_backward(model_, step_);
  log.gradient_norm = optimizer_.step(log.rate);
  method_.after_step(model_, step_, log.rate);
  ++step_;
  return log;
}

}  // namespace reseed
