// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "reseed/philox.hpp"

namespace reseed::test {

/// A checkpoint that a test makes and may spoil before it is written: large weights, no ones or zeros.
struct MadeCheckpoint {
  struct Sizes {
    std::string family = "bert";
    std::int64_t hidden = 12, heads = 3, blocks = 2, intermediate = 20, vocabulary = 17, positions = 9, types = 2,
                 labels = 3;
  };
  struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
  };

  Sizes sizes;
  nlohmann::json config;
  std::map<std::string, Tensor> tensors;

  MadeCheckpoint() : MadeCheckpoint(Sizes{}) {}
  explicit MadeCheckpoint(const Sizes& given) : sizes(given) {
    config = {{"model_type", sizes.family},
              {"hidden_size", sizes.hidden},
              {"num_attention_heads", sizes.heads},
              {"num_hidden_layers", sizes.blocks},
              {"intermediate_size", sizes.intermediate},
              {"vocab_size", sizes.vocabulary},
              {"max_position_embeddings", sizes.positions},
              {"type_vocab_size", sizes.types},
              {"hidden_act", "gelu"},
              {"position_embedding_type", "absolute"},
              {"layer_norm_eps", 1e-5},
              {"pad_token_id", sizes.family == "roberta" ? 1 : 0}};
    const std::string prefix = sizes.family + ".";
    add(prefix + "embeddings.word_embeddings.weight", {sizes.vocabulary, sizes.hidden});
    add(prefix + "embeddings.position_embeddings.weight", {sizes.positions, sizes.hidden});
    add(prefix + "embeddings.token_type_embeddings.weight", {sizes.types, sizes.hidden});
    add_norm(prefix + "embeddings.LayerNorm");
    for (std::int64_t block = 0; block < sizes.blocks; ++block) {
      const std::string layer = prefix + "encoder.layer." + std::to_string(block) + ".";
      for (const char* name :
           {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"})
        add_linear(layer + name, sizes.hidden, sizes.hidden);
      add_norm(layer + "attention.output.LayerNorm");
      add_linear(layer + "intermediate.dense", sizes.hidden, sizes.intermediate);
      add_linear(layer + "output.dense", sizes.intermediate, sizes.hidden);
      add_norm(layer + "output.LayerNorm");
    }
    if (sizes.family == "bert")
      add_linear(prefix + "pooler.dense", sizes.hidden, sizes.hidden);
    else
      add_linear("classifier.dense", sizes.hidden, sizes.hidden);
    add_linear(sizes.family == "bert" ? "classifier" : "classifier.out_proj", sizes.hidden, sizes.labels);
  }

  void add(const std::string& name, std::vector<std::int64_t> shape, double mean = 0.0) {
    std::int64_t count = 1;
    for (const std::int64_t side : shape) count *= side;
    Draws draws(Stream(tensors.size(), "made"), 0);
    Tensor tensor{std::move(shape), {}};
    for (std::int64_t i = 0; i < count; ++i) tensor.values.push_back(static_cast<float>(mean + 0.4 * draws.normal()));
    tensors[name] = std::move(tensor);
  }

  void rename(const std::string& from, const std::string& to) {
    auto node = tensors.extract(from);
    node.key() = to;
    tensors.insert(std::move(node));
  }

  void write(const std::filesystem::path& folder) const {
    write_file(folder / "config.json", dump_json(config));
    write_weights(folder / "model.safetensors");
  }

  void write_weights(const std::filesystem::path& file) const {
    std::vector<NamedTensor> list;
    for (const auto& [name, tensor] : tensors) list.push_back({name, view_of<float>(tensor.values, tensor.shape)});
    write_safetensors(file, std::move(list));
  }

 private:
  void add_linear(const std::string& name, std::int64_t in, std::int64_t out) {
    add(name + ".weight", {out, in});
    add(name + ".bias", {out});
  }
  void add_norm(const std::string& name) {
    add(name + ".weight", {sizes.hidden}, 1.0);
    add(name + ".bias", {sizes.hidden});
  }
};

}  // namespace reseed::test
