// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reseed {

/// A table of text cells under named columns. An empty cell is an absent value.
struct CsvTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;  ///< line of the file on which each row begins, from 1; filled by parse_csv

  /// Position of a column; empty when there is none of this name.
  std::optional<std::size_t> column(std::string_view name) const;
};

/// Comma-separated values as RFC 4180 has them, lines ended by LF: a cell is quoted only where it must be.
std::string write_csv(const CsvTable& table);

/// Inverse of write_csv; CRLF line ends are accepted too. The first record names the columns.
/// Errors: Error(data) at `place:line` for an open quote, text after a closing quote, a row of another length, a column
/// name twice, bytes that are not UTF-8 or a NUL byte.
CsvTable parse_csv(std::string_view text, const std::string& place);

}  // namespace reseed
