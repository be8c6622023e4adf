// SPDX-License-Identifier: Apache-2.0
#include "train/optimizer.hpp"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>

#include "reseed/error.hpp"
#include "train/adam_step.hpp"

namespace reseed {
namespace {

/// The formula of adam_step() in tensor operations, for devices other than the CPU.
void tensor_step(at::Tensor& p, const at::Tensor& g, at::Tensor& m, at::Tensor& v, const AdamCoefficients& c) {
  const at::Tensor gradient = g * c.clip;
  m.mul_(c.beta1).add_(gradient, 1.0 - c.beta1);
  v.mul_(c.beta2).addcmul_(gradient, gradient, 1.0 - c.beta2);
  if (c.before != 1.0) p.mul_(c.before);
  p.addcdiv_(m, v.sqrt().mul_(c.root).add_(c.epsilon), -c.step);
  if (c.after != 1.0) p.mul_(c.after);
}

template <class T>
void fused_step(at::Tensor& p, const at::Tensor& g, at::Tensor& m, at::Tensor& v, const AdamCoefficients& c) {
  adam_step(p.mutable_data_ptr<T>(), g.const_data_ptr<T>(), m.mutable_data_ptr<T>(), v.mutable_data_ptr<T>(),
            static_cast<std::size_t>(p.numel()), c);
}

}  // namespace

Optimizer::Optimizer(std::span<const Parameter> parameters, std::span<const ParameterRule> rules,
                     const OptimizerOptions& options, double max_gradient_norm)
    : options_(options), max_gradient_norm_(max_gradient_norm) {
  if (options.name != "adamw" && options.name != "adamw_hf")
    throw Error(ErrorKind::manifest, "training.optimizer.name", "want adamw or adamw_hf, found " + options.name);
  if (options.name == "adamw" && !options.bias_correction)
    throw Error(ErrorKind::manifest, "training.optimizer.bias_correction",
                "false is defined for adamw_hf only; set name = \"adamw_hf\" or leave it true");
  if (rules.size() != parameters.size()) throw Error(ErrorKind::internal, "optimizer", "want one rule per parameter");
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    if (!parameter.value.is_contiguous())
      throw Error(ErrorKind::internal, parameter.name, "want a contiguous parameter");
    states_.push_back({.value = parameter.value,
                       .m = at::zeros_like(parameter.value),
                       .v = at::zeros_like(parameter.value),
                       .rate_factor = rules[i].rate_factor,
                       .decay = rules[i].decay ? options.weight_decay : 0.0});
  }
}

double Optimizer::gradient_norm() const {
  double sum = 0.0;
  std::vector<at::Tensor> elsewhere;  // one transfer from the device, not one per parameter
  for (const State& state : states_) {
    const at::Tensor& g = state.value.grad();
    if (!g.defined()) continue;
    if (!g.is_cpu()) {
      elsewhere.push_back(at::linalg_vector_norm(g, 2, std::nullopt, false, at::kDouble));
    } else {
      const at::Tensor flat = g.contiguous();
      const auto n = static_cast<std::size_t>(flat.numel());
      sum += flat.scalar_type() == at::kDouble ? sum_of_squares(flat.const_data_ptr<double>(), n)
                                               : sum_of_squares(flat.const_data_ptr<float>(), n);
    }
  }
  if (!elsewhere.empty()) sum += at::stack(elsewhere).square().sum().item<double>();
  return std::sqrt(sum);
}

double Optimizer::step(double rate) {
  const c10::NoGradGuard guard;
  ++t_;
  const double norm = gradient_norm();
  const double factor = max_gradient_norm_ / (norm + 1e-6);
  const double correction1 = options_.bias_correction ? 1.0 - std::pow(options_.beta1, static_cast<double>(t_)) : 1.0;
  const double correction2 = options_.bias_correction ? 1.0 - std::pow(options_.beta2, static_cast<double>(t_)) : 1.0;
  const bool torch_form = options_.name == "adamw";
  for (State& state : states_) {
    const double lr = rate * state.rate_factor;
    const double shrink = 1.0 - lr * state.decay;
    state.decay_alone *= shrink;
    const at::Tensor& gradient = state.value.grad();
    if (!gradient.defined()) continue;
    const AdamCoefficients c{.beta1 = options_.beta1,
                             .beta2 = options_.beta2,
                             .epsilon = options_.epsilon,
                             .clip = factor < 1.0 || std::isnan(factor) ? factor : 1.0,
                             .before = torch_form ? shrink : 1.0,
                             .root = torch_form ? 1.0 / std::sqrt(correction2) : 1.0,
                             .step = torch_form ? lr / correction1 : lr * std::sqrt(correction2) / correction1,
                             .after = torch_form ? 1.0 : shrink};
    const at::Tensor g = gradient.contiguous();
    if (!state.value.is_cpu())
      tensor_step(state.value, g, state.m, state.v, c);
    else if (state.value.scalar_type() == at::kDouble)
      fused_step<double>(state.value, g, state.m, state.v, c);
    else
      fused_step<float>(state.value, g, state.m, state.v, c);
  }
  return norm;
}

}  // namespace reseed
