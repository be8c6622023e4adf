// SPDX-License-Identifier: Apache-2.0
#include "data/descriptor.hpp"

#include <algorithm>
#include <utility>

#include "base/files.hpp"
#include "base/nearest.hpp"
#include "base/words.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

const IntegerRange kCount{"an integer of at least 0", 0};

std::optional<Column> column_of(const TomlNode& node) {
  if (node.kind == TomlNode::Kind::string && !node.string.empty()) return node.string;
  if (node.kind == TomlNode::Kind::integer && node.integer >= 0 && node.integer < 100000) return node.integer;
  return std::nullopt;
}

constexpr const char* kWantColumn = "a column: a name, or a position counted from 0";

bool read_column(TomlTable& table, std::string_view key, Column& target) {
  const TomlNode* value = table.get(key);
  if (value == nullptr) return false;
  const auto column = column_of(*value);
  if (column)
    target = *column;
  else
    table.mistake(key, kWantColumn, value->description());
  return column.has_value();
}

void read_document(TomlTable& table, Descriptor& descriptor) {
  const TomlNode* value = table.get("document");
  if (value == nullptr) return;
  Column column;
  if (value->kind != TomlNode::Kind::table) {
    if (read_column(table, "document", column)) descriptor.document = column;
    return;
  }
  TomlTable document(*value, table.path("document"), table.mistakes());
  document.require("column", kWantColumn);
  if (read_column(document, "column", column)) descriptor.document = column;
  document.read("until", descriptor.document_until);
  document.finish();
}

void read_columns(TomlTable& table, Descriptor& descriptor) {
  const TomlNode* value = table.require("columns", "a table with text and label");
  if (value == nullptr) return;
  TomlTable columns(*value, table.path("columns"), table.mistakes());
  columns.require("text", kWantColumn);
  read_column(columns, "text", descriptor.text);
  Column pair;
  if (read_column(columns, "text_pair", pair)) descriptor.text_pair = pair;
  columns.require("label", kWantColumn);
  read_column(columns, "label", descriptor.label);
  read_document(columns, descriptor);
  columns.finish();
}

SetFile read_set_file(const TomlNode& node, const std::string& path, Mistakes& mistakes) {
  SetFile set;
  if (node.kind == TomlNode::Kind::string && !node.string.empty()) {
    set.file = node.string;
    return set;
  }
  if (node.kind != TomlNode::Kind::table) {
    mistakes.add(node.place, path, "want a file name or a table with file, found " + node.description());
    return set;
  }
  TomlTable table(node, path, mistakes);
  table.require("file", "a file name");
  table.read("file", set.file, "a file name");
  table.read("without", set.without, "the name of a file of ids");
  table.read("only", set.only, "the name of a file of ids");
  if (const TomlNode* key = table.get("key")) {
    const std::vector<TomlNode> one = {*key};
    for (const TomlNode& item : key->kind == TomlNode::Kind::array ? key->items : one) {
      if (const auto column = column_of(item))
        set.key.push_back(*column);
      else
        mistakes.add(item.place, table.path("key"),
                     std::string("want ") + kWantColumn + ", found " + item.description());
    }
  }
  if ((!set.without.empty() || !set.only.empty()) && set.key.empty())
    mistakes.add(node.place, table.path("key"), "want the columns that the ids stand for, found nothing");
  table.finish();
  return set;
}

void read_files(TomlTable& table, Descriptor& descriptor) {
  const TomlNode* value = table.require("files", "a table with train, validation, test or all");
  if (value == nullptr) return;
  TomlTable files(*value, table.path("files"), table.mistakes());
  for (const std::string_view set : Descriptor::kSets) {
    const TomlNode* node = files.get(set);
    if (node == nullptr) continue;
    std::vector<SetFile>& list = descriptor.files[std::string(set)];
    if (node->kind != TomlNode::Kind::array) {
      list.push_back(read_set_file(*node, files.path(set), table.mistakes()));
      continue;
    }
    for (std::size_t i = 0; i < node->items.size(); ++i)
      list.push_back(read_set_file(node->items[i], files.path(set) + '[' + std::to_string(i) + ']', table.mistakes()));
    if (list.empty()) files.mistake(set, "a file name or an array of alternatives", node->description());
  }
  files.finish();
  if (value->kind == TomlNode::Kind::table && descriptor.files.empty())
    table.mistake("files", "at least one of train, validation, test and all", "none");
  if (descriptor.files.contains("all") && descriptor.files.size() > 1)
    table.note("files", "want either all or official sets, found both");
}

void read_format(TomlTable& table, TableFormat& format) {
  std::string kind = "tsv";
  table.require("format", "\"tsv\", \"csv\" or \"jsonl\"");
  table.read_choice("format", kind, {"tsv", "csv", "jsonl"});
  format.kind = kind == "tsv"   ? TableFormat::Kind::tsv
                : kind == "csv" ? TableFormat::Kind::csv
                                : TableFormat::Kind::jsonl;
  format.separator = kind == "csv" ? ',' : '\t';
  std::string quote = kind == "csv" ? "double" : "none";
  const bool is_json = format.kind == TableFormat::Kind::jsonl;
  for (const char* key : {"header", "quote", "separator"})
    if (is_json && table.has(key))
      table.note(key, "want this key for tsv and csv only, found it with format = \"jsonl\"");
  table.read("header", format.header);
  table.read_choice("quote", quote, {"none", "double"});
  format.quotes = quote == "double";
  std::string separator;
  if (table.read("separator", separator, "one character")) {
    if (separator.size() == 1 && separator[0] != '"' && separator[0] != '\n' && separator[0] != '\r')
      format.separator = separator[0];
    else
      table.mistake("separator", "one character", "the string \"" + separator + '"');
  }
}

ExpectedCounts read_expected(const TomlNode& node, const std::string& path, const Descriptor& descriptor,
                             Mistakes& mistakes) {
  ExpectedCounts counts;
  if (node.kind == TomlNode::Kind::integer && node.integer >= 0) {
    counts.items = node.integer;
    return counts;
  }
  if (node.kind != TomlNode::Kind::table) {
    mistakes.add(node.place, path,
                 "want a number of items or a table with items and labels, found " + node.description());
    return counts;
  }
  TomlTable table(node, path, mistakes);
  std::int64_t number = 0;
  if (table.read("items", number, kCount)) counts.items = number;
  if (table.read("dropped", number, kCount)) counts.dropped = number;
  if (const TomlNode* labels = table.get("labels")) {
    const std::size_t classes = descriptor.labels.names().size();
    bool good = labels->kind == TomlNode::Kind::array && labels->items.size() == classes;
    for (const TomlNode& item : labels->items) {
      good = good && item.kind == TomlNode::Kind::integer && item.integer >= 0;
      counts.labels.push_back(item.integer);
    }
    if (!good) {
      counts.labels.clear();
      table.mistake("labels", "one count for each of " + std::to_string(classes) + " labels", labels->description());
    }
  }
  table.finish();
  return counts;
}

void read_counts(TomlTable& table, Descriptor& descriptor) {
  const TomlNode* value = table.get("counts");
  if (value == nullptr) return;
  TomlTable counts(*value, table.path("counts"), table.mistakes());
  for (const auto& [set, files] : descriptor.files)
    if (const TomlNode* node = counts.get(set))
      descriptor.counts[set] = read_expected(*node, counts.path(set), descriptor, table.mistakes());
  counts.finish();
}

}  // namespace

Descriptor read_descriptor(const fs::path& file) {
  const TomlNode root = parse_toml(read_file(file), file.string(), ErrorKind::manifest);
  Mistakes mistakes(ErrorKind::manifest);
  TomlTable table(root, "", mistakes);
  Descriptor descriptor;
  descriptor.source = file;
  std::int64_t schema = 1;
  table.require("schema", "1");
  table.read("schema", schema, {"1, the schema that this version of reseed reads", 1, 1});
  table.require("name", "a name such as \"my/reviews\"");
  table.read("name", descriptor.name);
  table.read("licence", descriptor.licence);
  table.read("text_may_be_shown", descriptor.text_may_be_shown);
  read_format(table, descriptor.format);
  read_columns(table, descriptor);
  descriptor.labels = read_label_rules(table);
  read_files(table, descriptor);
  read_counts(table, descriptor);
  table.finish();
  mistakes.throw_if_any();
  return descriptor;
}

std::vector<std::string> shipped_datasets() {
  const fs::path folder = share_directory() / "datasets";
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::follow_directory_symlink, error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".toml")
      names.push_back(entry->path().lexically_relative(folder).replace_extension().generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

Descriptor find_descriptor(const std::string& dataset) {
  if (dataset.ends_with(".toml")) {
    if (!fs::exists(dataset))
      throw Error(ErrorKind::manifest, dataset, "want a data set descriptor, found no file of that name");
    return read_descriptor(dataset);
  }
  const std::vector<std::string> names = shipped_datasets();
  if (std::find(names.begin(), names.end(), dataset) == names.end()) {
    throw Error(ErrorKind::manifest, dataset,
                "want a data set, found an unknown name" + did_you_mean(dataset, names) +
                    "; known: " + joined(names, " and ") + "; the path of an own one ends in .toml");
  }
  return read_descriptor(share_directory() / "datasets" / (dataset + ".toml"));
}

}  // namespace reseed
