// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

#include <cmath>

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "pooler and head at the full rate, with weight decay", 0, 0},
    {"as_published", "the same, but no weight decay on pooler and head", 0, 0},
};

constexpr OptionInfo kOptions[] = {
    {"eta", "number", "0.95", "0", "1", "", "factor of the learning rate from one block to the one below"},
};

constexpr MitigationInfo kInfo = {
    .id = "llrd",
    .version = 1,
    .summary = "Layer-wise learning rate decay: the lower the block, the smaller its rate",
    .source = "Howard & Ruder 2018, \"ULMFiT\"; Zhang et al. 2021, \"Revisiting few-sample BERT fine-tuning\"",
    .variants = kVariants,
    .options = kOptions,
};

/// Rate factor 1 for pooler and head, eta^(L - i) for block i = 0 .. L - 1, eta^(L + 1) for the embeddings: the factor
/// is applied before the top block already, as in the release of Zhang et al.
///
/// as_published: the reference code of Du & Nguyen 2023 also sets weight decay 0 on pooler and head.
class Llrd final : public Mitigation {
 public:
  explicit Llrd(const Options& options)
      : eta_(options.number("eta")), head_decays_(options.variant() != "as_published") {}

  void parameter_groups(const Model& model, std::span<ParameterRule> rules) override {
    const auto parameters = model.parameters();
    const auto blocks = model.blocks();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      if (parameter.part == Parameter::Part::pooler || parameter.part == Parameter::Part::head) {
        if (!head_decays_) rules[i].decay = false;
        continue;
      }
      const bool in_block = parameter.part == Parameter::Part::block;
      rules[i].rate_factor *= std::pow(eta_, static_cast<double>(in_block ? blocks - parameter.block : blocks + 1));
      touched_.push_back(parameter.name);
    }
    if (touched_.empty()) throw Error(ErrorKind::plugin, "llrd", "found neither blocks nor embeddings in this model");
  }

  std::vector<std::string> touched() const override { return touched_; }

 private:
  double eta_;
  bool head_decays_;
  std::vector<std::string> touched_;
};

}  // namespace

RESEED_MITIGATION(Llrd, kInfo)
