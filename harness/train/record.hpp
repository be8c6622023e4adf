// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "train/evaluate.hpp"
#include "train/fine_tune.hpp"

namespace reseed {

/// What a run leaves behind (docs/workers.md, "A record").
struct Record {
  const RunSpec* spec = nullptr;
  const Classifier* model = nullptr;
  const FineTuning* training = nullptr;
  std::vector<std::string> touched;  ///< by the mitigation method
  std::int64_t rows = 0;             ///< trained rows of the word embedding
  std::vector<std::pair<const TextSet*, Evaluation>>
      sets;  ///< "validation" first, then the test sets; empty when diverged
};

/// Writes the record into an existing folder, `outcome.json` last, and returns its content.
/// Errors: those of write_file.
nlohmann::json write_record(const std::filesystem::path& folder, const Record& record);

}  // namespace reseed
