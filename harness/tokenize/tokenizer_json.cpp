// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "tokenize/components.hpp"
#include "tokenize/folder.hpp"
#include "tokenize/json_fields.hpp"

namespace reseed::tokenize {
namespace {

/// Takes over a flag of tokenizer_config.json, and says so when the two files differ.
template <class Flag>
void take_over(Flag& flag, const std::optional<Flag>& value, const char* key, Parts& parts) {
  if (!value || *value == flag) return;
  flag = *value;
  parts.assumptions.push_back(std::string("tokenizer.json and tokenizer_config.json differ in ") + key +
                              ": the latter holds, as in the reference");
}

void apply_config(const TokenizerConfig& config, bool normalizer_is_plain, Parts& parts) {
  if (normalizer_is_plain) {
    BertNormalizer& normalizer = parts.normalizers.front();
    take_over(normalizer.lowercase, config.do_lower_case, "do_lower_case", parts);
    take_over(normalizer.strip_accents, config.strip_accents, "strip_accents", parts);
    take_over(normalizer.handle_chinese_chars, config.tokenize_chinese_chars, "tokenize_chinese_chars", parts);
  }
  if (parts.byte_level) {
    take_over(parts.byte_level->add_prefix_space, config.add_prefix_space, "add_prefix_space", parts);
    parts.post_processor.add_prefix_space = config.add_prefix_space.value_or(parts.post_processor.add_prefix_space);
    take_over(parts.post_processor.trim_offsets, config.trim_offsets, "trim_offsets", parts);
  }
}

/// The padding and truncation that a file was saved with are not in force, but their sides are.
std::optional<bool> side_of(const nlohmann::json* settings, const std::string& place) {
  if (settings == nullptr) return std::nullopt;
  if (!settings->is_object()) fail(place, "an object", *settings);
  const auto found = settings->find("direction");
  if (found == settings->end()) return std::nullopt;
  return is_left(string_of(*found, place + ".direction"), place + ".direction");
}

bool gives_type_ids(const TokenizerConfig& config, const Parts& parts) {
  if (config.model_input_names)
    return std::count(config.model_input_names->begin(), config.model_input_names->end(), "token_type_ids") > 0;
  const std::string name = config.tokenizer_class.value_or("");
  if (name.starts_with("PreTrainedTokenizer")) return true;
  return !parts.byte_level && !name.starts_with("DistilBert");
}

}  // namespace

Parts read_tokenizer_json(const std::filesystem::path& file, const TokenizerConfig& config) {
  const std::string place = file.string();
  const nlohmann::json json = parse_json(read_file(file), place);
  JsonFields fields(json, place);
  Parts parts;
  fields.ignore("version");
  fields.ignore("decoder");
  const nlohmann::json null;
  const auto part = [&](const char* key) -> const nlohmann::json& {
    const nlohmann::json* value = fields.find(key);
    return value == nullptr ? null : *value;
  };
  // The kind of model first: it says what is the matter with families that are not there yet.
  const nlohmann::json& model = fields.at("model");
  if (model_kind(model) == "Unigram") read_model(model, fields.place("model"), parts);
  const nlohmann::json& normalizer = part("normalizer");
  read_normalizer(normalizer, fields.place("normalizer"), parts);
  read_pre_tokenizer(part("pre_tokenizer"), fields.place("pre_tokenizer"), parts);
  read_post_processor(part("post_processor"), fields.place("post_processor"), parts);
  read_model(model, fields.place("model"), parts);
  if (const nlohmann::json* tokens = fields.find("added_tokens")) {
    if (!tokens->is_array()) fail(fields.place("added_tokens"), "an array", *tokens);
    for (std::size_t i = 0; i < tokens->size(); ++i) {
      const std::string here = fields.place("added_tokens") + "[" + std::to_string(i) + "]";
      AddedToken token = added_token_from_json((*tokens)[i], here);
      token.id = id_of((*tokens)[i].value("id", null), here + ".id");
      add_token(parts, std::move(token), here);
    }
  }
  parts.pad_left = side_of(fields.find("padding"), fields.place("padding")).value_or(false);
  parts.cut_left = side_of(fields.find("truncation"), fields.place("truncation")).value_or(false);
  fields.done();

  const bool normalizer_is_plain = normalizer.is_object() && normalizer.at("type") == "BertNormalizer";
  apply_config(config, normalizer_is_plain, parts);
  parts.has_type_ids = gives_type_ids(config, parts);
  parts.pad_token = parts.byte_level ? "<pad>" : "[PAD]";
  add_listed_tokens(parts, config, place);
  for (const auto& [name, special] : config.special) {
    if (name == "pad_token") parts.pad_token = special.content;
    const bool is_there =
        std::any_of(parts.added_tokens.begin(), parts.added_tokens.end(),
                    [&content = special.content](const AddedToken& token) { return token.content == content; });
    if (is_there) continue;
    AddedToken token = special.flags.value_or(AddedToken{.content = special.content, .special = true});
    token.id = -1;
    add_token(parts, std::move(token), place);
  }
  return parts;
}

}  // namespace reseed::tokenize
