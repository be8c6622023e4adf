// SPDX-License-Identifier: Apache-2.0
#include "tokenize/components.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "reseed/error.hpp"
#include "tokenize/byte_pairs.hpp"
#include "tokenize/json_fields.hpp"
#include "tokenize/wordpiece.hpp"

namespace reseed::tokenize {
namespace {

using Kind = TemplateItem::Kind;

[[noreturn]] void unknown_kind(const std::string& place, const std::string& known, const std::string& kind) {
  throw Error(ErrorKind::data, place + ".type", "want " + known + ", found " + kind + ", which is not known here");
}

/// Calls `read` with every part of a Sequence.
template <class Read>
void read_sequence(JsonFields& fields, const char* key, Read read) {
  const nlohmann::json& list = fields.at(key);
  if (!list.is_array()) fail(fields.place(key), "an array", list);
  for (std::size_t i = 0; i < list.size(); ++i) read(list[i], fields.place(key) + "[" + std::to_string(i) + "]");
  fields.done();
}

/// ["token", id] of the older post-processors; the id has to be the token's.
std::int64_t token_and_id(const nlohmann::json& json, const std::string& place) {
  if (!json.is_array() || json.size() != 2) fail(place, "[token, id]", json);
  string_of(json[0], place);
  return id_of(json[1], place);
}

std::vector<TemplateItem> read_template(const nlohmann::json& json, const std::string& place,
                                        const std::unordered_map<std::string, std::vector<std::int64_t>>& special) {
  if (!json.is_array()) fail(place, "an array", json);
  std::vector<TemplateItem> items;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string here = place + "[" + std::to_string(i) + "]";
    JsonFields item(json[i], here);
    const bool is_special = item.has("SpecialToken");
    const char* key = is_special ? "SpecialToken" : "Sequence";
    JsonFields inner(item.at(key), item.place(key));
    const std::string id = inner.required_string("id");
    TemplateItem entry{Kind::special, inner.integer("type_id").value_or(0), {}};
    inner.done();
    item.done();
    if (is_special) {
      const auto found = special.find(id);
      if (found == special.end()) fail(here, "a token of special_tokens", id);
      entry.ids = found->second;
    } else if (id == "A" || id == "B") {
      entry.kind = id == "A" ? Kind::first : Kind::second;
    } else {
      fail(here, "the sequence A or B", id);
    }
    items.push_back(std::move(entry));
  }
  return items;
}

void check_template(const std::vector<TemplateItem>& items, std::ptrdiff_t seconds, const std::string& place) {
  const auto count = [&](Kind kind) {
    return std::count_if(items.begin(), items.end(), [kind](const TemplateItem& item) { return item.kind == kind; });
  };
  if (count(Kind::first) != 1 || count(Kind::second) != seconds)
    throw Error(ErrorKind::data, place,
                seconds == 0 ? "want the sequence A once, and not B" : "want the sequences A and B, each once");
}

void read_template_processing(JsonFields& fields, PostProcessor& processor) {
  std::unordered_map<std::string, std::vector<std::int64_t>> special;
  const std::string special_place = fields.place("special_tokens");
  const nlohmann::json& tokens = fields.at("special_tokens");
  if (!tokens.is_object()) fail(special_place, "an object", tokens);
  for (const auto& [name, value] : tokens.items()) {
    JsonFields token(value, special_place + "." + name);
    token.ignore("id");
    token.ignore("tokens");
    const nlohmann::json& ids = token.at("ids");
    if (!ids.is_array()) fail(token.place("ids"), "an array", ids);
    for (const nlohmann::json& id : ids) special[name].push_back(id_of(id, token.place("ids")));
    token.done();
  }
  processor.single = read_template(fields.at("single"), fields.place("single"), special);
  processor.pair = read_template(fields.at("pair"), fields.place("pair"), special);
  check_template(processor.single, 0, fields.place("single"));
  check_template(processor.pair, 1, fields.place("pair"));
}

std::vector<std::pair<std::string, std::string>> read_merges(const nlohmann::json& json, const std::string& place) {
  if (!json.is_array()) fail(place, "an array", json);
  std::vector<std::pair<std::string, std::string>> merges;
  merges.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string here = place + "[" + std::to_string(i) + "]";
    const nlohmann::json& merge = json[i];
    if (merge.is_array() && merge.size() == 2) {
      merges.emplace_back(string_of(merge[0], here), string_of(merge[1], here));
      continue;
    }
    const std::string& text = string_of(merge, here);
    const std::size_t blank = text.find(' ');
    if (blank == std::string::npos || text.find(' ', blank + 1) != std::string::npos)
      fail(here, "two tokens with a blank between them", merge);
    merges.emplace_back(text.substr(0, blank), text.substr(blank + 1));
  }
  return merges;
}

void read_wordpiece(JsonFields& fields, Parts& parts) {
  if (parts.byte_level)
    throw Error(ErrorKind::data, fields.place(), "want BertPreTokenizer with WordPiece, found ByteLevel");
  const std::string unknown = fields.string("unk_token").value_or("[UNK]");
  const std::string continuation = fields.string("continuing_subword_prefix").value_or("##");
  const std::int64_t longest = fields.integer("max_input_chars_per_word").value_or(100);
  parts.vocabulary = vocabulary_from_json(fields.at("vocab"), fields.place("vocab"));
  fields.done();
  parts.model = std::make_unique<WordPiece>(parts.vocabulary, unknown, continuation, static_cast<std::size_t>(longest));
}

void read_byte_pairs(JsonFields& fields, Parts& parts) {
  if (!parts.byte_level)
    throw Error(ErrorKind::data, fields.place(), "want the pre-tokenizer ByteLevel with BPE, found another or none");
  if (const nlohmann::json* dropout = fields.find("dropout"); dropout != nullptr && *dropout != 0)
    fail(fields.place("dropout"), "null: random cuts are not there", *dropout);
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"})
    if (const auto text = fields.string(key); text && !text->empty())
      fail(fields.place(key), "an empty one, as byte-level vocabularies have", *text);
  if (fields.boolean("byte_fallback").value_or(false)) fail(fields.place("byte_fallback"), "false", true);
  const BytePairs::Settings settings{.unknown = fields.string("unk_token"),
                                     .fuse_unknown = fields.boolean("fuse_unk").value_or(false),
                                     .ignore_merges = fields.boolean("ignore_merges").value_or(false)};
  parts.vocabulary = vocabulary_from_json(fields.at("vocab"), fields.place("vocab"));
  const auto merges = read_merges(fields.at("merges"), fields.place("merges"));
  fields.done();
  parts.model = std::make_unique<BytePairs>(parts.vocabulary, merges, settings);
}

}  // namespace

void read_normalizer(const nlohmann::json& json, const std::string& place, Parts& parts) {
  if (json.is_null()) return;
  JsonFields fields(json, place);
  const std::string kind = fields.required_string("type");
  if (kind == "Sequence") {
    read_sequence(fields, "normalizers",
                  [&](const nlohmann::json& part, const std::string& here) { read_normalizer(part, here, parts); });
    return;
  }
  if (kind != "BertNormalizer") unknown_kind(place, "BertNormalizer or Sequence", kind);
  parts.normalizers.push_back({.clean_text = fields.boolean("clean_text").value_or(true),
                               .handle_chinese_chars = fields.boolean("handle_chinese_chars").value_or(true),
                               .strip_accents = fields.boolean("strip_accents"),
                               .lowercase = fields.boolean("lowercase").value_or(true)});
  fields.done();
}

void read_pre_tokenizer(const nlohmann::json& json, const std::string& place, Parts& parts) {
  if (json.is_null()) return;
  JsonFields fields(json, place);
  const std::string kind = fields.required_string("type");
  if (kind == "Sequence") {
    read_sequence(fields, "pretokenizers",
                  [&](const nlohmann::json& part, const std::string& here) { read_pre_tokenizer(part, here, parts); });
    return;
  }
  if (parts.byte_level)
    throw Error(ErrorKind::data, place, "want ByteLevel as the last pre-tokenizer, found " + kind + " behind it");
  if (kind == "BertPreTokenizer") {
    parts.splits.push_back(Parts::Split::bert);
  } else if (kind == "ByteLevel") {
    parts.byte_level = {.add_prefix_space = fields.boolean("add_prefix_space").value_or(true)};
    fields.boolean("trim_offsets");  // counts in the post-processor only
    if (fields.boolean("use_regex").value_or(true)) parts.splits.push_back(Parts::Split::gpt2);
  } else {
    unknown_kind(place, "BertPreTokenizer, ByteLevel or Sequence", kind);
  }
  fields.done();
}

void read_post_processor(const nlohmann::json& json, const std::string& place, Parts& parts) {
  if (json.is_null()) return;
  JsonFields fields(json, place);
  PostProcessor& processor = parts.post_processor;
  const std::string kind = fields.required_string("type");
  if (kind == "Sequence") {
    bool has_template = false;
    read_sequence(fields, "processors", [&](const nlohmann::json& part, const std::string& here) {
      const bool is_byte_level = part.is_object() && part.contains("type") && part["type"] == "ByteLevel";
      if (has_template)
        throw Error(ErrorKind::data, here, "want one template, behind ByteLevel, found a part behind the template");
      has_template = !is_byte_level;
      read_post_processor(part, here, parts);
    });
    return;
  }
  if (kind == "TemplateProcessing") {
    read_template_processing(fields, processor);
  } else if (kind == "BertProcessing" || kind == "RobertaProcessing") {
    const std::int64_t sep = token_and_id(fields.at("sep"), fields.place("sep"));
    const std::int64_t cls = token_and_id(fields.at("cls"), fields.place("cls"));
    if (kind == "BertProcessing") {
      const PostProcessor bert = PostProcessor::bert(cls, sep);
      processor.single = bert.single;
      processor.pair = bert.pair;
    } else {
      const bool trim = fields.boolean("trim_offsets").value_or(true);
      processor = PostProcessor::roberta(cls, sep, trim, fields.boolean("add_prefix_space").value_or(true));
    }
  } else if (kind == "ByteLevel") {
    processor.trim_offsets = fields.boolean("trim_offsets").value_or(true);
    processor.add_prefix_space = fields.boolean("add_prefix_space").value_or(true);
    fields.boolean("use_regex");  // counts in the pre-tokenizer only
  } else {
    unknown_kind(place, "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel or Sequence", kind);
  }
  fields.done();
}

Vocabulary vocabulary_from_json(const nlohmann::json& json, const std::string& place) {
  if (!json.is_object()) fail(place, "an object of tokens and ids", json);
  if (json.empty()) throw Error(ErrorKind::data, place, "want tokens, found an empty vocabulary");
  Vocabulary vocabulary;
  std::unordered_map<std::int64_t, std::string> by_id;
  for (const auto& [token, value] : json.items()) {
    const std::int64_t id = id_of(value, place + "." + token);
    const auto [other, is_new] = by_id.emplace(id, token);
    if (!is_new)
      throw Error(ErrorKind::data, place,
                  "want one token for an id, found " + other->second + " and " + token + " for " + std::to_string(id));
    vocabulary.emplace_hint(vocabulary.end(), token, id);
  }
  return vocabulary;
}

std::string model_kind(const nlohmann::json& json) {
  if (!json.is_object()) return "";
  if (const auto type = json.find("type"); type != json.end() && type->is_string()) return *type;
  if (json.contains("merges")) return "BPE";
  const auto vocabulary = json.find("vocab");
  return vocabulary != json.end() && vocabulary->is_array() ? "Unigram" : "WordPiece";
}

void read_model(const nlohmann::json& json, const std::string& place, Parts& parts) {
  JsonFields fields(json, place);
  const std::string kind = model_kind(json);
  fields.ignore("type");
  if (kind == "WordPiece") return read_wordpiece(fields, parts);
  if (kind == "BPE") return read_byte_pairs(fields, parts);
  if (kind == "Unigram")
    throw Error(ErrorKind::data, place + ".type",
                "want WordPiece or BPE, found Unigram: tokenizers of SentencePiece (T5, DeBERTa-v3) are not there yet");
  unknown_kind(place, "WordPiece or BPE", kind);
}

}  // namespace reseed::tokenize
