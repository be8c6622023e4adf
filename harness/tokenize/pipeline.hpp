// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tokenize/added_tokens.hpp"
#include "tokenize/bert_normalizer.hpp"
#include "tokenize/post_processor.hpp"
#include "tokenize/subword_model.hpp"
#include "tokenize/tokenizer.hpp"

namespace reseed::tokenize {

/// The parts of a tokenizer, as the files of a folder describe them.
struct Parts {
  enum class Split { bert, gpt2 };
  /// Byte-level pre-tokenisation: what it does besides turning text into bytes.
  struct ByteLevel {
    bool add_prefix_space = true;
  };

  std::vector<BertNormalizer> normalizers;  ///< in this order
  std::vector<Split> splits;                ///< each cuts the words of the one before
  std::optional<ByteLevel> byte_level;      ///< set for byte-level models
  std::vector<AddedToken> added_tokens;
  Vocabulary vocabulary;
  std::unique_ptr<SubwordModel> model;
  PostProcessor post_processor;

  std::string pad_token;
  bool pad_left = false;
  bool cut_left = false;
  bool has_type_ids = true;
  std::optional<std::int64_t> model_max_length;
  std::vector<std::string> assumptions;
};

/// A tokenizer made of its parts: added tokens, normaliser, words, model, template.
class Pipeline final : public Tokenizer {
 public:
  /// `place` names the folder in errors. Errors: Error(data) for a padding token that is not in the vocabulary.
  Pipeline(Parts parts, const std::string& place);

  Encoding encode(std::string_view text, std::optional<std::string_view> pair,
                  const EncodeOptions& options) const override;
  bool has_type_ids() const override { return parts_.has_type_ids; }
  std::int64_t vocabulary_size() const override { return size_; }
  std::int64_t largest_id() const override { return static_cast<std::int64_t>(tokens_.size()) - 1; }
  std::int64_t pad_id() const override { return pad_id_; }
  std::string token(std::int64_t id) const override;
  std::optional<std::int64_t> model_max_length() const override { return parts_.model_max_length; }
  std::int64_t special_tokens(bool pair) const override { return parts_.post_processor.special_tokens(pair); }
  const std::vector<std::string>& assumptions() const override { return parts_.assumptions; }

 private:
  /// White space at both ends of a token as the vocabulary spells it, or as it stands in the text; in code points.
  struct Blanks {
    std::uint32_t leading = 0;
    std::uint32_t trailing = 0;
  };

  void normalize(AlignedText& text) const;
  static Blanks blanks_of(const AlignedText& text, Span span);
  void trim(Token& token, Blanks blanks, bool is_first) const;
  void push_added(std::int64_t id, const AlignedText& text, Span span, std::vector<Token>& tokens) const;
  std::vector<Token> encode_text(std::string_view text, std::string_view place) const;
  void encode_piece(AlignedText text, std::vector<Token>& tokens) const;

  Parts parts_;
  AddedTokenFinder raw_;                            // looked for in the text as it came
  AddedTokenFinder normalized_;                     // looked for in the normalised text
  std::vector<std::optional<std::string>> tokens_;  // by id
  std::vector<Blanks> blanks_;                      // by id, when offsets are trimmed
  std::int64_t size_ = 0;
  std::int64_t pad_id_ = 0;
};

}  // namespace reseed::tokenize
