// SPDX-License-Identifier: Apache-2.0
#include "base/csv.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

void append_record(std::string& out, const std::vector<std::string>& cells) {
  // A record of one empty cell would be an empty line: quoted, it stays a record.
  if (cells.size() == 1 && cells[0].empty()) out += "\"\"";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    const std::string& cell = cells[i];
    if (cell.find_first_of(",\"\r\n") == std::string::npos) {
      out += cell;
      continue;
    }
    out += '"';
    for (const char letter : cell) {
      if (letter == '"') out += '"';
      out += letter;
    }
    out += '"';
  }
  out += '\n';
}

/// Reads one record after the other.
class Reader {
 public:
  Reader(std::string_view text, const std::string& place) : text_(text), place_(place) {}

  bool at_end() const { return next_ == text_.size(); }
  std::size_t line() const { return line_; }

  std::vector<std::string> record() {
    std::vector<std::string> cells;
    for (;;) {
      cells.push_back(!at_end() && text_[next_] == '"' ? quoted() : plain());
      if (at_end()) return cells;
      if (text_[next_] == ',') {
        ++next_;
        continue;
      }
      end_of_line();
      return cells;
    }
  }

  [[noreturn]] void fail(std::size_t line, const std::string& message) const {
    throw Error(ErrorKind::data, place_ + ":" + std::to_string(line), message);
  }

 private:
  std::string plain() {
    const std::size_t end = std::min(text_.find_first_of(",\"\r\n", next_), text_.size());
    if (end < text_.size() && text_[end] == '"')
      fail(line_, "want a cell that is quoted as a whole, found a quote inside");
    const std::size_t begin = std::exchange(next_, end);
    return std::string(text_.substr(begin, end - begin));
  }

  std::string quoted() {
    const std::size_t begin = line_;
    std::string cell;
    for (++next_;; ++next_) {
      if (at_end()) fail(begin, "want the closing quote of a cell, found the end of the file");
      if (text_[next_] == '\n') ++line_;
      if (text_[next_] != '"') {
        cell += text_[next_];
        continue;
      }
      ++next_;
      if (at_end() || text_[next_] != '"') break;
      cell += '"';
    }
    if (!at_end() && text_[next_] != ',' && text_[next_] != '\n' && text_[next_] != '\r')
      fail(line_, "want a comma or the end of the line after a closing quote, found other text");
    return cell;
  }

  void end_of_line() {
    if (text_[next_] == '\r') {
      if (next_ + 1 == text_.size() || text_[next_ + 1] != '\n')
        fail(line_, "want a line feed after a carriage return");
      ++next_;
    }
    ++next_;
    ++line_;
  }

  std::string_view text_;
  const std::string& place_;
  std::size_t next_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

std::string write_csv(const CsvTable& table) {
  std::string out;
  append_record(out, table.columns);
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size())
      throw Error(ErrorKind::internal, "", "a row of a table has another number of cells than the table has columns");
    append_record(out, row);
  }
  return out;
}

CsvTable parse_csv(std::string_view text, const std::string& place) {
  if (const auto bad = first_invalid_utf8(text); bad || text.find('\0') != std::string_view::npos) {
    const std::size_t at = std::min(bad.value_or(text.size()), text.find('\0'));
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw Error(ErrorKind::data, place + ":" + std::to_string(line), "want UTF-8 text without NUL, found another byte");
  }
  Reader reader(text, place);
  CsvTable table;
  if (reader.at_end()) reader.fail(1, "want a line with the names of the columns, found an empty file");
  table.columns = reader.record();
  if (std::set<std::string> names(table.columns.begin(), table.columns.end()); names.size() != table.columns.size())
    reader.fail(1, "want every column once, found a name twice");
  while (!reader.at_end()) {
    table.lines.push_back(reader.line());
    table.rows.push_back(reader.record());
    if (table.rows.back().size() != table.columns.size())
      reader.fail(table.lines.back(), "want " + std::to_string(table.columns.size()) + " cells, found " +
                                          std::to_string(table.rows.back().size()));
  }
  return table;
}

}  // namespace reseed
