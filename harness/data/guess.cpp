// SPDX-License-Identifier: Apache-2.0
#include "data/guess.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "data/rows.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr std::size_t kMostClasses = 100;

/// A file's columns by name or position, with all their cells.
struct Columns {
  std::vector<std::string> names;  ///< empty: no header, columns go by position
  std::vector<std::vector<std::string>> cells;
};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool all_of_one_width(const std::vector<Row>& rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const Row& row) { return row.cells.size() == rows.front().cells.size(); });
}

/// A first record is a header when its cells are short, different, no numbers, and its columns hold other values.
bool looks_like_header(const std::vector<Row>& rows) {
  const std::vector<std::string>& first = rows.front().cells;
  if (std::set<std::string>(first.begin(), first.end()).size() != first.size()) return false;
  for (std::size_t column = 0; column < first.size(); ++column) {
    const std::string& cell = first[column];
    if (cell.empty() || cell.size() > 40 || parse_double(cell)) return false;
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (column < rows[i].cells.size() && rows[i].cells[column] == cell) return false;
  }
  return true;
}

Columns by_column(const std::vector<Row>& rows, bool header) {
  Columns columns;
  if (header) columns.names = rows.front().cells;
  columns.cells.resize(rows.front().cells.size());
  for (std::size_t i = header ? 1 : 0; i < rows.size(); ++i)
    for (std::size_t c = 0; c < columns.cells.size() && c < rows[i].cells.size(); ++c)
      columns.cells[c].push_back(rows[i].cells[c]);
  return columns;
}

/// Keys of the first JSON line whose values are strings, numbers or booleans, with the cells of all lines.
Columns json_columns(const std::filesystem::path& file) {
  const std::string content = read_file(file);
  const std::string place = file.string() + ":1";
  const nlohmann::json first = parse_json(content.substr(0, content.find('\n')), place);
  if (!first.is_object())
    throw Error(ErrorKind::data, place, "want a JSON object a line, found " + std::string(first.type_name()));
  Columns columns;
  std::vector<Column> wanted;
  for (const auto& [key, value] : first.items()) {
    if (!value.is_string() && !value.is_number() && !value.is_boolean()) continue;
    columns.names.push_back(key);
    wanted.emplace_back(key);
  }
  columns.cells.resize(wanted.size());
  for (Row& row : read_rows(file, {TableFormat::Kind::jsonl}, wanted))
    for (std::size_t c = 0; c < wanted.size(); ++c) columns.cells[c].push_back(std::move(row.cells[c]));
  return columns;
}

std::size_t distinct(const std::vector<std::string>& cells) {
  return std::set<std::string>(cells.begin(), cells.end()).size();
}

double mean_length(const std::vector<std::string>& cells) {
  double sum = 0.0;
  for (const std::string& cell : cells) sum += static_cast<double>(cell.size());
  return cells.empty() ? 0.0 : sum / static_cast<double>(cells.size());
}

std::string name_of(const Columns& columns, std::size_t column) {
  return columns.names.empty() ? std::to_string(column) : columns.names[column];
}

/// The column that the user named.
std::size_t named_column(const Columns& columns, const std::string& name, const std::filesystem::path& file) {
  const auto found = std::find(columns.names.begin(), columns.names.end(), name);
  if (found != columns.names.end()) return static_cast<std::size_t>(found - columns.names.begin());
  const auto position = parse_integer(name);
  if (columns.names.empty() && position && *position >= 0 && *position < static_cast<long long>(columns.cells.size()))
    return static_cast<std::size_t>(*position);
  throw Error(ErrorKind::data, file.string(),
              "want a column " + name + ", found " +
                  (columns.names.empty()
                       ? std::to_string(columns.cells.size()) + " columns without names (positions count from 0)"
                       : joined(columns.names, " and ") + did_you_mean(name, columns.names)));
}

bool can_be_label(const std::vector<std::string>& cells) {
  const std::size_t count = distinct(cells);
  return count >= 2 && count <= kMostClasses && count * 2 <= cells.size();
}

std::size_t guess_label(const Columns& columns, std::optional<std::size_t> text, const std::filesystem::path& file) {
  std::optional<std::size_t> best;
  for (std::size_t c = 0; c < columns.cells.size(); ++c) {
    if (c == text || !can_be_label(columns.cells[c])) continue;
    const std::string name = columns.names.empty() ? "" : lower(columns.names[c]);
    for (const char* usual : {"label", "labels", "class", "sentiment", "target", "category", "gold_label", "polarity"})
      if (name == usual) return c;
    if (!best || distinct(columns.cells[c]) < distinct(columns.cells[*best])) best = c;
  }
  if (!best)
    throw Error(ErrorKind::data, file.string(),
                "want a column with 2 to " + std::to_string(kMostClasses) +
                    " different values as label, found none; name it with --label "
                    "(a score needs a descriptor with ranges)");
  return *best;
}

std::size_t guess_text(const Columns& columns, std::size_t label) {
  std::size_t best = label == 0 ? 1 : 0;
  for (std::size_t c = 0; c < columns.cells.size(); ++c)
    if (c != label && mean_length(columns.cells[c]) > mean_length(columns.cells[best])) best = c;
  return best;
}

/// Labels in order: numbers by size, else by the alphabet.
std::vector<std::string> sorted_labels(const std::vector<std::string>& cells) {
  const std::set<std::string> different(cells.begin(), cells.end());
  std::vector<std::string> labels(different.begin(), different.end());
  if (std::all_of(labels.begin(), labels.end(),
                  [](const std::string& label) { return parse_double(label).has_value(); }))
    std::stable_sort(labels.begin(), labels.end(),
                     [](const std::string& a, const std::string& b) { return *parse_double(a) < *parse_double(b); });
  return labels;
}

}  // namespace

std::string toml_string(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += letter;
    } else if (byte < 0x20 || byte == 0x7F) {
      constexpr char kDigits[] = "0123456789ABCDEF";
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += letter;
    }
  }
  return out + '"';
}

GuessedDataset guess_dataset(const std::filesystem::path& file, const std::string& name, const std::string& text_column,
                             const std::string& label_column) {
  GuessedDataset guess;
  const std::string extension = lower(file.extension().string());
  const bool is_json = extension == ".jsonl" || extension == ".ndjson" || extension == ".json";
  const bool is_csv = extension == ".csv";
  const std::string kind = is_json ? "jsonl" : is_csv ? "csv" : "tsv";
  TableFormat format;
  Columns columns;
  if (is_json) {
    columns = json_columns(file);
  } else {
    format.kind = is_csv ? TableFormat::Kind::csv : TableFormat::Kind::tsv;
    format.quotes = is_csv;
    format.separator = '\t';
    std::vector<Row> rows;
    if (is_csv) {
      // The separator that gives the most columns in the first record.
      std::size_t most = 0;
      for (const char separator : {',', ';', '\t'}) {
        TableFormat tried = format;
        tried.separator = separator;
        std::vector<Row> found = read_all_cells(file, tried);
        if (found.empty() || found.front().cells.size() <= most) continue;
        most = found.front().cells.size();
        format = tried;
        rows = std::move(found);
      }
    } else {
      rows = read_all_cells(file, format);
      if (!rows.empty() && !all_of_one_width(rows)) {
        format.quotes = true;  // fields with line ends split records of an unquoted reading
        rows = read_all_cells(file, format);
      }
    }
    if (rows.size() < 2 || rows.front().cells.size() < 2)
      throw Error(ErrorKind::data, file.string(),
                  "want at least two records of at least two columns (" + kind + "), found " +
                      std::to_string(rows.size()) + " of " +
                      std::to_string(rows.empty() ? 0 : rows.front().cells.size()));
    const std::vector<std::string>& first = rows.front().cells;
    const bool is_named = std::find(first.begin(), first.end(), text_column) != first.end() ||
                          std::find(first.begin(), first.end(), label_column) != first.end();
    format.header = is_named || looks_like_header(rows);
    columns = by_column(rows, format.header);
    guess.assumptions.push_back(std::string("the first line ") +
                                (format.header ? "names the columns" : "is an item, not a header") + "; fields " +
                                (format.quotes ? "may be quoted with \"" : "are not quoted: \" is text"));
  }
  if (columns.cells.size() < 2)
    throw Error(ErrorKind::data, file.string(), "want a text and a label, found fewer than two columns");

  std::optional<std::size_t> text;
  if (!text_column.empty()) text = named_column(columns, text_column, file);
  const std::size_t label =
      label_column.empty() ? guess_label(columns, text, file) : named_column(columns, label_column, file);
  if (!text) text = guess_text(columns, label);
  if (*text == label)
    throw Error(ErrorKind::data, file.string(),
                "want different columns for text and label, found " + name_of(columns, label) + " for both");
  const std::vector<std::string> labels = sorted_labels(columns.cells[label]);
  if (labels.size() < 2 || labels.size() > kMostClasses)
    throw Error(ErrorKind::data, file.string(),
                "want 2 to " + std::to_string(kMostClasses) + " different labels in the column " +
                    name_of(columns, label) + ", found " + std::to_string(labels.size()) +
                    "; a score needs a descriptor with ranges");
  if (std::find(labels.begin(), labels.end(), "-1") != labels.end() &&
      std::find(labels.begin(), labels.end(), "1") == labels.end())
    throw Error(ErrorKind::data, file.string(),
                "want labels in the column " + name_of(columns, label) + ", found -1, which stands for a hidden one");
  guess.assumptions.push_back("the text is the column " + name_of(columns, *text) + ", the label is the column " +
                              name_of(columns, label));
  guess.assumptions.push_back("the labels are " + joined(labels, " and "));
  guess.assumptions.push_back(
      "every item stands alone: where several come from one document, name its column "
      "(columns.document) and split by = \"document\"");
  guess.items = static_cast<std::int64_t>(columns.cells[label].size());
  guess.classes = static_cast<std::int64_t>(labels.size());

  const auto column_text = [&](std::size_t c) {
    return columns.names.empty() ? std::to_string(c) : toml_string(columns.names[c]);
  };
  std::string list;
  for (const std::string& entry : labels) list += (list.empty() ? "" : ", ") + toml_string(entry);
  guess.descriptor =
      "# A data set as data: what the file holds and how it is read.\nschema  = 1\nname    = " + toml_string(name) +
      "\nlicence = \"not stated\"\ntext_may_be_shown = false  # true: reports may quote texts\n\nformat  = " +
      toml_string(kind) + '\n';
  if (!is_json) {
    guess.descriptor += std::string("header  = ") + (format.header ? "true" : "false") +
                        "\nquote   = " + (format.quotes ? "\"double\"" : "\"none\"") + '\n';
    if (format.separator != (is_csv ? ',' : '\t'))
      guess.descriptor += "separator = " + toml_string(std::string(1, format.separator)) + '\n';
  }
  guess.descriptor += "columns = { text = " + column_text(*text) + ", label = " + column_text(label) +
                      " }\nlabels  = [" + list + "]\n\n[files]\nall = " + toml_string(file.filename().string()) +
                      "\n\n[counts]\nall = " + std::to_string(guess.items) + '\n';
  return guess;
}

}  // namespace reseed
