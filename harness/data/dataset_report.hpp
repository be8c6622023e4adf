// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "data/descriptor.hpp"

namespace reseed {

/// What one set of a data set holds, and what is odd about it. Repeats are counted over all items, dropped ones too: an
/// item whose text (both texts of a pair) stood before.
struct SetReport {
  std::string set;
  std::filesystem::path file;
  std::string file_sha256;
  std::string digest;  ///< examples_digest
  std::int64_t items = 0;
  std::int64_t dropped = 0;
  std::vector<std::int64_t> labels;  ///< counts by class index
  std::string count_difference;      ///< empty: as the descriptor says
  std::int64_t repeated = 0;
  std::int64_t repeated_with_other_label = 0;
  std::int64_t with_control_characters = 0;  ///< texts with a C0 or C1 control other than tab and line end, or U+007F
  std::int64_t empty_texts = 0;
  std::int64_t documents = 0;
};

struct DatasetReport {
  Descriptor descriptor;
  std::filesystem::path folder;
  std::vector<SetReport> sets;
  /// Items of `set` whose text also occurs in `other`.
  struct Overlap {
    std::string set;
    std::string other;
    std::int64_t items = 0;
  };
  std::vector<Overlap> overlaps;

  bool counts_agree() const;
};

/// Reads a whole data set and looks for defects. Errors: Error(data) as load_set, but counts are reported, not refused.
DatasetReport report_dataset(const Descriptor& descriptor, const std::filesystem::path& root);

nlohmann::json to_json(const DatasetReport& report);

/// Plain text for a terminal, with a line end.
std::string to_text(const DatasetReport& report);

}  // namespace reseed
