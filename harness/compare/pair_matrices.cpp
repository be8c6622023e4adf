// SPDX-License-Identifier: Apache-2.0
#include "compare/pair_matrices.hpp"

#include <algorithm>
#include <cmath>

#include "base/safetensors.hpp"
#include "reseed/error.hpp"

namespace reseed {

PairMatrices::PairMatrices(const std::filesystem::path& file) {
  const Safetensors tensors(file);
  layers_ = tensors.at("layers").as_integers();
  for (const std::int64_t seed : tensors.at("seeds").as_integers()) seeds_.push_back(static_cast<std::uint64_t>(seed));
  values_ = tensors.at("values").as_doubles();
  const std::size_t wanted = layers_.size() * seeds_.size() * seeds_.size();
  if (values_.size() != wanted)
    throw Error(ErrorKind::data, file.string() + ": values",
                "want one number for each layer and pair of seeds (" + std::to_string(wanted) + "), found " +
                    std::to_string(values_.size()));
  if (!tensors.contains("defined")) return;
  const std::vector<std::int64_t> defined = tensors.at("defined").as_integers();
  if (defined.size() != wanted)
    throw Error(
        ErrorKind::data, file.string() + ": defined",
        "want as many numbers as values has (" + std::to_string(wanted) + "), found " + std::to_string(defined.size()));
  for (std::size_t i = 0; i < wanted; ++i)
    if (defined[i] == 0) values_[i] = std::nan("");
}

std::optional<std::vector<double>> PairMatrices::over(std::int64_t layer,
                                                      const std::vector<std::uint64_t>& seeds) const {
  const auto found_layer = std::find(layers_.begin(), layers_.end(), layer);
  if (found_layer == layers_.end()) return std::nullopt;
  std::vector<std::size_t> rows;
  for (const std::uint64_t seed : seeds) {
    const auto found = std::find(seeds_.begin(), seeds_.end(), seed);
    if (found == seeds_.end()) return std::nullopt;
    rows.push_back(static_cast<std::size_t>(found - seeds_.begin()));
  }
  const std::size_t all = seeds_.size();
  const double* matrix = values_.data() + static_cast<std::size_t>(found_layer - layers_.begin()) * all * all;
  std::vector<double> result;
  result.reserve(rows.size() * rows.size());
  for (const std::size_t i : rows)
    for (const std::size_t j : rows) {
      const double value = i == j ? 0.0 : matrix[i * all + j];
      if (!std::isfinite(value)) return std::nullopt;
      result.push_back(value);
    }
  return result;
}

double mean_of_pairs(const std::vector<double>& matrix, std::size_t k) {
  // Differences from the first distance: a constant one comes out exactly.
  const double first = matrix[1];
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = i + 1; j < k; ++j) {
      sum += matrix[i * k + j] - first;
      count += 1.0;
    }
  return first + sum / count;
}

}  // namespace reseed
