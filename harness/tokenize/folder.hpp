// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tokenize/pipeline.hpp"
#include "tokenize/tokenizer_config.hpp"

namespace reseed::tokenize {

/// The parts that tokenizer.json describes; where tokenizer_config.json says otherwise (do_lower_case, strip_accents,
/// tokenize_chinese_chars, add_prefix_space, trim_offsets), that holds, as in the reference.
Parts read_tokenizer_json(const std::filesystem::path& file, const TokenizerConfig& config);

/// BERT's parts from vocab.txt: one token per line, the first has id 0.
Parts read_vocab_txt(const std::filesystem::path& file, const TokenizerConfig& config);

/// RoBERTa's parts from vocab.json and merges.txt: a line of heading, then two tokens a line.
Parts read_vocab_and_merges(const std::filesystem::path& vocab, const std::filesystem::path& merges,
                            const TokenizerConfig& config);

/// Adds tokens or changes the flags of those there: `token` wins over one with the same content. A token that the
/// vocabulary does not have gets the next free id; `id` (or -1) is what a file says it should be.
/// Errors: Error(data) naming `place` when the two ids differ.
void add_token(Parts& parts, AddedToken token, const std::string& place);

/// Adds what tokenizer_config.json, special_tokens_map.json and added_tokens.json list beside the named tokens.
void add_listed_tokens(Parts& parts, const TokenizerConfig& config, const std::string& place);

}  // namespace reseed::tokenize
