// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace reseed {

/// A column by name (header, or key of a JSON line; "a.b" is key b in object a) or by position counted from 0.
using Column = std::variant<std::string, std::int64_t>;

std::string to_string(const Column& column);

/// How a text file holds its table.
struct TableFormat {
  enum class Kind { tsv, csv, jsonl };
  Kind kind = Kind::tsv;
  bool header = true;   ///< the first record names the columns (tsv, csv)
  bool quotes = false;  ///< fields may be quoted as in RFC 4180 and then hold separators and line ends (tsv, csv)
  char separator = '\t';
};

/// One record: the wanted cells in the order in which they were asked for.
struct Row {
  std::vector<std::string> cells;
  std::int64_t line = 0;  ///< physical line on which the record begins, from 1
};

/// Reads the wanted columns of a file. A byte order mark, CRLF line ends and a last line without an end are fine; empty
/// cells at the end of a record beyond the table's width are passed over.
///
/// Errors: Error(data) with file:line for text that is not UTF-8, a record with too few or too many cells, a quoted
/// field that does not end, a JSON line that is no object or lacks a key; Error(data) naming a column that is absent.
std::vector<Row> read_rows(const std::filesystem::path& file, const TableFormat& format,
                           const std::vector<Column>& wanted);

/// All records with all their cells, header included: to look at a file that nothing is known about (tsv, csv).
std::vector<Row> read_all_cells(const std::filesystem::path& file, const TableFormat& format);

}  // namespace reseed
