// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <map>
#include <string>
#include <vector>

#include "reseed/mitigation.hpp"

namespace reseed::test {

/// A model with parameters and no forward pass of its own: L blocks of one linear layer and one LayerNorm, embeddings,
/// pooler (or a dense layer in the head) and classifier, all of width d with different values.
class FakeModel final : public Model {
 public:
  explicit FakeModel(std::int64_t blocks = 3, std::int64_t d = 6, bool pooler = true, at::ScalarType type = at::kDouble,
                     bool pooler_is_new = false)
      : blocks_(blocks), pooler_(pooler), type_(type) {
    using Part = Parameter::Part;
    using Kind = Parameter::Kind;
    add("fake.embeddings.word_embeddings.weight", {11, d}, Part::embeddings, Kind::embedding);
    add("fake.embeddings.LayerNorm.weight", {d}, Part::embeddings, Kind::norm_weight);
    for (std::int64_t l = 0; l < blocks; ++l) {
      const std::string block = "fake.encoder.layer." + std::to_string(l) + ".";
      add(block + "dense.weight", {d + 2, d}, Part::block, Kind::linear_weight, l);
      add(block + "dense.bias", {d + 2}, Part::block, Kind::bias, l);
      add(block + "LayerNorm.weight", {d}, Part::block, Kind::norm_weight, l);
    }
    const std::string dense = pooler ? "fake.pooler.dense." : "classifier.dense.";
    const Part part = pooler ? Part::pooler : Part::head;
    add(dense + "weight", {d, d}, part, Kind::linear_weight, -1, !pooler || pooler_is_new);
    add(dense + "bias", {d}, part, Kind::bias, -1, !pooler || pooler_is_new);
    add(pooler ? "classifier.weight" : "classifier.out_proj.weight", {2, d}, Part::head, Kind::linear_weight, -1, true);
    add(pooler ? "classifier.bias" : "classifier.out_proj.bias", {2}, Part::head, Kind::bias, -1, true);
  }

  std::span<Parameter> parameters() override { return parameters_; }
  using Model::parameters;
  std::int64_t blocks() const override { return blocks_; }
  double initializer_range() const override { return 0.02; }
  bool has_pooler() const override { return pooler_; }
  void set_effective_weight(std::size_t index, at::Tensor weight) override {
    if (weight.defined())
      effective[index] = weight;
    else
      effective.erase(index);
  }
  void set_encoder_dropout(double rate) override { encoder_dropout = rate; }
  void set_head_dropout(double rate) override { head_dropout = rate; }

  std::size_t index(const std::string& name) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (parameters_[i].name == name) return i;
    throw Error(ErrorKind::internal, name, "the fake model has no such parameter");
  }
  at::Tensor& value(const std::string& name) { return parameters_[index(name)].value; }
  /// The weight that a forward pass would use now.
  at::Tensor forward_weight(std::size_t i) const {
    const auto found = effective.find(i);
    return found == effective.end() ? parameters_[i].value : found->second;
  }

  std::map<std::size_t, at::Tensor> effective;
  double encoder_dropout = 0.1;
  double head_dropout = 0.1;

 private:
  void add(const std::string& name, std::vector<std::int64_t> shape, Parameter::Part part, Parameter::Kind kind,
           std::int64_t block = -1, bool is_new = false) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    const double shift = static_cast<double>(parameters_.size());
    at::Tensor value = at::arange(count, at::kDouble).add_(shift).mul_(1.7).sin_().mul_(0.5).view(shape).to(type_);
    parameters_.push_back({name, value.requires_grad_(true), part, kind, block, is_new});
  }

  std::vector<Parameter> parameters_;
  std::int64_t blocks_;
  bool pooler_;
  at::ScalarType type_;
};

}  // namespace reseed::test
