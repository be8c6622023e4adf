// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/array.hpp"
#include "import/descriptor.hpp"
#include "import/source.hpp"

namespace reseed {

/// What one run says of one evaluation set: one of the first three, or none, and representations by layer.
struct ImportedSet {
  std::optional<Array> logits;         ///< [items, classes]
  std::optional<Array> probabilities;  ///< [items, classes]
  std::optional<std::vector<std::int64_t>> predictions;
  std::map<std::int64_t, Array> representations;  ///< [items, dimensions]

  bool empty() const { return !logits && !probabilities && !predictions && representations.empty(); }
};

/// What all runs share of one evaluation set.
struct ImportedItems {
  std::int64_t count = 0;
  std::vector<std::int64_t> labels;  ///< empty where there are none
  std::vector<std::int64_t> items;   ///< numbers of the items; their positions where the files have none, or texts
  std::vector<std::string> names;    ///< texts that name the items; empty where there are none
};

struct ImportedRun {
  std::string group;
  std::string model;
  std::uint64_t seed = 0;
  bool diverged = false;
  std::map<std::string, ImportedSet> sets;  ///< by evaluation set
};

struct ImportedRuns {
  std::vector<ImportedRun> runs;               ///< in the order of the groups and their seeds
  std::map<std::string, ImportedItems> items;  ///< by evaluation set
  std::int64_t classes = 0;                    ///< 0 where neither predictions nor labels are there
};

/// Finds the arrays of every run and checks them: shapes, types, numbers that are not finite, classes, and that all
/// runs have the same items with the same labels. Arrays stay where they are, mapped into memory.
///
/// Nothing comes back once `stopped`, which is asked between runs, is true. Errors: Errors(data) with all that is
/// wrong, each naming file and array; Error(manifest) for a metric that does not fit the number of classes.
std::optional<ImportedRuns> read_imported_runs(const ImportSource& source, const ImportDescriptor& descriptor,
                                               const std::function<bool()>& stopped);

}  // namespace reseed
