// SPDX-License-Identifier: Apache-2.0
#include "train/bert.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <string>
#include <utility>

#include "reseed/error.hpp"
#include "train/bert_layout.hpp"
#include "train/device.hpp"
#include "train/dropout.hpp"
#include "train/packed_attention.hpp"

namespace reseed {
namespace {

/// Places of a block's parameters; a linear layer's or LayerNorm's bias follows its weight.
struct BlockIndices {
  std::size_t query, key, value, attention_output, attention_norm, intermediate, output, output_norm;
};

class BertClassifier final : public Classifier {
 public:
  BertClassifier(BertFamily family, std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options)
      : family_(family),
        checkpoint_(std::move(checkpoint)),
        config_(read_bert_config(*checkpoint_, family == BertFamily::bert ? 0 : 1)),
        labels_(label_count(options)),
        layout_(bert_layout(family, config_, labels_)),
        precision_(options.precision),
        device_(find_device(options.device)),
        rows_(options.rows),
        hidden_dropout_(options.dropout.value_or(config_.hidden_dropout)),
        attention_dropout_(options.dropout.value_or(config_.attention_dropout)),
        head_dropout_(options.dropout.value_or(config_.classifier_dropout)) {
    check_rows();
    parameters_ = load_parameters(*checkpoint_, layout_, options, report_);
    effective_.resize(parameters_.size());
    find_indices();
  }

  std::span<Parameter> parameters() override { return parameters_; }
  std::int64_t blocks() const override { return config_.blocks; }
  double initializer_range() const override { return config_.initializer_range; }
  bool has_pooler() const override { return family_ == BertFamily::bert; }
  std::int64_t labels() const override { return labels_; }
  std::int64_t hidden_size() const override { return config_.hidden; }
  std::int64_t vocabulary_size() const override { return config_.vocabulary; }
  /// RoBERTa's first token has position pad + 1: a table of 514 rows holds 512 tokens.
  std::int64_t longest() const override { return config_.positions - first_position(); }
  at::Device device() const override { return device_; }
  const LoadReport& report() const override { return report_; }
  std::size_t word_embedding() const override { return layout_.word_embedding; }

  void set_encoder_dropout(double rate) override { hidden_dropout_ = attention_dropout_ = checked_rate(rate); }
  void set_head_dropout(double rate) override { head_dropout_ = checked_rate(rate); }

  void set_effective_weight(std::size_t index, at::Tensor weight) override {
    const Parameter& parameter = parameters_.at(index);
    if (parameter.kind != Parameter::Kind::linear_weight)
      throw Error(ErrorKind::plugin, parameter.name, "want a linear weight to be replaced, found another parameter");
    if (weight.defined() && weight.sizes() != parameter.value.sizes())
      throw Error(ErrorKind::plugin, parameter.name, "a replaced weight must keep its shape");
    effective_[index] = std::move(weight);
  }

  Batch make_batch(std::span<const Tokens* const> texts, std::span<const std::int64_t> labels,
                   std::span<const std::int64_t> items) const override;
  PassResult forward(const Batch& batch, const Pass& pass) override;
  at::Tensor expanded_word_embedding(double untouched_factor) const override;

 private:
  /// What one forward pass works with.
  struct Context {
    const Batch& batch;
    const Pass& pass;
    std::vector<LengthGroup> groups;
    at::Tensor first_rows;  ///< [b] rows of the first tokens
  };

  static double checked_rate(double rate) {
    if (!(rate >= 0.0 && rate < 1.0))
      throw Error(ErrorKind::plugin, "dropout", "want a rate in [0, 1), found " + std::to_string(rate));
    return rate;
  }

  std::int64_t label_count(const ModelOptions& options) const {
    const std::int64_t stored = stored_labels(family_, *checkpoint_);
    return options.head == Head::either && stored > 0 ? stored : options.labels;
  }

  std::int64_t first_position() const { return family_ == BertFamily::bert ? 0 : config_.pad + 1; }

  void check_rows() const {
    if (rows_.empty()) return;
    const bool ascending = std::adjacent_find(rows_.begin(), rows_.end(), std::greater_equal<>()) == rows_.end();
    if (!ascending || rows_.front() < 0 || rows_.back() >= config_.vocabulary)
      throw Error(ErrorKind::internal, "rows", "want ascending rows of the word embedding");
  }

  std::size_t index_of(const std::string& name) const {
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    return static_cast<std::size_t>(found - parameters_.begin());
  }

  void find_indices();

  at::Tensor weight(std::size_t index) const {
    return effective_[index].defined() ? effective_[index] : parameters_[index].value;
  }
  at::Tensor linear(const at::Tensor& x, std::size_t index) const;
  at::Tensor layer_norm(const at::Tensor& x, std::size_t index) const {
    return at::layer_norm(x, {config_.hidden}, parameters_[index].value, parameters_[index + 1].value,
                          config_.layer_norm_epsilon);
  }
  /// Row of a token id in the word embedding of this model; -1 when compaction left it out.
  std::int64_t row_of(std::int64_t id) const;

  at::Tensor embeddings(const Context& context) const;
  at::Tensor block(const Context& context, const at::Tensor& x, std::int64_t number, bool first_only) const;
  at::Tensor head(const Context& context, const at::Tensor& first, PassResult& result) const;
  at::Tensor drop(const Context& context, const at::Tensor& x, DropoutSite site, double rate, bool per_sequence) const;

  BertFamily family_;
  std::shared_ptr<const Checkpoint> checkpoint_;
  BertConfig config_;
  std::int64_t labels_;
  Layout layout_;
  Precision precision_;
  at::Device device_;
  std::vector<std::int64_t> rows_;
  double hidden_dropout_;
  double attention_dropout_;
  double head_dropout_;
  LoadReport report_;
  std::vector<Parameter> parameters_;
  std::vector<at::Tensor> effective_;
  std::size_t positions_ = 0, token_types_ = 0, embedding_norm_ = 0, pooler_ = 0, head_dense_ = 0, classifier_ = 0;
  std::vector<BlockIndices> block_indices_;
};

void BertClassifier::find_indices() {
  const std::string& prefix = layout_.prefix;
  positions_ = index_of(prefix + "embeddings.position_embeddings.weight");
  token_types_ = index_of(prefix + "embeddings.token_type_embeddings.weight");
  embedding_norm_ = index_of(prefix + "embeddings.LayerNorm.weight");
  for (std::int64_t number = 0; number < config_.blocks; ++number) {
    const std::string layer = prefix + "encoder.layer." + std::to_string(number) + ".";
    block_indices_.push_back(
        {index_of(layer + "attention.self.query.weight"), index_of(layer + "attention.self.key.weight"),
         index_of(layer + "attention.self.value.weight"), index_of(layer + "attention.output.dense.weight"),
         index_of(layer + "attention.output.LayerNorm.weight"), index_of(layer + "intermediate.dense.weight"),
         index_of(layer + "output.dense.weight"), index_of(layer + "output.LayerNorm.weight")});
  }
  if (family_ == BertFamily::bert) {
    pooler_ = index_of(prefix + "pooler.dense.weight");
    classifier_ = index_of("classifier.weight");
  } else {
    head_dense_ = index_of("classifier.dense.weight");
    classifier_ = index_of("classifier.out_proj.weight");
  }
}

std::int64_t BertClassifier::row_of(std::int64_t id) const {
  if (rows_.empty()) return id;
  const auto found = std::lower_bound(rows_.begin(), rows_.end(), id);
  return found != rows_.end() && *found == id ? found - rows_.begin() : -1;
}

Batch BertClassifier::make_batch(std::span<const Tokens* const> texts, std::span<const std::int64_t> labels,
                                 std::span<const std::int64_t> items) const {
  if ((!labels.empty() && labels.size() != texts.size()) || (!items.empty() && items.size() != texts.size()))
    throw Error(ErrorKind::internal, "batch", "want one label and one item per text");
  std::vector<std::int64_t> ids, types, positions, targets;
  Batch batch;
  batch.offsets.push_back(0);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Tokens& text = *texts[i];
    const auto fail = [i](const std::string& message) {
      throw Error(ErrorKind::data, "text " + std::to_string(i), message);
    };
    if (text.input_ids.empty()) fail("want at least one token, found none");
    if (!text.token_type_ids.empty() && text.token_type_ids.size() != text.input_ids.size())
      fail("want as many token types as tokens");
    std::int64_t next = first_position();
    for (std::size_t t = 0; t < text.input_ids.size(); ++t) {
      const std::int64_t id = text.input_ids[t];
      const std::int64_t type = text.token_type_ids.empty() ? 0 : text.token_type_ids[t];
      if (id < 0 || id >= config_.vocabulary)
        fail("token id " + std::to_string(id) + " lies outside the word embedding of " +
             std::to_string(config_.vocabulary) + " rows; tokenizer and model do not belong together");
      if (type < 0 || type >= config_.token_types)
        fail("token type " + std::to_string(type) + " lies outside the table of " +
             std::to_string(config_.token_types) + " rows");
      const std::int64_t row = row_of(id);
      if (row < 0) fail("token id " + std::to_string(id) + " is not among the rows that this model was built with");
      ids.push_back(row);
      types.push_back(type);
      // RoBERTa gives padding tokens inside a text the padding's own position and does not count them.
      const bool pad = family_ == BertFamily::roberta && id == config_.pad;
      positions.push_back(pad ? config_.pad : next);
      if (!pad) ++next;
    }
    if (next > config_.positions)
      fail("want at most " + std::to_string(longest()) + " tokens (the position table has " +
           std::to_string(config_.positions) + " rows), found " + std::to_string(next - first_position()) +
           "; set max_length");
    batch.offsets.push_back(static_cast<std::int64_t>(ids.size()));
    targets.push_back(labels.empty() ? 0 : labels[i]);
    batch.items.push_back(items.empty() ? static_cast<std::int64_t>(i) : items[i]);
  }
  batch.input_ids = at::tensor(ids, at::kLong).to(device_);
  batch.token_type_ids = at::tensor(types, at::kLong).to(device_);
  batch.position_ids = at::tensor(positions, at::kLong).to(device_);
  batch.labels = at::tensor(targets, at::kLong).to(device_);
  return batch;
}

at::Tensor BertClassifier::linear(const at::Tensor& x, std::size_t index) const {
  const at::Tensor w = weight(index);
  const at::Tensor& b = parameters_[index + 1].value;
  if (precision_ != Precision::bfloat16) return at::linear(x, w, b);
  return at::linear(x.to(at::kBFloat16), w.to(at::kBFloat16), b.to(at::kBFloat16)).to(at::kFloat);
}

at::Tensor BertClassifier::drop(const Context& context, const at::Tensor& x, DropoutSite site, double rate,
                                bool per_sequence) const {
  if (!context.pass.dropout || rate == 0.0) return x;
  const auto& masks = per_sequence ? sequence_masks : token_masks;
  return x * masks(*context.pass.dropout, site, rate, context.batch, x.size(1), x);
}

at::Tensor BertClassifier::embeddings(const Context& context) const {
  const Batch& batch = context.batch;
  // The padding id's rows get no gradient, as in the reference.
  const std::int64_t pad_position = family_ == BertFamily::roberta ? config_.pad : -1;
  at::Tensor x = at::embedding(parameters_[layout_.word_embedding].value, batch.input_ids, row_of(config_.pad));
  x = x + at::embedding(parameters_[token_types_].value, batch.token_type_ids);
  x = x + at::embedding(parameters_[positions_].value, batch.position_ids, pad_position);
  return drop(context, layer_norm(x, embedding_norm_), DropoutSite::embeddings(), hidden_dropout_, false);
}

/// One encoder block. With first_only the result has the first tokens' rows alone: after the last block nothing reads
/// the others, and masks depend on places, not on packing.
at::Tensor BertClassifier::block(const Context& context, const at::Tensor& x, std::int64_t number,
                                 bool first_only) const {
  const BlockIndices& at = block_indices_[static_cast<std::size_t>(number)];
  const auto block_number = static_cast<std::uint32_t>(number);
  AttentionPlan plan;
  plan.groups = &context.groups;
  plan.heads = config_.heads;
  plan.first_only = first_only;
  plan.bfloat16 = precision_ == Precision::bfloat16;
  plan.dropout = context.pass.dropout ? &*context.pass.dropout : nullptr;
  plan.site = DropoutSite::attention_probabilities(block_number);
  plan.rate = attention_dropout_;
  const at::Tensor own = first_only ? x.index_select(0, context.first_rows) : x;
  at::Tensor y = packed_attention(linear(own, at.query), linear(x, at.key), linear(x, at.value), plan);
  y = drop(context, linear(y, at.attention_output), DropoutSite::attention_output(block_number), hidden_dropout_,
           first_only);
  const at::Tensor middle = layer_norm(y + own, at.attention_norm);
  y = linear(at::gelu(linear(middle, at.intermediate)), at.output);
  y = drop(context, y, DropoutSite::feed_forward_output(block_number), hidden_dropout_, first_only);
  return layer_norm(y + middle, at.output_norm);
}

at::Tensor BertClassifier::head(const Context& context, const at::Tensor& first, PassResult& result) const {
  if (family_ == BertFamily::bert) {
    result.pooled = at::tanh(linear(first, pooler_));
    return linear(drop(context, result.pooled, DropoutSite::classifier(), head_dropout_, true), classifier_);
  }
  at::Tensor x = drop(context, first, DropoutSite::head_dense(), head_dropout_, true);
  x = at::tanh(linear(x, head_dense_));
  return linear(drop(context, x, DropoutSite::classifier(), head_dropout_, true), classifier_);
}

PassResult BertClassifier::forward(const Batch& batch, const Pass& pass) {
  const at::AutoGradMode mode(pass.gradients);
  Context context{batch, pass, group_by_length(batch, device_), {}};
  context.first_rows =
      at::tensor(at::ArrayRef<std::int64_t>(batch.offsets.data(), batch.offsets.size() - 1), at::kLong).to(device_);
  PassResult result;
  const auto wanted = [&](std::int64_t layer) {
    return std::find(pass.layers.begin(), pass.layers.end(), layer) != pass.layers.end();
  };
  const auto record = [&](std::int64_t layer, const at::Tensor& x) {
    if (!wanted(layer)) return;
    const bool pick = pass.first_tokens && x.size(0) != context.first_rows.size(0);
    result.hidden_states[layer] = pick ? x.index_select(0, context.first_rows) : x;
  };
  for (const std::int64_t layer : pass.layers)
    if (layer < 0 || layer > config_.blocks)
      throw Error(ErrorKind::data, "layers",
                  "want layers from 0 to " + std::to_string(config_.blocks) + ", found " + std::to_string(layer));

  at::Tensor x = embeddings(context);
  record(0, x);
  for (std::int64_t number = 0; number < config_.blocks; ++number) {
    const bool last = number + 1 == config_.blocks;
    x = block(context, x, number, last && (pass.first_tokens || !wanted(config_.blocks)));
    record(number + 1, x);
  }
  const at::Tensor first = x.size(0) == context.first_rows.size(0) ? x : x.index_select(0, context.first_rows);
  result.logits = head(context, first, result);
  return result;
}

at::Tensor BertClassifier::expanded_word_embedding(double untouched_factor) const {
  const at::Tensor own = parameters_[layout_.word_embedding].value.detach().to(at::kCPU);
  if (rows_.empty()) return own.clone();
  at::Tensor all = read_tensor(*find_stored(*checkpoint_, layout_, layout_.word_embedding), own.scalar_type())
                       .mul_(untouched_factor);
  return all.index_copy_(0, at::tensor(rows_, at::kLong), own);
}

}  // namespace

std::unique_ptr<Classifier> load_bert(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options) {
  return std::make_unique<BertClassifier>(BertFamily::bert, std::move(checkpoint), options);
}

std::unique_ptr<Classifier> load_roberta(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options) {
  return std::make_unique<BertClassifier>(BertFamily::roberta, std::move(checkpoint), options);
}

}  // namespace reseed
