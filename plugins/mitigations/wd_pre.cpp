// SPDX-License-Identifier: Apache-2.0
#include "reseed/mitigation.hpp"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

namespace {

using namespace reseed;

constexpr VariantInfo kVariants[] = {
    {"textbook", "decay towards the value before training, times the learning rate", 0, 0},
    {"as_published", "the same, but pooler and head decay towards 0", 0, 0},
    {"as_printed", "decay towards the value before training, without the learning rate", 0, 0},
};

constexpr OptionInfo kOptions[] = {
    {"lambda", "number", "0.01", "0", "", "", "strength of the pull"},
};

constexpr MitigationInfo kInfo = {
    .id = "wd_pre",
    .version = 1,
    .summary = "Weight decay towards the pre-trained weights instead of towards zero",
    .source = "Daume III 2007, \"Frustratingly easy domain adaptation\"; Lee et al. 2020, \"Mixout\", section 6.1",
    .variants = kVariants,
    .options = kOptions,
};

/// After the optimizer's step p <- p - rate lambda (p - p0) for all weights that would decay (embeddings and linear
/// weights, new ones too), with the optimizer's own decay off. p0 is the value before training: a new head is pulled
/// towards its own start.
///
/// as_published: the reference code of Du & Nguyen 2023 pulls names with "pooler" or "classifier" to 0.
/// as_printed: the paper's text has no learning rate in the pull, i.e. one 50,000 times stronger at rate 2e-5.
/// Rows that no text reads never leave p0, so training without them is exact.
class WdPre final : public Mitigation {
 public:
  explicit WdPre(const Options& options)
      : lambda_(options.number("lambda")),
        head_to_zero_(options.variant() == "as_published"),
        times_rate_(options.variant() != "as_printed") {}

  void before_training(Model& model, const Stream&) override {
    const auto parameters = model.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      if (!parameter.decays()) continue;
      const bool top = parameter.part == Parameter::Part::pooler || parameter.part == Parameter::Part::head;
      priors_[i] = head_to_zero_ && top ? at::Tensor() : parameter.value.detach().clone();
      touched_.push_back(parameter.name);
    }
    if (priors_.empty())
      throw Error(ErrorKind::plugin, "wd_pre", "found no weight to pull towards its start in this model");
  }

  void parameter_groups(const Model&, std::span<ParameterRule> rules) override {
    for (ParameterRule& rule : rules) rule.decay = false;
  }

  void after_step(Model& model, std::int64_t, double rate) override {
    const c10::NoGradGuard guard;
    const double pull = times_rate_ ? rate * lambda_ : lambda_;
    for (auto& [index, prior] : priors_) {
      at::Tensor& value = model.parameters()[index].value;
      if (prior.defined())
        value.lerp_(prior, pull);
      else
        value.mul_(1.0 - pull);
    }
  }

  std::vector<std::string> touched() const override { return touched_; }

 private:
  double lambda_;
  bool head_to_zero_;
  bool times_rate_;
  std::map<std::size_t, at::Tensor> priors_;  ///< by parameter; undefined: 0
  std::vector<std::string> touched_;
};

}  // namespace

RESEED_MITIGATION(WdPre, kInfo)
