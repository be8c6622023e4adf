// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reseed/mitigation.hpp"
#include "reseed/philox.hpp"
#include "train/checkpoint.hpp"

namespace reseed {

/// One tokenized text with its special tokens and without padding.
struct Tokens {
  std::vector<std::int64_t> input_ids;
  std::vector<std::int64_t> token_type_ids;  ///< as long as input_ids, or empty: all 0
};

/// bfloat16 is mixed: matrix products in bfloat16, everything else and all parameters in float32.
enum class Precision { float32, float64, bfloat16 };
/// Errors: Error(data) naming a word that is none of them.
Precision precision_from_string(std::string_view word);

/// Where the classifier's head comes from.
enum class Head {
  fresh,       ///< drawn from the stream, also where the checkpoint has one
  checkpoint,  ///< read; Error(data) when the checkpoint has none or one of another number of labels
  either,      ///< read where the checkpoint has one, else drawn; `labels` counts only where it is drawn
};
/// "new" and "checkpoint", as a manifest writes them. Errors: Error(data).
Head head_from_string(std::string_view word);

/// How a classifier is made from a checkpoint.
struct ModelOptions {
  Head head = Head::fresh;
  std::int64_t labels = 2;
  Stream head_init = Stream(0, "head_init");  ///< feeds every tensor that is drawn
  Precision precision = Precision::float32;
  std::string device = "cpu";     ///< "cpu" | "cuda" | "cuda:N"
  std::optional<double> dropout;  ///< empty: the rates of config.json; else the rate of all dropouts
  /// Vocabulary compaction: ids of the word embedding's rows to build the model with, ascending, each once; empty: all.
  /// Outputs are exact for texts that use these ids only.
  std::vector<std::int64_t> rows;
};

/// Which masks dropout draws (train/dropout.hpp): a run's stream and the step counted from 0.
struct DropoutSource {
  Stream stream;
  std::uint32_t step = 0;
};

/// What a forward pass is asked for.
struct Pass {
  bool gradients = false;                ///< record the graph; otherwise the pass runs without autograd
  std::optional<DropoutSource> dropout;  ///< training; empty: evaluation, which never drops
  std::vector<std::int64_t> layers;      ///< hidden states to return: 0 = embedding output, l = after block l
  bool first_tokens = true;              ///< hidden states of the first token only
};

/// What it gives. Floating-point tensors have the parameters' type, on the model's device.
struct PassResult {
  at::Tensor logits;  ///< [b, c]
  at::Tensor pooled;  ///< [b, d] after the pooler's tanh; undefined where there is no pooler
  std::map<std::int64_t, at::Tensor>
      hidden_states;  ///< by layer: [b, d] first tokens, or [t, d] all tokens of the batch
};

/// A sequence classifier of some model family: the one interface between families and everything else.
///
/// Parameters are in the order of the Hugging Face module, with its names and the prefix of the family. They are leaves
/// that require gradients. One object serves one thread.
class Classifier : public Model {
 public:
  /// Lays texts end to end. `labels` and `items` may be empty (then 0 and 0, 1, ...), else one per text.
  /// Errors: Error(data) for an empty text, one longer than longest(), an id outside the vocabulary or its compacted
  /// rows, a token type outside the table; the place is "text N" with N counted from 0.
  virtual Batch make_batch(std::span<const Tokens* const> texts, std::span<const std::int64_t> labels = {},
                           std::span<const std::int64_t> items = {}) const = 0;
  virtual PassResult forward(const Batch& batch, const Pass& pass) = 0;

  virtual std::int64_t labels() const = 0;           ///< c
  virtual std::int64_t hidden_size() const = 0;      ///< d
  virtual std::int64_t vocabulary_size() const = 0;  ///< rows of the checkpoint's word embedding
  virtual std::int64_t longest() const = 0;          ///< most tokens that the position table has room for
  virtual at::Device device() const = 0;
  virtual const LoadReport& report() const = 0;

  /// Index in parameters() of the word embedding, whose rows compaction picks.
  virtual std::size_t word_embedding() const = 0;
  /// The word embedding with all its rows [v, d]: those of the model, the others as in the checkpoint times
  /// `untouched_factor` (the decay that they would have had). On the CPU, of the parameters' type.
  virtual at::Tensor expanded_word_embedding(double untouched_factor) const = 0;
};

/// Makes the classifier of the checkpoint's family.
/// Errors: Error(data) for a checkpoint that does not fit (Checkpoint, LoadReport), Error(device).
std::unique_ptr<Classifier> load_classifier(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options);

/// Errors: Error(data) when a tokenizer with this many tokens does not fit the model's word embedding.
void check_vocabulary(const Classifier& model, std::int64_t tokens, const std::string& place);

}  // namespace reseed
