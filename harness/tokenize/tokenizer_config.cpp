// SPDX-License-Identifier: Apache-2.0
#include "tokenize/tokenizer_config.hpp"

#include <algorithm>
#include <array>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "tokenize/json_fields.hpp"

namespace reseed::tokenize {
namespace {

constexpr std::array<const char*, 7> kNames = {"bos_token", "eos_token", "unk_token", "sep_token",
                                               "pad_token", "cls_token", "mask_token"};

std::optional<nlohmann::json> read_json(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::nullopt;
  return parse_json(read_file(file), file.string());
}

TokenizerConfig::Special special_from_json(const nlohmann::json& json, const std::string& place) {
  if (json.is_string()) return {json.get<std::string>(), std::nullopt};
  if (!json.is_object()) fail(place, "a token or an object with content", json);
  AddedToken token = added_token_from_json(json, place);
  token.special = true;
  return {token.content, token};
}

void read_special(JsonFields& fields, TokenizerConfig& config) {
  for (const char* name : kNames)
    if (const nlohmann::json* value = fields.find(name))
      config.special[name] = special_from_json(*value, fields.place(name));
  const nlohmann::json* more = fields.find("additional_special_tokens");
  if (more == nullptr) return;
  if (!more->is_array()) fail(fields.place("additional_special_tokens"), "an array", *more);
  config.additional_special_tokens.clear();
  for (const nlohmann::json& token : *more)
    config.additional_special_tokens.push_back(special_from_json(token, fields.place("additional_special_tokens")));
}

void read_added_tokens_decoder(const nlohmann::json& decoder, const std::string& place, TokenizerConfig& config) {
  if (!decoder.is_object()) fail(place, "an object", decoder);
  for (const auto& [key, value] : decoder.items()) {
    AddedToken token = added_token_from_json(value, place + "." + key);
    const bool digits = !key.empty() && key.size() <= 8 &&
                        std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) fail(place, "ids as keys", key);
    token.id = id_of(std::stoul(key), place);
    config.added_tokens.push_back(std::move(token));
  }
}

void read_config(JsonFields& fields, TokenizerConfig& config) {
  config.exists = true;
  config.tokenizer_class = fields.string("tokenizer_class");
  config.do_lower_case = fields.boolean("do_lower_case");
  config.tokenize_chinese_chars = fields.boolean("tokenize_chinese_chars");
  if (fields.has("strip_accents")) config.strip_accents = fields.boolean("strip_accents");
  config.add_prefix_space = fields.boolean("add_prefix_space");
  config.trim_offsets = fields.boolean("trim_offsets");
  // "No limit" is written as 1e30 in whole digits, which does not fit an integer.
  if (const nlohmann::json* length = fields.find("model_max_length")) {
    if (!length->is_number() || length->get<double>() < 1)
      fail(fields.place("model_max_length"), "a number of 1 or more", *length);
    if (length->get<double>() < 1e9) config.model_max_length = length->get<std::int64_t>();
  }
  if (const auto side = fields.string("padding_side")) config.pad_left = is_left(*side, fields.place("padding_side"));
  if (const auto side = fields.string("truncation_side"))
    config.cut_left = is_left(*side, fields.place("truncation_side"));
  if (fields.boolean("split_special_tokens").value_or(false))
    throw Error(ErrorKind::data, fields.place("split_special_tokens"),
                "want false, found true, which is not there yet");
  if (const nlohmann::json* names = fields.find("model_input_names")) {
    if (!names->is_array()) fail(fields.place("model_input_names"), "an array", *names);
    config.model_input_names.emplace();
    for (const nlohmann::json& name : *names)
      config.model_input_names->push_back(string_of(name, fields.place("model_input_names")));
  }
  read_special(fields, config);
  if (const nlohmann::json* decoder = fields.find("added_tokens_decoder"))
    read_added_tokens_decoder(*decoder, fields.place("added_tokens_decoder"), config);
}

}  // namespace

AddedToken added_token_from_json(const nlohmann::json& json, const std::string& place) {
  JsonFields fields(json, place);
  AddedToken token;
  token.content = fields.required_string("content");
  if (token.content.empty()) fail(fields.place("content"), "a token", "");
  token.single_word = fields.boolean("single_word").value_or(false);
  token.lstrip = fields.boolean("lstrip").value_or(false);
  token.rstrip = fields.boolean("rstrip").value_or(false);
  token.special = fields.boolean("special").value_or(false);
  token.normalized = fields.boolean("normalized").value_or(!token.special);
  fields.ignore("id");
  fields.ignore("__type");
  fields.done();
  return token;
}

bool is_left(const std::string& side, const std::string& place) {
  if (side == "left" || side == "Left") return true;
  if (side == "right" || side == "Right") return false;
  throw Error(ErrorKind::data, place, "want left or right, found " + side);
}

TokenizerConfig read_tokenizer_config(const std::filesystem::path& folder) {
  TokenizerConfig config;
  if (const auto json = read_json(folder / "tokenizer_config.json")) {
    JsonFields fields(*json, (folder / "tokenizer_config.json").string());
    read_config(fields, config);
    if (json->contains("added_tokens_decoder")) return config;
  }
  if (const auto json = read_json(folder / "special_tokens_map.json")) {
    JsonFields fields(*json, (folder / "special_tokens_map.json").string());
    read_special(fields, config);
  }
  if (const auto json = read_json(folder / "added_tokens.json")) {
    const std::string place = (folder / "added_tokens.json").string();
    if (!json->is_object()) fail(place, "an object", *json);
    for (const auto& [content, id] : json->items())
      config.added_tokens.push_back({.content = content, .id = id_of(id, place), .normalized = true});
  }
  std::sort(config.added_tokens.begin(), config.added_tokens.end(),
            [](const AddedToken& a, const AddedToken& b) { return a.id < b.id; });
  return config;
}

}  // namespace reseed::tokenize
