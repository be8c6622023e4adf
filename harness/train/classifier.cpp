// SPDX-License-Identifier: Apache-2.0
#include "train/classifier.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.hpp"
#include "reseed/error.hpp"
#include "train/bert.hpp"

namespace reseed {
namespace {

using Load = std::unique_ptr<Classifier> (*)(std::shared_ptr<const Checkpoint>, const ModelOptions&);

/// The families: a new one is a file of its own and a line here.
struct Family {
  std::string_view model_type;  ///< as in config.json
  Load load;
};
constexpr std::array<Family, 2> kFamilies = {{{"bert", load_bert}, {"roberta", load_roberta}}};

std::string known_families() {
  std::string names;
  for (const Family& family : kFamilies) names += (names.empty() ? "" : ", ") + std::string(family.model_type);
  return names;
}

}  // namespace

Precision precision_from_string(std::string_view word) {
  if (word == "float32") return Precision::float32;
  if (word == "float64") return Precision::float64;
  if (word == "bfloat16") return Precision::bfloat16;
  throw Error(ErrorKind::data, "precision", "want float32, float64 or bfloat16, found \"" + std::string(word) + "\"");
}

Head head_from_string(std::string_view word) {
  if (word == "new") return Head::fresh;
  if (word == "checkpoint") return Head::checkpoint;
  throw Error(ErrorKind::data, "head", "want new or checkpoint, found \"" + std::string(word) + "\"");
}

std::unique_ptr<Classifier> load_classifier(std::shared_ptr<const Checkpoint> checkpoint, const ModelOptions& options) {
  const nlohmann::json& config = checkpoint->config();
  const nlohmann::json type = config.contains("model_type") ? config["model_type"] : nlohmann::json();
  for (const Family& family : kFamilies)
    if (type == family.model_type) return family.load(std::move(checkpoint), options);
  throw Error(
      ErrorKind::data, checkpoint->config_place(),
      "model_type: want an architecture that this version knows (" + known_families() + "), found " + dump_json(type));
}

void check_vocabulary(const Classifier& model, std::int64_t tokens, const std::string& place) {
  if (tokens > model.vocabulary_size())
    throw Error(ErrorKind::data, place,
                "the tokenizer has " + std::to_string(tokens) + " tokens, the word embedding " +
                    std::to_string(model.vocabulary_size()) + " rows; tokenizer and model do not belong together");
}

}  // namespace reseed
