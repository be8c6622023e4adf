// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "data/descriptor.hpp"
#include "data/example.hpp"

namespace reseed {

/// One official set of a data set, in the order of its file.
struct LoadedSet {
  std::string name;  ///< "train", "validation", "test", "all"
  std::filesystem::path file;
  std::vector<Example> examples;     ///< labelled items
  std::vector<Example> dropped;      ///< items that a label rule drops; their label is LabelRules::kDropped
  std::vector<std::int64_t> labels;  ///< counts by class index

  /// "3667 items (1194, 2473)": what messages say of it.
  std::string description() const;
};

/// Folder that holds the files of a data set: `root`, or what lies below it under the data set's name, the name's first
/// part or its last. Empty `root`: RESEED_DATA, or the folder of a descriptor that is not shipped.
/// Errors: Error(data) naming the files wanted and the folders looked into.
std::filesystem::path dataset_folder(const Descriptor& descriptor, const std::filesystem::path& root);

/// Reads a set and checks every label; `expect_counts`: also that it holds what the descriptor says.
///
/// Errors: Error(data) with file:line for a label outside the label set (a set of hidden labels, all -1, is refused by
/// name and count), for what read_rows refuses, for an empty set, and naming both counts when they differ.
LoadedSet load_set(const Descriptor& descriptor, const std::filesystem::path& folder, std::string_view set,
                   bool expect_counts = true);

/// How the counts differ from those that the descriptor states; empty when they agree or none are stated.
std::string count_difference(const Descriptor& descriptor, const LoadedSet& set);

/// SHA-256 over texts, labels and positions of some examples in their order.
std::string examples_digest(const std::vector<Example>& examples);

}  // namespace reseed
