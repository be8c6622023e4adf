// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// Positions 0 .. n-1 in an order drawn from the seed's stream of that name (Philox: equal on every machine).
std::vector<std::int64_t> permutation(std::int64_t n, std::uint64_t seed, std::string_view stream);

/// The official validation set made into two: `test` in the order of its list, `validation` in the order of the file.
struct Halves {
  std::vector<Example> validation;
  std::vector<Example> test;
};

/// A shipped list of test positions, checked against the label counts it states. `is_official`: whether to check.
/// Errors: Error(manifest) naming the known splits, or the data sets that a split is for; Error(data) for other counts.
Halves named_split(const std::string& name, const Descriptor& descriptor, const LoadedSet& validation,
                   bool expect_counts);

/// A user's list: one position a line, counted from 0; what follows # is a comment.
/// Errors: Error(data) with file:line for what is no position, out of range or there twice; for an empty half.
Halves file_split(const std::filesystem::path& file, const LoadedSet& validation);

/// Permutation by the seed's stream `split`; the first ceil(test_fraction n) are test.
/// Errors: Error(data) when a half is empty.
Halves fraction_split(const SplitSpec& split, const LoadedSet& validation);

/// Train, validation and test set drawn from one pool.
struct DrawnSets {
  std::vector<Example> train;
  std::vector<Example> validation;
  std::vector<Example> test;
};

/// Units (items, or whole documents) in an order drawn from the seed's stream `split`; train takes units until it has
/// its number of items, then validation, then test. A document that brings more than is wanted is trimmed at its end
/// and what is cut off goes unused, so the counts are exact and no document is in two sets.
/// Errors: Error(data) when the pool does not hold enough; Error(manifest) for documents where the data set has none.
DrawnSets drawn_split(const SplitSpec& split, const Descriptor& descriptor, const LoadedSet& pool);

/// Names of the shipped splits that are for this data set, sorted.
std::vector<std::string> splits_for(const std::string& dataset);

}  // namespace reseed
