// SPDX-License-Identifier: Apache-2.0
#include "train/bert_config.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

/// Typed access to config.json.
class Reader {
 public:
  explicit Reader(const Checkpoint& checkpoint) : config_(checkpoint.config()), place_(checkpoint.config_place()) {}

  std::int64_t integer(const char* key, std::int64_t lowest, std::int64_t highest) const {
    if (!has(key)) fail(key, "an integer", "nothing");
    const nlohmann::json& value = config_[key];
    if (!value.is_number_integer() || value < lowest || value > highest)
      fail(key, "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest), dump_json(value));
    return value.get<std::int64_t>();
  }
  std::int64_t integer(const char* key, std::int64_t lowest, std::int64_t highest, std::int64_t otherwise) const {
    return has(key) ? integer(key, lowest, highest) : otherwise;
  }

  double number(const char* key, double lowest, double highest, double otherwise) const {
    if (!has(key)) return otherwise;
    const nlohmann::json& value = config_[key];
    if (!value.is_number() || !(value.get<double>() >= lowest) || !(value.get<double>() <= highest))
      fail(key, "a number from " + nlohmann::json(lowest).dump() + " to " + nlohmann::json(highest).dump(),
           dump_json(value));
    return value.get<double>();
  }

  /// The only supported value of a key, which is also its default.
  template <class T>
  void only(const char* key, const T& supported) const {
    if (has(key) && config_[key] != supported) fail(key, dump_json(supported), dump_json(config_[key]));
  }

  std::int64_t labels() const {
    if (has("id2label") && config_["id2label"].is_object())
      return static_cast<std::int64_t>(config_["id2label"].size());
    return integer("num_labels", 1, 1'000'000, 2);
  }

  [[noreturn]] void fail(const std::string& key, const std::string& wanted, const std::string& found) const {
    throw Error(ErrorKind::data, place_,
                key + ": want " + wanted + ", found " + found +
                    (found == "nothing" ? "" : ", which this version does not support"));
  }

 private:
  bool has(const char* key) const { return config_.contains(key) && !config_[key].is_null(); }

  const nlohmann::json& config_;
  std::string place_;
};

}  // namespace

BertConfig read_bert_config(const Checkpoint& checkpoint, std::int64_t default_pad) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 31;
  const Reader reader(checkpoint);
  reader.only("hidden_act", "gelu");
  reader.only("position_embedding_type", "absolute");
  reader.only("is_decoder", false);
  reader.only("add_cross_attention", false);
  BertConfig config;
  config.vocabulary = reader.integer("vocab_size", 1, kLargest);
  config.hidden = reader.integer("hidden_size", 1, kLargest);
  config.blocks = reader.integer("num_hidden_layers", 1, 1000);
  config.heads = reader.integer("num_attention_heads", 1, kLargest);
  config.intermediate = reader.integer("intermediate_size", 1, kLargest);
  config.positions = reader.integer("max_position_embeddings", 1, kLargest);
  config.token_types = reader.integer("type_vocab_size", 1, kLargest, 2);
  config.pad = reader.integer("pad_token_id", 0, config.vocabulary - 1, default_pad);
  config.labels = reader.labels();
  config.layer_norm_epsilon = reader.number("layer_norm_eps", 0.0, 1.0, 1e-12);
  config.hidden_dropout = reader.number("hidden_dropout_prob", 0.0, 0.999, 0.1);
  config.attention_dropout = reader.number("attention_probs_dropout_prob", 0.0, 0.999, 0.1);
  config.classifier_dropout = reader.number("classifier_dropout", 0.0, 0.999, config.hidden_dropout);
  config.initializer_range = reader.number("initializer_range", 0.0, 10.0, 0.02);
  if (config.hidden % config.heads != 0)
    reader.fail("hidden_size", "a multiple of num_attention_heads (" + std::to_string(config.heads) + ")",
                std::to_string(config.hidden));
  return config;
}

}  // namespace reseed
