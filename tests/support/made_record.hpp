// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/safetensors.hpp"
#include "reseed/measure.hpp"

namespace reseed::test {

/// Writes logits, labels and representations of a run (one item per column) as a training worker does (one per row).
inline void write_record(const std::filesystem::path& file, const RunData& run,
                         const std::vector<std::int64_t>& layers = {}) {
  std::filesystem::create_directories(file.parent_path());
  const auto n = static_cast<std::int64_t>(run.logits.n_cols);
  const std::vector<float> logits(run.logits.begin(), run.logits.end());
  const std::vector<float> representations(run.representations.begin(), run.representations.end());
  const std::vector<std::int64_t> labels(run.labels.begin(), run.labels.end());
  std::vector<NamedTensor> tensors = {
      {"logits", view_of<float>(logits, {n, static_cast<std::int64_t>(run.logits.n_rows)})},
      {"labels", view_of<std::int64_t>(labels, {static_cast<std::int64_t>(labels.size())})}};
  for (const std::int64_t layer : layers)
    tensors.push_back({"representations." + std::to_string(layer),
                       view_of<float>(representations, {n, static_cast<std::int64_t>(run.representations.n_rows)})});
  write_safetensors(file, tensors);
}

}  // namespace reseed::test
