// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/evaluate.hpp"
#include "base/safetensors.hpp"

namespace reseed {

/// The record of one run on one test set, opened for measures.
///
/// A missing file is no error: read() then says records_missing. Errors: Error(data) for a file that is damaged.
class Record {
 public:
  Record(std::uint64_t seed, const std::filesystem::path& folder, const std::string& test_set);

  std::uint64_t seed() const { return seed_; }
  /// Layers whose representations were recorded, ascending.
  const std::vector<std::int64_t>& layers() const { return layers_; }
  /// How many items the test set has; empty where the record does not say.
  std::optional<std::int64_t> items() const;

  /// What a measure reads, one example per column, in float64; of the items at `items` alone, where given. `layer` is
  /// for representations; `metric` names the score of measures that read scores. What is not there comes back as a
  /// problem with flag records_missing. Errors: Error(data) naming file and tensor for a wrong shape, a label outside
  /// the classes or an item beyond the last; Error(manifest) for an unknown metric.
  MeasuredRun read(Reads reads, std::int64_t layer, const std::string& metric,
                   const std::optional<arma::uvec>& items = std::nullopt) const;

 private:
  /// Logits, probabilities and classes, as far as they are there, and the number of classes; empty when none is.
  std::optional<std::int64_t> read_outputs(RunData& into, const std::optional<arma::uvec>& items) const;
  void read_labels(RunData& into, std::int64_t classes, const std::optional<arma::uvec>& items) const;
  void check_classes(const std::vector<std::int64_t>& list, std::int64_t classes, const std::string& name) const;
  std::string place(const std::string& tensor) const { return file_.string() + ": " + tensor; }

  std::uint64_t seed_;
  std::filesystem::path file_;
  std::optional<Safetensors> tensors_;
  std::vector<std::int64_t> layers_;
};

}  // namespace reseed
