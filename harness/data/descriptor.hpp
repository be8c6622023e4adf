// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/label_rule.hpp"
#include "data/rows.hpp"

namespace reseed {

/// One way in which the files of a set may lie: the rows of a file, less or only those that an id list names.
struct SetFile {
  std::string file;
  std::string without;      ///< file of ids whose rows are left out; empty: none
  std::string only;         ///< file of ids whose rows are taken; empty: all
  std::vector<Column> key;  ///< columns of `file` that the cells of an id line (tsv, no header) stand for
};

/// What a set must hold.
struct ExpectedCounts {
  std::optional<std::int64_t> items;
  std::vector<std::int64_t> labels;  ///< by class index; empty: not stated
  std::optional<std::int64_t> dropped;
};

/// A data set as data: where its sets lie, how they are read, what they must hold.
///
/// Sets: "train", "validation", "test" (official), or "all" where there are no official sets.
struct Descriptor {
  static constexpr std::array<std::string_view, 4> kSets = {"train", "validation", "test", "all"};

  std::string name;
  std::string licence;
  bool text_may_be_shown = false;  ///< whether reports may quote its texts
  TableFormat format;
  Column text;
  std::optional<Column> text_pair;
  Column label;
  std::optional<Column> document;
  std::string document_until;  ///< the document is the part of its cell before this text; empty: the whole cell
  LabelRules labels;
  std::map<std::string, std::vector<SetFile>, std::less<>> files;  ///< alternatives, the first that is complete is read
  std::map<std::string, ExpectedCounts, std::less<>> counts;
  std::filesystem::path source;  ///< the descriptor's own file
};

/// Reads a descriptor file. Errors: Errors(manifest), one per mistake, with file:line:column.
Descriptor read_descriptor(const std::filesystem::path& file);

/// The descriptor of that name among the shipped ones, or of that path when it ends in .toml.
/// Errors: Error(manifest) naming the known data sets; Errors of read_descriptor.
Descriptor find_descriptor(const std::string& dataset);

/// Names of the shipped data sets, sorted.
std::vector<std::string> shipped_datasets();

}  // namespace reseed
