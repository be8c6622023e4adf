// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "gradient mask/(1-p); a new head is not mixed and keeps its dropout", 0, 0},
    {"as_published", "gradient mask; all dropout 0; head and pooler mixed towards their own start", 0, 0},
};

constexpr OptionInfo kOptions[] = {
    {"p", "number", "0.1", "0", "0.99", "", "probability that an input column is taken from the pre-trained weights"},
};

constexpr MitigationInfo kInfo = {
    .id = "mixout",
    .version = 1,
    .summary = "Dropout towards the pre-trained weights: input columns are swapped at random in every forward pass",
    .source = "Lee et al. 2020, \"Mixout\", equation 5 and its release",
    .variants = kVariants,
    .options = kOptions,
};

/// Every forward pass in training runs with W' = (mask w + (1 - mask) w0 - p w0)/(1 - p) in the place of each linear
/// weight w; w0 is its value before training. The mask has one Bernoulli(1 - p) entry per input column, shared by all
/// output rows, drawn per weight matrix and step (stream `mitigation`, site = parameter index). Biases, embeddings and
/// LayerNorm are left alone, evaluation sees the plain weights. Encoder dropout is 0.
///
/// textbook: weights from the checkpoint only (a pooler that came with it included, a new one not); true gradient.
/// as_published: the reference code of Du & Nguyen 2023 (and Lee et al.'s release) leaves 1/(1-p) out of the gradient,
/// sets all dropout to 0 and mixes every linear layer, new ones towards their own random start.
class Mixout final : public Mitigation {
 public:
  explicit Mixout(const Options& options) : p_(options.number("p")), published_(options.variant() == "as_published") {}

  void before_training(Model& model, const Stream&) override {
    const auto parameters = model.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      if (parameter.kind != Parameter::Kind::linear_weight || (parameter.is_new && !published_)) continue;
      const at::Tensor start = parameter.value.detach().clone();
      layers_.push_back({i, start, at::empty_like(start).requires_grad_(true), {}});
      touched_.push_back(parameter.name);
    }
    if (layers_.empty())
      throw Error(ErrorKind::plugin, "mixout", "found no linear weight from the checkpoint in this model");
    model.set_encoder_dropout(0.0);
    if (published_) model.set_head_dropout(0.0);
  }

  void before_forward(Model& model, const Batch&, std::int64_t step, const Stream& stream) override {
    const c10::NoGradGuard guard;
    for (Layer& layer : layers_) {
      const at::Tensor& weight = model.parameters()[layer.parameter].value;
      const at::Tensor mask = draw_mask(weight, step, static_cast<std::uint32_t>(layer.parameter), stream);
      layer.gradient = published_ ? mask : mask / (1.0 - p_);
      at::mul_out(layer.mixed, weight, mask / (1.0 - p_));
      layer.mixed.addcmul_(layer.start, (1.0 - p_ - mask) / (1.0 - p_));
      model.set_effective_weight(layer.parameter, layer.mixed);
    }
  }

  /// The mixed weights are leaves: their gradient, times the mask, is that of the weights.
  void after_backward(Model& model, std::int64_t) override {
    for (Layer& layer : layers_) {
      at::Tensor& gradient = layer.mixed.mutable_grad();
      if (gradient.defined()) model.parameters()[layer.parameter].value.mutable_grad() = gradient.mul_(layer.gradient);
      gradient.reset();
      model.set_effective_weight(layer.parameter, {});
    }
  }

  std::vector<std::string> touched() const override { return touched_; }

 private:
  struct Layer {
    std::size_t parameter;
    at::Tensor start;     ///< w0
    at::Tensor mixed;     ///< W', a leaf
    at::Tensor gradient;  ///< [1, in]: what the gradient of W' is multiplied by
  };

  /// [1, in]: 1 where the weight stays, 0 where the pre-trained one is taken.
  at::Tensor draw_mask(const at::Tensor& weight, std::int64_t step, std::uint32_t site, const Stream& stream) const {
    const at::Tensor mask = at::empty({1, weight.size(1)}, at::kDouble);
    double* keep = mask.mutable_data_ptr<double>();
    for (std::uint32_t column = 0; column < weight.size(1); ++column) {
      const auto words = stream.words(static_cast<std::uint32_t>(step), site, 0, 0, column / 4);
      keep[column] = unit_interval(words[column % 4]) >= p_ ? 1.0 : 0.0;
    }
    return mask.to(weight.options());
  }

  double p_;
  bool published_;
  std::vector<Layer> layers_;
  std::vector<std::string> touched_;
};

}  // namespace

RESEED_MITIGATION(Mixout, kInfo)
