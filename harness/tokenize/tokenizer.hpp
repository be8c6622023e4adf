// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reseed {

/// What is cut when special tokens and texts together are longer than `max_length`.
enum class Truncation {
  none,
  longest_first,  ///< of a pair: the longer text first, then both to floor(n/2) and ceil(n/2) of the n places left
  only_first,     ///< the first text alone; an error when that is not enough
};

/// How one text, or a pair, is to be encoded.
struct EncodeOptions {
  /// Tokens in all, special ones included; without it nothing is cut.
  std::optional<std::int64_t> max_length;
  Truncation truncation = Truncation::none;
  /// Fill up to max_length with the padding token (attention 0); needs max_length.
  bool pad_to_max_length = false;
};

/// Token ids of one text or pair; the vectors are equally long.
struct Encoding {
  std::vector<std::int64_t> ids;
  std::vector<std::int64_t> type_ids;        ///< 0 or 1; there for every tokenizer, see Tokenizer::has_type_ids()
  std::vector<std::int64_t> attention_mask;  ///< 1, and 0 on padding
  /// Code points [begin, end) of the text, or of the second text, that the token covers; [0, 0) for special tokens.
  std::vector<std::pair<std::size_t, std::size_t>> offsets;
};

/// Turns texts into token ids exactly as the tokenizer that a checkpoint was trained with.
///
/// Threads: encode() may be called from several at once.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  /// Ids of `text`, or of the pair `text`, `pair` (an empty second text is still a second text).
  /// Errors: Error(data) for text that is not UTF-8 (byte position), a max_length below the number of special tokens,
  /// a first text that cannot be cut far enough, padding without max_length.
  virtual Encoding encode(std::string_view text, std::optional<std::string_view> pair = std::nullopt,
                          const EncodeOptions& options = {}) const = 0;

  /// Whether models of this family are given type_ids (BERT yes, RoBERTa no).
  virtual bool has_type_ids() const = 0;
  /// Number of different tokens, added ones included.
  virtual std::int64_t vocabulary_size() const = 0;
  /// The largest id that encode() can give: the embedding needs more rows than this.
  virtual std::int64_t largest_id() const = 0;
  virtual std::int64_t pad_id() const = 0;
  /// The token with this id as the vocabulary spells it. Errors: Error(data) for an id that no token has.
  virtual std::string token(std::int64_t id) const = 0;
  /// What tokenizer_config.json states (`model_max_length`), in tokens; nullopt when it states none.
  virtual std::optional<std::int64_t> model_max_length() const = 0;
  /// Special tokens that a text (pair: two texts) gets: 2 and 3 for BERT, 2 and 4 for RoBERTa.
  virtual std::int64_t special_tokens(bool pair) const = 0;
  /// What the folder does not say and was assumed, one sentence each; to be shown to the user.
  virtual const std::vector<std::string>& assumptions() const = 0;
};

/// Reads the tokenizer of a Hugging Face folder.
///
/// WordPiece (BERT) and byte-level BPE (RoBERTa), from `tokenizer.json`, or from `vocab.txt` or `vocab.json` and
/// `merges.txt`, with tokenizer_config.json, special_tokens_map.json and added_tokens.json where they are.
/// Errors: Error(data) naming file and key: files that are absent or malformed, a kind or flag that is not known here,
/// families that are not there yet (SentencePiece), vocabularies without the special tokens or with a token twice.
/// Source: Wu et al. 2016, "Google's neural machine translation system" (WordPiece); Radford et al. 2019, "Language
/// models are unsupervised multitask learners" (byte-level BPE); equal to tokenizers 0.22.2 with transformers 4.57.6.
std::unique_ptr<Tokenizer> load_tokenizer(const std::filesystem::path& folder);

}  // namespace reseed
