// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tokenize/pipeline.hpp"

namespace reseed::tokenize {

/// The parts of a tokenizer.json, each with all its flags; null is a part that does nothing.
/// Errors: Error(data) naming place and key, also for kinds and flags that are not known here.

/// BertNormalizer, and Sequence of such.
void read_normalizer(const nlohmann::json& json, const std::string& place, Parts& parts);

/// BertPreTokenizer, ByteLevel, and Sequence of such, ByteLevel last.
void read_pre_tokenizer(const nlohmann::json& json, const std::string& place, Parts& parts);

/// TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel, and Sequence of ByteLevel and one of the others.
void read_post_processor(const nlohmann::json& json, const std::string& place, Parts& parts);

/// What kind of model this is; older files do not name it, but only BPE has merges, and Unigram a list of pieces.
std::string model_kind(const nlohmann::json& json);

/// WordPiece and BPE: vocabulary and model. Wants the pre-tokenizer to be read before.
void read_model(const nlohmann::json& json, const std::string& place, Parts& parts);

/// Tokens and ids of a JSON object. Errors: Error(data) for an empty one, and for ids that come twice.
Vocabulary vocabulary_from_json(const nlohmann::json& json, const std::string& place);

}  // namespace reseed::tokenize
