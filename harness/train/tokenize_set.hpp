// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "data/example.hpp"
#include "reseed/run.hpp"
#include "tokenize/tokenizer.hpp"
#include "train/text_set.hpp"

namespace reseed {

/// Tokenizes examples with the run's max_length and truncation.
/// Errors: Error(data) at "NAME, item I", with I the index in the data set's own file.
TextSet tokenize(std::string name, const std::vector<Example>& examples, const Tokenizer& tokenizer,
                 const TrainingOptions& training);

}  // namespace reseed
