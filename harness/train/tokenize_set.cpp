// SPDX-License-Identifier: Apache-2.0
#include "train/tokenize_set.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "reseed/error.hpp"

namespace reseed {
namespace {

Truncation truncation_of(const TrainingOptions& training) {
  if (training.truncation == "longest_first") return Truncation::longest_first;
  if (training.truncation == "only_first") return Truncation::only_first;
  throw Error(ErrorKind::manifest, "training.truncation",
              "want longest_first or only_first, found " + training.truncation);
}

}  // namespace

TextSet tokenize(std::string name, const std::vector<Example>& examples, const Tokenizer& tokenizer,
                 const TrainingOptions& training) {
  const EncodeOptions options{.max_length = training.max_length, .truncation = truncation_of(training)};
  TextSet set;
  set.name = std::move(name);
  for (const Example& example : examples) {
    try {
      const std::optional<std::string_view> pair = example.text_pair;
      Encoding encoding = tokenizer.encode(example.text, pair, options);
      Tokens tokens{.input_ids = std::move(encoding.ids), .token_type_ids = {}};
      if (tokenizer.has_type_ids()) tokens.token_type_ids = std::move(encoding.type_ids);
      set.tokens.push_back(std::move(tokens));
    } catch (const Error& error) {
      throw Error(error.kind(), set.name + ", item " + std::to_string(example.index), error.what());
    }
    set.labels.push_back(example.label);
    set.items.push_back(example.index);
  }
  return set;
}

}  // namespace reseed
