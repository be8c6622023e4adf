// SPDX-License-Identifier: Apache-2.0
#include "data/rows.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/utf8.hpp"
#include "base/words.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::string place_of(const std::filesystem::path& file, std::int64_t line) {
  return file.string() + ':' + std::to_string(line);
}

/// The file's text without its byte order mark, checked to be UTF-8.
std::string checked_text(const std::filesystem::path& file) {
  std::string text = read_file(file);
  if (const auto offset = first_invalid_utf8(text)) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*offset), '\n');
    constexpr char kDigits[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(text[*offset]);
    throw Error(ErrorKind::data, place_of(file, line),
                std::string("want text in UTF-8, found the byte 0x") + kDigits[byte >> 4] + kDigits[byte & 15] +
                    "; convert the file, for example with iconv");
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

/// The next line of `text` without its end (LF or CRLF).
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::vector<std::string> split(std::string_view line, char separator) {
  std::vector<std::string> cells;
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.emplace_back(line.substr(0, end));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

/// Records of a file whose fields may be quoted as in RFC 4180.
class QuotedReader {
 public:
  QuotedReader(std::string_view text, char separator, const std::filesystem::path& file)
      : text_(text), separator_(separator), file_(file) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::int64_t line() const { return line_; }

  std::vector<std::string> record() {
    std::vector<std::string> cells;
    do cells.push_back(field());
    while (take(separator_));
    if (!at_end()) {
      if (text_[at_] == '\r') ++at_;
      ++at_;  // the line feed: field() stops nowhere else
      ++line_;
    }
    return cells;
  }

 private:
  bool take(char letter) {
    if (at_end() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }

  bool at_line_end() const { return at_end() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n"; }

  std::string field() {
    if (take('"')) return quoted();
    std::string cell;
    while (!at_line_end() && text_[at_] != separator_) cell += text_[at_++];
    return cell;
  }

  std::string quoted() {
    const std::int64_t begin = line_;
    std::string cell;
    while (!at_end()) {
      const char letter = text_[at_++];
      if (letter == '\n') ++line_;
      if (letter != '"') {
        cell += letter;
        continue;
      }
      if (take('"')) {
        cell += '"';
        continue;
      }
      if (!at_line_end() && text_[at_] != separator_)
        throw Error(
            ErrorKind::data, place_of(file_, line_),
            "want a separator or the line's end after a closing quote, found more text; a quote inside a quoted "
            "field is written twice (quote = \"none\" for files without quoting)");
      return cell;
    }
    throw Error(ErrorKind::data, place_of(file_, begin),
                "want a closing quote, found the end of the file (quote = \"none\" for files without quoting)");
  }

  std::string_view text_;
  char separator_;
  const std::filesystem::path& file_;
  std::size_t at_ = 0;
  std::int64_t line_ = 1;
};

/// All records of a file with all their cells; empty lines at the end are passed over.
std::vector<Row> all_records(const std::filesystem::path& file, const std::string& content, const TableFormat& format) {
  std::string_view text = content;
  while (text.ends_with("\n\n") || text.ends_with("\n\r\n")) text.remove_suffix(text.ends_with("\r\n") ? 2 : 1);
  if (text == "\n" || text == "\r\n") text = {};
  std::vector<Row> rows;
  if (format.quotes) {
    QuotedReader reader(text, format.separator, file);
    while (!reader.at_end()) {
      const std::int64_t line = reader.line();
      rows.push_back({reader.record(), line});
    }
    return rows;
  }
  for (std::int64_t line = 1; !text.empty(); ++line) rows.push_back({split(take_line(text), format.separator), line});
  return rows;
}

std::size_t width_without_empty_end(const std::vector<std::string>& cells) {
  std::size_t width = cells.size();
  while (width > 1 && cells[width - 1].empty()) --width;
  return width;
}

/// Positions of the wanted columns.
std::vector<std::size_t> positions(const std::filesystem::path& file, const std::vector<Column>& wanted,
                                   const std::vector<std::string>* header) {
  std::vector<std::size_t> list;
  for (const Column& column : wanted) {
    if (const auto* number = std::get_if<std::int64_t>(&column)) {
      list.push_back(static_cast<std::size_t>(*number));
      continue;
    }
    const auto& name = std::get<std::string>(column);
    if (header == nullptr)
      throw Error(ErrorKind::data, file.string(),
                  "want columns by position (counted from 0) because the file has no header, found the name " + name);
    const auto found = std::find(header->begin(), header->end(), name);
    if (found == header->end()) {
      throw Error(ErrorKind::data, place_of(file, 1),
                  "want a column " + name + ", found " + joined(*header, " and ") + did_you_mean(name, *header));
    }
    if (std::count(header->begin(), header->end(), name) > 1)
      throw Error(ErrorKind::data, place_of(file, 1),
                  "want one column " + name + ", found it twice; give its position (counted from 0) instead");
    list.push_back(static_cast<std::size_t>(found - header->begin()));
  }
  return list;
}

std::vector<Row> read_separated(const std::filesystem::path& file, const TableFormat& format,
                                const std::vector<Column>& wanted) {
  std::vector<Row> rows = all_records(file, checked_text(file), format);
  if (rows.empty()) return rows;
  std::vector<std::string> header;
  if (format.header) {
    header = std::move(rows.front().cells);
    rows.erase(rows.begin());
  }
  const std::vector<std::size_t> at = positions(file, wanted, format.header ? &header : nullptr);
  std::size_t width = format.header ? header.size() : rows.front().cells.size();
  if (!format.header) width = width_without_empty_end(rows.front().cells);
  for (const std::size_t position : at) width = std::max(width, position + 1);
  for (Row& row : rows) {
    if (row.cells.size() > width) row.cells.resize(std::max(width, width_without_empty_end(row.cells)));
    if (row.cells.size() != width) {
      const bool is_blank = row.cells.size() == 1 && row.cells[0].empty();
      throw Error(ErrorKind::data, place_of(file, row.line),
                  "want " + std::to_string(width) + " columns, found " +
                      (is_blank ? "an empty line" : std::to_string(row.cells.size())));
    }
    std::vector<std::string> cells;
    for (const std::size_t position : at) cells.push_back(row.cells[position]);
    row.cells = std::move(cells);
  }
  return rows;
}

std::string json_cell(const Json& object, const Column& column, const std::string& place) {
  if (!std::holds_alternative<std::string>(column))
    throw Error(ErrorKind::data, place, "want keys as columns of JSON lines, found a position");
  const auto& name = std::get<std::string>(column);
  const Json* value = &object;
  if (object.contains(name)) {
    value = &object.at(name);
  } else {
    for (const std::string& part : split(name, '.')) {
      if (!value->is_object() || !value->contains(part)) {
        std::vector<std::string> keys;
        for (const auto& [key, ignored] : object.items()) keys.push_back(key);
        throw Error(ErrorKind::data, place, "want a key " + name + ", found " + joined(keys, " and "));
      }
      value = &value->at(part);
    }
  }
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "true" : "false";
  if (value->is_number_integer()) return value->dump();
  if (value->is_number()) return shortest(value->get<double>());
  throw Error(ErrorKind::data, place,
              "want a string, number or boolean under " + name + ", found " +
                  std::string(value->is_null() ? "null" : value->type_name()));
}

std::vector<Row> read_json_lines(const std::filesystem::path& file, const std::vector<Column>& wanted) {
  const std::string content = checked_text(file);
  std::string_view text = content;
  std::vector<Row> rows;
  for (std::int64_t line = 1; !text.empty(); ++line) {
    const std::string_view json = take_line(text);
    const std::string place = place_of(file, line);
    if (json.empty() && text.find_first_not_of("\r\n") == std::string_view::npos) break;
    const Json object = parse_json(json, place);
    if (!object.is_object())
      throw Error(ErrorKind::data, place, "want a JSON object, found " + std::string(object.type_name()));
    Row row;
    row.line = line;
    for (const Column& column : wanted) row.cells.push_back(json_cell(object, column, place));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string to_string(const Column& column) {
  if (const auto* name = std::get_if<std::string>(&column)) return *name;
  return std::to_string(std::get<std::int64_t>(column));
}

std::vector<Row> read_rows(const std::filesystem::path& file, const TableFormat& format,
                           const std::vector<Column>& wanted) {
  return format.kind == TableFormat::Kind::jsonl ? read_json_lines(file, wanted) : read_separated(file, format, wanted);
}

std::vector<Row> read_all_cells(const std::filesystem::path& file, const TableFormat& format) {
  return all_records(file, checked_text(file), format);
}

}  // namespace reseed
