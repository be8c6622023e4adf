// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace reseed {

/// A file of pair matrices of a bundle (layout: docs/workers.md), one matrix per layer over the same seeds.
class PairMatrices {
 public:
  /// Errors: Error(data) naming file and tensor.
  explicit PairMatrices(const std::filesystem::path& file);

  const std::vector<std::uint64_t>& seeds() const { return seeds_; }
  /// The matrix of a layer (-1: none) over some of the seeds, in the order given, row-major. Empty when the file has no
  /// such layer or seed, or when one of the pairs is undefined.
  std::optional<std::vector<double>> over(std::int64_t layer, const std::vector<std::uint64_t>& seeds) const;

 private:
  std::vector<std::int64_t> layers_;
  std::vector<std::uint64_t> seeds_;
  std::vector<double> values_;  ///< [l, k, k]; NaN where undefined
};

/// Mean over the pairs of a k x k matrix, as measures.csv has it: equal matrices give the same bits. k >= 2.
double mean_of_pairs(const std::vector<double>& matrix, std::size_t k);

}  // namespace reseed
