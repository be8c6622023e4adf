// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "the top k blocks", 0, 0},
    {"as_published", "with BERT's pooler, or the dense layer of RoBERTa's head", 0, 0},
};

constexpr OptionInfo kOptions[] = {
    {"k", "integer", "5", "1", "", "", "number of blocks, counted from the top"},
};

constexpr MitigationInfo kInfo = {
    .id = "reinit",
    .version = 1,
    .summary = "The top blocks start from fresh random weights",
    .source = "Zhang et al. 2021, \"Revisiting few-sample BERT fine-tuning\", section 5",
    .variants = kVariants,
    .options = kOptions,
};

/// Linear weights of the top k blocks are drawn from normal(0, the model's initializer range); biases become 0,
/// LayerNorm weights 1. Draws: stream `mitigation`, site = parameter index.
///
/// as_published: "k = 5" of Du & Nguyen 2023 includes the pooler of BERT; RoBERTa has none there, its code draws the
/// dense layer of the head once more.
class Reinit final : public Mitigation {
 public:
  explicit Reinit(const Options& options) : k_(options.integer("k")), top_too_(options.variant() == "as_published") {}

  void before_training(Model& model, const Stream& stream) override {
    if (k_ > model.blocks())
      throw Error(
          ErrorKind::plugin, "reinit.k",
          "want at most the model's " + std::to_string(model.blocks()) + " blocks, found " + std::to_string(k_));
    const c10::NoGradGuard guard;
    const auto parameters = model.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      Parameter& parameter = parameters[i];
      if (!matches(model, parameter)) continue;
      draw(parameter, Draws(stream, static_cast<std::uint32_t>(i)), model.initializer_range());
      touched_.push_back(parameter.name);
    }
    if (touched_.empty())
      throw Error(ErrorKind::plugin, "reinit", "found no parameter in the top blocks of this model");
  }

  std::vector<std::string> touched() const override { return touched_; }

 private:
  bool matches(const Model& model, const Parameter& parameter) const {
    if (parameter.part == Parameter::Part::block) return parameter.block >= model.blocks() - k_;
    if (!top_too_) return false;
    if (parameter.part == Parameter::Part::pooler) return true;
    return !model.has_pooler() && parameter.part == Parameter::Part::head &&
           parameter.name.find("dense.") != std::string::npos;
  }

  static void draw(Parameter& parameter, Draws draws, double deviation) {
    switch (parameter.kind) {
      case Parameter::Kind::bias: parameter.value.zero_(); return;
      case Parameter::Kind::norm_weight: parameter.value.fill_(1.0); return;
      case Parameter::Kind::embedding:
      case Parameter::Kind::linear_weight: break;
    }
    const at::Tensor fresh = at::empty(parameter.value.sizes(), at::kDouble);
    for (double& value : std::span(fresh.mutable_data_ptr<double>(), static_cast<std::size_t>(fresh.numel())))
      value = deviation * draws.normal();
    parameter.value.copy_(fresh);
  }

  std::int64_t k_;
  bool top_too_;
  std::vector<std::string> touched_;
};

}  // namespace

RESEED_MITIGATION(Reinit, kInfo)
