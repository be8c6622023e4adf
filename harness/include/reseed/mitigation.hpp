// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/version.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reseed/mitigation_info.hpp"
#include "reseed/options.hpp"
#include "reseed/philox.hpp"

namespace reseed {

/// One parameter of the model being trained.
struct Parameter {
  enum class Part { embeddings, block, pooler, head };
  enum class Kind { embedding, linear_weight, bias, norm_weight };  ///< a LayerNorm's bias is a bias

  std::string name;  ///< as in the checkpoint, Hugging Face names: "bert.encoder.layer.0.output.dense.weight"
  at::Tensor value;  ///< a leaf that requires a gradient; linear weights are [out, in]
  Part part = Part::embeddings;
  Kind kind = Kind::embedding;
  std::int64_t block = -1;  ///< 0..L-1 where part is block, else -1
  bool is_new = false;      ///< drawn for this run: the checkpoint did not hold it, or `head = "new"`

  /// Weight decay applies to everything but biases and LayerNorm weights.
  bool decays() const { return kind == Kind::embedding || kind == Kind::linear_weight; }
};

/// Sequences laid end to end: no padding. t tokens in b sequences.
struct Batch {
  at::Tensor input_ids;               ///< [t] int64
  at::Tensor token_type_ids;          ///< [t] int64
  at::Tensor position_ids;            ///< [t] int64, as the model family counts them
  std::vector<std::int64_t> offsets;  ///< b + 1 begins of the sequences, the last is t
  at::Tensor labels;                  ///< [b] int64
  std::vector<std::int64_t> items;    ///< b positions in the training set: the sequence number of dropout's counter
};

/// What a forward pass in training gives.
struct Outputs {
  at::Tensor logits;  ///< [b, c]
};

/// The model as a mitigation method sees it.
class RESEED_VISIBLE Model {
 public:
  virtual ~Model() = default;

  virtual std::span<Parameter> parameters() = 0;
  std::span<const Parameter> parameters() const { return const_cast<Model*>(this)->parameters(); }
  virtual std::int64_t blocks() const = 0;       ///< L
  virtual double initializer_range() const = 0;  ///< standard deviation of a fresh weight
  virtual bool has_pooler() const = 0;           ///< BERT: true; RoBERTa: its head has a dense layer instead

  /// Puts `weight` in the place of a linear weight in every forward pass until it is replaced or reset by an undefined
  /// tensor. Gradients flow through it: it is usually computed from parameters()[index].value.
  /// Errors: Error(plugin) when the parameter is not a linear weight, or the shapes differ.
  virtual void set_effective_weight(std::size_t index, at::Tensor weight) = 0;

  /// Dropout rates in training. Encoder: embeddings, attention, hidden layers. Head: in front of the classifier.
  virtual void set_encoder_dropout(double rate) = 0;
  virtual void set_head_dropout(double rate) = 0;
};

/// How the optimizer treats one parameter.
struct ParameterRule {
  double rate_factor = 1.0;  ///< multiplies the learning rate of the step
  bool decay = true;         ///< false: weight decay 0
};

/// A mitigation method: hooks around the training loop, all optional. One object serves one run.
///
/// The stream is the run's recorded `mitigation` stream: all randomness of the method comes from it.
/// Errors: an Error(plugin) for a method that matches no parameter; whatever is thrown ends the run as `error`.
class RESEED_VISIBLE Mitigation {
 public:
  virtual ~Mitigation() = default;

  virtual void before_training(Model& /*model*/, const Stream& /*stream*/) {}
  /// One rule per parameter, in the order of model.parameters(). `rules` come with decay = Parameter::decays().
  virtual void parameter_groups(const Model& /*model*/, std::span<ParameterRule> /*rules*/) {}
  virtual void before_forward(Model& /*model*/, const Batch& /*batch*/, std::int64_t /*step*/, const Stream&) {}
  /// Loss to be minimised instead of the mean cross-entropy; empty: that one.
  virtual std::optional<at::Tensor> loss(const Outputs& /*outputs*/, const Batch& /*batch*/) { return std::nullopt; }
  /// Called before the gradient is clipped.
  virtual void after_backward(Model& /*model*/, std::int64_t /*step*/) {}
  /// `rate`: learning rate of this step, before rate factors.
  virtual void after_step(Model& /*model*/, std::int64_t /*step*/, double /*rate*/) {}

  /// What the method touched: names of parameters, for the record. Asked for after training.
  virtual std::vector<std::string> touched() const { return {}; }
  /// True when the method changes or reads embedding rows that no text of the task reads; then all rows are trained.
  virtual bool reads_all_rows() const { return false; }
};

using CreateMitigation = Mitigation* (*)(const Options&);

}  // namespace reseed

/// Last line of a mitigation method's file: `RESEED_MITIGATION(ClassName, kInfo)`.
#define RESEED_MITIGATION(Class, info)                                                                 \
  namespace {                                                                                          \
  ::reseed::Mitigation* reseed_create(const ::reseed::Options& options) { return new Class(options); } \
  }                                                                                                    \
  RESEED_EXPORT_PLUGIN_(::reseed::PluginKind::mitigation, RESEED_MITIGATION_BUILD_ID, info, reseed_create)
