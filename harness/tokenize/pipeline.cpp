// SPDX-License-Identifier: Apache-2.0
#include "tokenize/pipeline.hpp"

#include <algorithm>

#include "reseed/error.hpp"
#include "tokenize/byte_alphabet.hpp"
#include "tokenize/character_classes.hpp"
#include "tokenize/split_words.hpp"
#include "tokenize/truncation.hpp"

namespace reseed::tokenize {
namespace {

using Kind = TemplateItem::Kind;

std::vector<Token> cut(std::vector<Token> tokens, std::size_t length, bool at_the_left) {
  const auto excess = static_cast<std::ptrdiff_t>(tokens.size() - length);
  if (at_the_left)
    tokens.erase(tokens.begin(), tokens.begin() + excess);
  else
    tokens.resize(length);
  return tokens;
}

void pad(Encoding& encoding, std::size_t length, std::int64_t id, bool at_the_left) {
  const std::size_t missing = length - std::min(length, encoding.ids.size());
  const auto fill = [&](auto& values, auto value) {
    values.insert(at_the_left ? values.begin() : values.end(), missing, value);
  };
  fill(encoding.ids, id);
  fill(encoding.type_ids, std::int64_t{0});
  fill(encoding.attention_mask, std::int64_t{0});
  fill(encoding.offsets, std::pair<std::size_t, std::size_t>{0, 0});
}

}  // namespace

Pipeline::Pipeline(Parts parts, const std::string& place) : parts_(std::move(parts)) {
  for (const auto& [token, id] : parts_.vocabulary) {
    if (static_cast<std::size_t>(id) >= tokens_.size()) tokens_.resize(static_cast<std::size_t>(id) + 1);
    tokens_[static_cast<std::size_t>(id)] = token;
  }
  for (const AddedToken& token : parts_.added_tokens) {
    if (static_cast<std::size_t>(token.id) >= tokens_.size()) tokens_.resize(static_cast<std::size_t>(token.id) + 1);
    tokens_[static_cast<std::size_t>(token.id)] = token.content;
    AlignedText pattern = decode_utf8(token.content);
    if (token.normalized) normalize(pattern);
    std::u32string codes;
    for (const Char& c : pattern) codes += c.code;
    (token.normalized ? normalized_ : raw_).add(token, std::move(codes));
  }
  size_ = std::count_if(tokens_.begin(), tokens_.end(), [](const auto& token) { return token.has_value(); });
  const auto found = std::find(tokens_.begin(), tokens_.end(), std::optional(parts_.pad_token));
  if (found == tokens_.end())
    throw Error(ErrorKind::data, place,
                "want the padding token " + parts_.pad_token +
                    " in the vocabulary, found no such token; name yours as pad_token in tokenizer_config.json");
  pad_id_ = found - tokens_.begin();
  if (!parts_.post_processor.trim_offsets) return;
  blanks_.resize(tokens_.size());
  for (std::size_t id = 0; id < tokens_.size(); ++id) {
    const AlignedText text = decode_utf8(tokens_[id].value_or(""));
    blanks_[id] = blanks_of(text, {0, text.size()});
  }
}

Pipeline::Blanks Pipeline::blanks_of(const AlignedText& text, Span span) {
  const CharacterClasses& classes = CharacterClasses::table();
  const auto is_blank = [&](std::size_t at) {
    return text[at].code == letter_of_byte(' ') || (classes.of(text[at].code) & kSpace) != 0;
  };
  Blanks blanks;
  for (std::size_t at = span.first; at < span.last && is_blank(at); ++at) ++blanks.leading;
  for (std::size_t at = span.last; at > span.first && is_blank(at - 1); --at) ++blanks.trailing;
  return blanks;
}

std::string Pipeline::token(std::int64_t id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= tokens_.size() || !tokens_[static_cast<std::size_t>(id)])
    throw Error(ErrorKind::data, "token id " + std::to_string(id), "want an id of the vocabulary, found none with it");
  return *tokens_[static_cast<std::size_t>(id)];
}

void Pipeline::normalize(AlignedText& text) const {
  for (const BertNormalizer& normalizer : parts_.normalizers) normalizer.normalize(text);
}

std::vector<Token> Pipeline::encode_text(std::string_view text, std::string_view place) const {
  AlignedText characters = decode_utf8(text, place);
  std::vector<Token> tokens;
  const std::vector<AddedTokenFinder::Piece> pieces = raw_.split(characters);
  for (const auto& [id, span] : pieces) {
    if (id >= 0) {
      push_added(id, characters, span, tokens);
    } else if (pieces.size() == 1) {
      encode_piece(std::move(characters), tokens);
    } else {
      const auto begin = characters.begin();
      encode_piece(
          AlignedText(begin + static_cast<std::ptrdiff_t>(span.first), begin + static_cast<std::ptrdiff_t>(span.last)),
          tokens);
    }
  }
  return tokens;
}

void Pipeline::encode_piece(AlignedText text, std::vector<Token>& tokens) const {
  normalize(text);
  std::vector<Span> words, parts;
  AlignedText prefixed;
  for (const auto& [id, span] : normalized_.split(text)) {
    if (id >= 0) {
      push_added(id, text, span, tokens);
      continue;
    }
    const AlignedText* source = &text;
    words.assign(1, span);
    const auto add_blank = [&] {
      if (!parts_.byte_level || !parts_.byte_level->add_prefix_space) return;
      // Every word of the cuts so far gets a blank; it has the place of the character behind it.
      prefixed.clear();
      for (Span& word : words) {
        const std::size_t first = prefixed.size();
        const Char& front = (*source)[word.first];
        if (front.code != U' ') prefixed.push_back({U' ', front.begin, front.end});
        prefixed.insert(prefixed.end(), source->begin() + static_cast<std::ptrdiff_t>(word.first),
                        source->begin() + static_cast<std::ptrdiff_t>(word.last));
        word = {first, prefixed.size()};
      }
      source = &prefixed;
    };
    bool has_blank = false;
    for (const Parts::Split split : parts_.splits) {
      if (split == Parts::Split::gpt2 && !has_blank) {
        add_blank();
        has_blank = true;
      }
      parts.clear();
      for (const Span word : words)
        split == Parts::Split::bert ? split_bert(*source, word, parts) : split_gpt2(*source, word, parts);
      words.swap(parts);
    }
    if (!has_blank) add_blank();
    const std::size_t first = tokens.size();
    for (const Span word : words) parts_.model->encode_word(*source, word, tokens);
    if (!parts_.post_processor.trim_offsets) continue;
    for (std::size_t i = first; i < tokens.size(); ++i)
      trim(tokens[i], blanks_[static_cast<std::size_t>(tokens[i].id)], i == 0);
  }
}

void Pipeline::push_added(std::int64_t id, const AlignedText& text, Span span, std::vector<Token>& tokens) const {
  tokens.push_back({id, text[span.first].begin, text[span.last - 1].end});
  // The white space that the token swallowed counts as its own.
  if (parts_.post_processor.trim_offsets) trim(tokens.back(), blanks_of(text, span), tokens.size() == 1);
}

void Pipeline::trim(Token& token, Blanks blanks, bool is_first) const {
  if (blanks.leading > 0) {
    // A single blank may be the one put in front, which has no place of its own; more than one came with the text.
    const bool is_own = parts_.post_processor.add_prefix_space && (is_first || token.begin == 0) && blanks.leading == 1;
    if (is_own) blanks.leading = 0;
    token.begin = std::min(token.begin + blanks.leading, token.end);
  }
  if (blanks.trailing > 0 && token.end >= blanks.trailing)
    token.end = std::max(token.end - blanks.trailing, token.begin);
}

Encoding Pipeline::encode(std::string_view text, std::optional<std::string_view> pair,
                          const EncodeOptions& options) const {
  const PostProcessor& processor = parts_.post_processor;
  const std::int64_t special = processor.special_tokens(pair.has_value());
  if (options.max_length && options.truncation != Truncation::none && *options.max_length < special)
    throw Error(ErrorKind::data, "max_length",
                "want at least the " + std::to_string(special) + " special tokens, found " +
                    std::to_string(*options.max_length));
  if (options.max_length && *options.max_length < 0)
    throw Error(ErrorKind::data, "max_length", "want 0 or more, found " + std::to_string(*options.max_length));
  if (options.pad_to_max_length && !options.max_length)
    throw Error(ErrorKind::data, "padding", "want max_length with it, found none; say how long the row is to be");

  std::vector<Token> first = encode_text(text, "text");
  std::vector<Token> second = pair ? encode_text(*pair, "text_pair") : std::vector<Token>();
  if (options.max_length && options.truncation != Truncation::none) {
    const auto [first_length, second_length] =
        truncated_lengths(first.size(), pair ? std::optional(second.size()) : std::nullopt,
                          static_cast<std::size_t>(*options.max_length - special), options.truncation);
    first = cut(std::move(first), first_length, parts_.cut_left);
    second = cut(std::move(second), second_length, parts_.cut_left);
  }

  Encoding encoding;
  const std::size_t length = first.size() + second.size() + static_cast<std::size_t>(special);
  encoding.ids.reserve(length);
  encoding.type_ids.reserve(length);
  encoding.offsets.reserve(length);
  for (const TemplateItem& item : pair ? processor.pair : processor.single) {
    for (const std::int64_t id : item.ids) {
      encoding.ids.push_back(id);
      encoding.offsets.emplace_back(0, 0);
    }
    if (item.kind != Kind::special) {
      for (const Token& token : item.kind == Kind::first ? first : second) {
        encoding.ids.push_back(token.id);
        encoding.offsets.emplace_back(token.begin, token.end);
      }
    }
    encoding.type_ids.resize(encoding.ids.size(), item.type_id);
  }
  encoding.attention_mask.assign(encoding.ids.size(), 1);
  if (options.pad_to_max_length) pad(encoding, static_cast<std::size_t>(*options.max_length), pad_id_, parts_.pad_left);
  return encoding;
}

}  // namespace reseed::tokenize
