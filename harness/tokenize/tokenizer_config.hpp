// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tokenize/added_tokens.hpp"

namespace reseed::tokenize {

/// What tokenizer_config.json, special_tokens_map.json and added_tokens.json say; each file may be absent.
///
/// As in the reference, special_tokens_map.json goes before tokenizer_config.json, but neither it nor added_tokens.json
/// counts when tokenizer_config.json lists the added tokens itself. Keys without a meaning for token ids are passed
/// over.
struct TokenizerConfig {
  /// A special token by name; without flags those of the family hold.
  struct Special {
    std::string content;
    std::optional<AddedToken> flags;
  };

  bool exists = false;  ///< tokenizer_config.json is there
  std::optional<std::string> tokenizer_class;
  std::optional<bool> do_lower_case;
  std::optional<bool> tokenize_chinese_chars;
  std::optional<std::optional<bool>> strip_accents;  ///< null is a value of its own
  std::optional<bool> add_prefix_space;
  std::optional<bool> trim_offsets;
  std::optional<std::int64_t> model_max_length;
  std::optional<bool> pad_left;
  std::optional<bool> cut_left;
  std::optional<std::vector<std::string>> model_input_names;
  std::map<std::string, Special> special;  ///< by name: cls_token, sep_token, ...
  std::vector<Special> additional_special_tokens;
  std::vector<AddedToken> added_tokens;  ///< with ids, in their order
};

/// Reads the three files of a folder. Errors: Error(data) naming file and key.
TokenizerConfig read_tokenizer_config(const std::filesystem::path& folder);

/// An added token as tokenizer.json writes it, without the id. Errors: Error(data).
AddedToken added_token_from_json(const nlohmann::json& json, const std::string& place);

/// "right" or "left" (any case): whether it is left. Errors: Error(data).
bool is_left(const std::string& side, const std::string& place);

}  // namespace reseed::tokenize
