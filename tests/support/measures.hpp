// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "analysis/measure_library.hpp"
#include "analysis/run_data.hpp"
#include "base/safetensors.hpp"

namespace reseed::test {

inline std::filesystem::path library_of(const std::string& id) {
  return std::filesystem::path(RESEED_BINARY_DIRECTORY) / "lib/reseed/plugins" / (id + ".so");
}

/// Libraries of the measures in plugins/measures. (Other plugins of the folder must not be opened here: LibTorch and
/// Armadillo never share a process.)
inline std::vector<std::filesystem::path> measure_libraries() {
  std::vector<std::filesystem::path> libraries;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(RESEED_SOURCE_DIRECTORY) / "plugins/measures"))
    if (entry.path().extension() == ".cpp") libraries.push_back(library_of(entry.path().stem().string()));
  std::sort(libraries.begin(), libraries.end());
  return libraries;
}

/// Run number `i` of a tensor [m, n, d], one item per column.
inline arma::mat slice(const TensorView& tensor, arma::uword i) {
  const std::vector<double> all = tensor.as_doubles();
  const arma::uword n = tensor.shape[1];
  const arma::uword d = tensor.shape[2];
  return arma::mat(all.data() + i * n * d, d, n);
}

/// A run as the harness makes it of logits and labels.
inline RunData run_of(std::uint64_t seed, const arma::mat& logits, const arma::urowvec& labels) {
  RunData run;
  run.seed = seed;
  run.logits = logits;
  run.probabilities = softmax(logits);
  run.predictions = predicted_classes(logits);
  run.labels = labels;
  return run;
}

}  // namespace reseed::test
