// SPDX-License-Identifier: Apache-2.0
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"  // GCC 12 sees one in std::string's own copying
#endif
#include "support/tiny_checkpoint.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "reseed/philox.hpp"

namespace reseed::test {
namespace {

struct Drawn {
  std::string name;
  std::vector<std::int64_t> shape;
  double centre = 0.0;
  double deviation = 0.2;
};

std::vector<Drawn> tensors_of(const TinyShape& shape) {
  const std::int64_t d = shape.hidden;
  std::vector<Drawn> tensors;
  const auto norm = [&](const std::string& name) {
    tensors.push_back({name + ".weight", {d}, 1.0, 0.1});
    tensors.push_back({name + ".bias", {d}, 0.0, 0.1});
  };
  const auto linear = [&](const std::string& name, std::int64_t in, std::int64_t out) {
    tensors.push_back({name + ".weight", {out, in}});
    tensors.push_back({name + ".bias", {out}, 0.0, 0.1});
  };
  tensors.push_back({"embeddings.word_embeddings.weight", {shape.vocabulary, d}, 0.0, 0.5});
  tensors.push_back({"embeddings.position_embeddings.weight", {shape.positions, d}});
  tensors.push_back({"embeddings.token_type_embeddings.weight", {2, d}});
  norm("embeddings.LayerNorm");
  for (std::int64_t block = 0; block < shape.blocks; ++block) {
    const std::string layer = "encoder.layer." + std::to_string(block) + ".";
    for (const char* part : {"query", "key", "value"}) linear(layer + "attention.self." + part, d, d);
    linear(layer + "attention.output.dense", d, d);
    norm(layer + "attention.output.LayerNorm");
    linear(layer + "intermediate.dense", d, shape.intermediate);
    linear(layer + "output.dense", shape.intermediate, d);
    norm(layer + "output.LayerNorm");
  }
  linear("pooler.dense", d, d);
  return tensors;
}

}  // namespace

void write_tiny_checkpoint(const std::filesystem::path& folder, const TinyShape& shape, std::uint64_t seed) {
  const std::vector<Drawn> drawn = tensors_of(shape);
  std::vector<std::vector<float>> values;
  std::vector<NamedTensor> tensors;
  for (const Drawn& tensor : drawn) {
    std::int64_t count = 1;
    for (const std::int64_t size : tensor.shape) count *= size;
    Draws draws(Stream(seed, "tiny"), static_cast<std::uint32_t>(values.size()));
    std::vector<float>& here = values.emplace_back(static_cast<std::size_t>(count));
    for (float& value : here) value = static_cast<float>(tensor.centre + tensor.deviation * draws.normal());
  }
  for (std::size_t i = 0; i < drawn.size(); ++i)
    tensors.push_back({drawn[i].name, view_of<float>(values[i], drawn[i].shape)});
  write_safetensors(folder / "model.safetensors", std::move(tensors));

  const nlohmann::json config = {{"model_type", "bert"},
                                 {"vocab_size", shape.vocabulary},
                                 {"hidden_size", shape.hidden},
                                 {"num_attention_heads", shape.heads},
                                 {"num_hidden_layers", shape.blocks},
                                 {"intermediate_size", shape.intermediate},
                                 {"max_position_embeddings", shape.positions},
                                 {"hidden_dropout_prob", shape.dropout},
                                 {"attention_probs_dropout_prob", shape.dropout}};
  write_file(folder / "config.json", dump_json(config));
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (std::int64_t id = 5; id < shape.vocabulary; ++id) vocabulary += "w" + std::to_string(id) + "\n";
  write_file(folder / "vocab.txt", vocabulary);
}

}  // namespace reseed::test
