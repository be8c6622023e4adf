// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "reseed/mitigation.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// AdamW in two forms (OptimizerOptions::name), with clipping by one norm over all parameters, in one fused step.
///
/// `adamw`: p <- p (1 - lr d), then p <- p - lr/(1-b1^t) m / (sqrt(v)/sqrt(1-b2^t) + eps) (torch.optim.AdamW).
/// `adamw_hf`: p <- p - lr sqrt(1-b2^t)/(1-b1^t) m / (sqrt(v) + eps), then p <- p - lr d p (transformers 4.14);
/// without bias correction both factors are 1. t counts from 1; lr = rate x the parameter's rate factor.
/// The moments have the precision of the parameter: float32, or float64 in a float64 run.
class Optimizer {
 public:
  /// `parameters` must outlive the object; `rules` has one entry per parameter.
  /// Errors: Error(manifest) for an unknown name, or `bias_correction = false` with another than adamw_hf.
  Optimizer(std::span<const Parameter> parameters, std::span<const ParameterRule> rules,
            const OptimizerOptions& options, double max_gradient_norm);

  /// One step from the gradients that the parameters hold; a parameter without a gradient stays as it is. Gradients are
  /// multiplied by min(1, c/(norm + 1e-6)). Returns the norm before clipping.
  double step(double rate);

  /// Product of (1 - lr d) over the steps so far for a parameter whose gradient was always zero: what weight decay
  /// alone did to it (rows of an embedding that no text reads).
  double decay_alone(std::size_t parameter) const { return states_[parameter].decay_alone; }

 private:
  struct State {
    at::Tensor value;
    at::Tensor m;
    at::Tensor v;
    double rate_factor = 1.0;
    double decay = 0.0;
    double decay_alone = 1.0;
  };

  double gradient_norm() const;

  std::vector<State> states_;
  OptimizerOptions options_;
  double max_gradient_norm_;
  std::int64_t t_ = 0;
};

}  // namespace reseed
