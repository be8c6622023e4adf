// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"
#include "tokenize/byte_pairs.hpp"
#include "tokenize/components.hpp"
#include "tokenize/folder.hpp"
#include "tokenize/wordpiece.hpp"

namespace reseed::tokenize {
namespace {

struct FamilyToken {
  const char* name;
  AddedToken token;
};

/// Lines as Python reads text: \n, \r\n and \r end one; an end of file does not begin a new one.
std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < content.size(); ++at) {
    if (content[at] != '\n' && content[at] != '\r') {
      line += content[at];
      continue;
    }
    if (content[at] == '\r' && at + 1 < content.size() && content[at + 1] == '\n') ++at;
    lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

/// Ids of the family's special tokens by name, as the folder's files rename them; all become added tokens.
template <std::size_t N>
std::map<std::string, std::int64_t> add_special(const std::array<FamilyToken, N>& family, const TokenizerConfig& config,
                                                const std::string& place, Parts& parts) {
  std::map<std::string, std::int64_t> ids;
  const auto id_of_content = [&](const std::string& content) -> std::int64_t {
    if (const auto found = parts.vocabulary.find(content); found != parts.vocabulary.end()) return found->second;
    for (const AddedToken& token : config.added_tokens)
      if (token.content == content) return token.id;
    return -1;
  };
  for (const auto& [name, standard] : family) {
    AddedToken token = standard;
    if (const auto named = config.special.find(name); named != config.special.end()) {
      if (named->second.flags) token = *named->second.flags;
      token.content = named->second.content;
    }
    const std::int64_t id = id_of_content(token.content);
    if (id < 0)
      throw Error(ErrorKind::data, place,
                  "want the special token " + token.content + " (" + name +
                      ") in the vocabulary, found no such token; " +
                      "name the one your vocabulary has in tokenizer_config.json");
    ids[name] = id;
    if (!parts.vocabulary.contains(token.content)) continue;  // comes with its id from the list of added tokens
    token.id = id;
    add_token(parts, std::move(token), place);
  }
  return ids;
}

void take_common(const TokenizerConfig& config, Parts& parts) {
  const auto pad = config.special.find("pad_token");
  if (pad != config.special.end()) parts.pad_token = pad->second.content;
}

std::string assumption(const TokenizerConfig& config, const char* key, const std::string& meaning) {
  return std::string(config.exists ? "tokenizer_config.json does not say "
                                   : "tokenizer_config.json, absent, does not say ") +
         key + ": " + meaning;
}

/// A class that the vocabulary files of this family are read for. Errors: another one.
void check_class(const TokenizerConfig& config, std::initializer_list<const char*> known, const std::string& place) {
  if (!config.tokenizer_class) return;
  std::string wanted;
  for (const char* name : known) {
    if (*config.tokenizer_class == name || *config.tokenizer_class == std::string(name) + "Fast") return;
    wanted += (wanted.empty() ? "" : ", ") + std::string(name);
  }
  throw Error(ErrorKind::data, place,
              "want a tokenizer.json, or one of the classes " + wanted + " in tokenizer_config.json, found " +
                  *config.tokenizer_class);
}

}  // namespace

Parts read_vocab_txt(const std::filesystem::path& file, const TokenizerConfig& config) {
  const std::string place = file.string();
  check_class(config, {"BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer"}, place);
  Parts parts;
  const std::vector<std::string> lines = lines_of(read_file(file));
  if (lines.empty()) throw Error(ErrorKind::data, place, "want one token a line, found an empty file");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string here = place + ":" + std::to_string(i + 1);
    decode_utf8(lines[i], here);
    const auto [other, is_new] = parts.vocabulary.emplace(lines[i], static_cast<std::int64_t>(i));
    if (!is_new)
      throw Error(ErrorKind::data, here,
                  "want every token once, found " + (lines[i].empty() ? "an empty line" : lines[i]) +
                      " again, first in line " + std::to_string(other->second + 1));
  }
  const auto special = [](const char* name, const char* content) {
    return FamilyToken{name, {.content = content, .special = true}};
  };
  const std::array<FamilyToken, 5> family = {special("unk_token", "[UNK]"), special("sep_token", "[SEP]"),
                                             special("pad_token", "[PAD]"), special("cls_token", "[CLS]"),
                                             special("mask_token", "[MASK]")};
  auto ids = add_special(family, config, place, parts);
  add_listed_tokens(parts, config, place);
  const auto unknown = config.special.find("unk_token");
  constexpr std::size_t kLongestWord = 100;
  parts.model = std::make_unique<WordPiece>(
      parts.vocabulary, unknown == config.special.end() ? "[UNK]" : unknown->second.content, "##", kLongestWord);
  parts.normalizers = {{.clean_text = true,
                        .handle_chinese_chars = config.tokenize_chinese_chars.value_or(true),
                        .strip_accents = config.strip_accents.value_or(std::nullopt),
                        .lowercase = config.do_lower_case.value_or(true)}};
  parts.splits = {Parts::Split::bert};
  parts.post_processor = PostProcessor::bert(ids["cls_token"], ids["sep_token"]);
  parts.has_type_ids = config.tokenizer_class.value_or("").rfind("DistilBert", 0) != 0;
  parts.pad_token = "[PAD]";
  take_common(config, parts);
  if (!config.do_lower_case)
    parts.assumptions.push_back(assumption(config, "do_lower_case", "text is lower-cased, as BertTokenizerFast does"));
  return parts;
}

Parts read_vocab_and_merges(const std::filesystem::path& vocab, const std::filesystem::path& merges,
                            const TokenizerConfig& config) {
  const std::string place = vocab.string();
  check_class(config, {"RobertaTokenizer"}, place);
  Parts parts;
  parts.vocabulary = vocabulary_from_json(parse_json(read_file(vocab), place), place);
  const auto special = [](const char* name, const char* content) {
    return FamilyToken{name, {.content = content, .normalized = true, .special = true}};
  };
  const std::array<FamilyToken, 7> family = {
      special("bos_token", "<s>"),
      special("eos_token", "</s>"),
      special("unk_token", "<unk>"),
      special("sep_token", "</s>"),
      special("pad_token", "<pad>"),
      special("cls_token", "<s>"),
      FamilyToken{"mask_token", {.content = "<mask>", .lstrip = true, .special = true}}};
  auto ids = add_special(family, config, place, parts);
  add_listed_tokens(parts, config, place);

  const std::string content = read_file(merges);
  const std::vector<std::string> lines = lines_of(content);
  if (lines.empty()) throw Error(ErrorKind::data, merges.string(), "want a heading and merges, found an empty file");
  // The reference takes the first line for a heading and only what ends in a line feed for a merge.
  const bool is_cut = content.back() != '\n';
  std::vector<std::pair<std::string, std::string>> pairs;
  pairs.reserve(lines.size());
  for (std::size_t i = 1; i + (is_cut ? 1 : 0) < lines.size(); ++i) {
    const std::string here = merges.string() + ":" + std::to_string(i + 1);
    const std::size_t blank = lines[i].find(' ');
    if (blank == std::string::npos || blank == 0 || blank + 1 == lines[i].size() ||
        lines[i].find(' ', blank + 1) != std::string::npos)
      throw Error(ErrorKind::data, here, "want two tokens with a blank between them, found \"" + lines[i] + "\"");
    pairs.emplace_back(lines[i].substr(0, blank), lines[i].substr(blank + 1));
  }
  try {
    parts.model = std::make_unique<BytePairs>(parts.vocabulary, pairs, BytePairs::Settings{});
  } catch (const Error& error) {
    throw Error(error.kind(), merges.string() + ": " + error.place(), error.message());
  }
  const bool prefix = config.add_prefix_space.value_or(false);
  parts.byte_level = {.add_prefix_space = prefix};
  parts.splits = {Parts::Split::gpt2};
  parts.post_processor =
      PostProcessor::roberta(ids["cls_token"], ids["sep_token"], config.trim_offsets.value_or(true), prefix);
  parts.has_type_ids = false;
  parts.pad_token = "<pad>";
  take_common(config, parts);
  if (!config.add_prefix_space)
    parts.assumptions.push_back(
        assumption(config, "add_prefix_space", "no blank is put in front, as RobertaTokenizerFast does"));
  if (is_cut)
    parts.assumptions.push_back(
        "merges.txt does not end in a line feed: its last line is left out, as in the reference");
  return parts;
}

}  // namespace reseed::tokenize
