// SPDX-License-Identifier: Apache-2.0
#include "train/bert_layout.hpp"

#include <string>
#include <utility>

namespace reseed {
namespace {

using Part = Parameter::Part;
using Kind = Parameter::Kind;

// Places in the head_init stream: fixed, so that one tensor's draw does not depend on which others are drawn.
constexpr std::uint32_t kPoolerSite = 0;
constexpr std::uint32_t kHeadDenseSite = 1;
constexpr std::uint32_t kClassifierSite = 2;

/// Adds the tensors of modules one after another.
class Builder {
 public:
  explicit Builder(Layout& layout) : layout_(layout) {}

  void within(Part part, std::int64_t block = -1) {
    part_ = part;
    block_ = block;
  }
  void embedding(const std::string& name, std::int64_t rows, std::int64_t width) {
    add(name + ".weight", {rows, width}, Kind::embedding);
  }
  void linear(const std::string& name, std::int64_t in, std::int64_t out, std::uint32_t site = 0) {
    add(name + ".weight", {out, in}, Kind::linear_weight).draw_site = site;
    add(name + ".bias", {out}, Kind::bias);
  }
  void layer_norm(const std::string& name, std::int64_t width) {
    add(name + ".weight", {width}, Kind::norm_weight).layer_norm = true;
    add(name + ".bias", {width}, Kind::bias).layer_norm = true;
  }

 private:
  TensorSpec& add(const std::string& name, std::vector<std::int64_t> shape, Kind kind) {
    TensorSpec spec;
    spec.name = (part_ == Part::head ? "" : layout_.prefix) + name;
    spec.shape = std::move(shape);
    spec.part = part_;
    spec.kind = kind;
    spec.block = block_;
    layout_.tensors.push_back(std::move(spec));
    return layout_.tensors.back();
  }

  Layout& layout_;
  Part part_ = Part::embeddings;
  std::int64_t block_ = -1;
};

}  // namespace

Layout bert_layout(BertFamily family, const BertConfig& config, std::int64_t labels) {
  const bool bert = family == BertFamily::bert;
  Layout layout;
  layout.family = bert ? "bert" : "roberta";
  layout.prefix = layout.family + ".";
  layout.initializer_range = config.initializer_range;
  Builder add(layout);
  const std::int64_t d = config.hidden;
  add.embedding("embeddings.word_embeddings", config.vocabulary, d);
  layout.tensors[layout.word_embedding].tied = bert ? "cls.predictions.decoder.weight" : "lm_head.decoder.weight";
  add.embedding("embeddings.position_embeddings", config.positions, d);
  add.embedding("embeddings.token_type_embeddings", config.token_types, d);
  add.layer_norm("embeddings.LayerNorm", d);
  for (std::int64_t block = 0; block < config.blocks; ++block) {
    const std::string layer = "encoder.layer." + std::to_string(block) + ".";
    add.within(Part::block, block);
    add.linear(layer + "attention.self.query", d, d);
    add.linear(layer + "attention.self.key", d, d);
    add.linear(layer + "attention.self.value", d, d);
    add.linear(layer + "attention.output.dense", d, d);
    add.layer_norm(layer + "attention.output.LayerNorm", d);
    add.linear(layer + "intermediate.dense", d, config.intermediate);
    add.linear(layer + "output.dense", config.intermediate, d);
    add.layer_norm(layer + "output.LayerNorm", d);
  }
  if (bert) {
    add.within(Part::pooler);
    add.linear("pooler.dense", d, d, kPoolerSite);
    add.within(Part::head);
  } else {
    add.within(Part::head);
    add.linear("classifier.dense", d, d, kHeadDenseSite);
  }
  add.linear(bert ? "classifier" : "classifier.out_proj", d, labels, kClassifierSite);

  layout.unused = {{"embeddings.position_ids", "a buffer that only counts positions"},
                   {"embeddings.token_type_ids", "a buffer of zeros"},
                   {bert ? "cls." : "lm_head.", "a head of pre-training"}};
  if (!bert) layout.unused.push_back({"pooler.", "this family's classifier has no pooler"});
  return layout;
}

std::int64_t stored_labels(BertFamily family, const Checkpoint& checkpoint) {
  const auto& tensors = checkpoint.weights().tensors();
  const auto found = tensors.find(family == BertFamily::bert ? "classifier.weight" : "classifier.out_proj.weight");
  return found == tensors.end() || found->second.shape.size() != 2 ? 0 : found->second.shape[0];
}

}  // namespace reseed
