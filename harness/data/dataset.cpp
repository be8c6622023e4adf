// SPDX-License-Identifier: Apache-2.0
#include "data/dataset.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/words.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

bool complete(const SetFile& set, const fs::path& folder) {
  const auto there = [&](const std::string& name) { return name.empty() || fs::is_regular_file(folder / name); };
  return there(set.file) && there(set.without) && there(set.only);
}

bool complete(const Descriptor& descriptor, const fs::path& folder) {
  return std::all_of(descriptor.files.begin(), descriptor.files.end(), [&](const auto& entry) {
    return std::any_of(entry.second.begin(), entry.second.end(), [&](const SetFile& s) { return complete(s, folder); });
  });
}

std::string wanted_files(const Descriptor& descriptor) {
  std::vector<std::string> names;
  for (const auto& [set, alternatives] : descriptor.files) {
    std::string name;
    for (const SetFile& choice : alternatives) {
      name += (name.empty() ? "" : " (or ") + choice.file;
      for (const std::string& ids : {choice.without, choice.only})
        if (!ids.empty()) name += " with " + ids;
    }
    for (std::size_t i = 1; i < alternatives.size(); ++i) name += ')';
    names.push_back(name);
  }
  return joined(names, " and ");
}

using Key = std::vector<std::string>;

std::set<Key> read_ids(const fs::path& file, std::size_t width) {
  TableFormat format;
  format.header = false;
  std::vector<Column> columns;
  for (std::size_t i = 0; i < width; ++i) columns.emplace_back(static_cast<std::int64_t>(i));
  std::set<Key> ids;
  for (Row& row : read_rows(file, format, columns)) ids.insert(std::move(row.cells));
  return ids;
}

/// Rows of the set's file after its id lists; the cells of the key are cut off.
std::vector<Row> rows_of(const Descriptor& descriptor, const SetFile& set, const fs::path& folder,
                         const std::vector<Column>& wanted) {
  std::vector<Column> columns = wanted;
  columns.insert(columns.end(), set.key.begin(), set.key.end());
  std::vector<Row> rows = read_rows(folder / set.file, descriptor.format, columns);
  const auto keep = [&](const std::string& list, bool listed) {
    if (list.empty()) return;
    const std::set<Key> ids = read_ids(folder / list, set.key.size());
    std::set<Key> found;
    std::erase_if(rows, [&](const Row& row) {
      const Key key(row.cells.begin() + static_cast<std::ptrdiff_t>(wanted.size()), row.cells.end());
      const bool is_listed = ids.contains(key);
      if (is_listed) found.insert(key);
      return is_listed != listed;
    });
    if (found.size() != ids.size())
      throw Error(ErrorKind::data, (folder / list).string(),
                  "want ids of rows of " + set.file + ", found " + std::to_string(ids.size() - found.size()) +
                      " that no row has");
  };
  keep(set.without, false);
  keep(set.only, true);
  for (Row& row : rows) row.cells.resize(wanted.size());
  return rows;
}

bool is_hidden_label(const std::string& cell) { return cell == "-1"; }

/// Refuses labels outside the label set: the first by its line, a set of hidden labels as a whole.
void check_labels(const Descriptor& descriptor, const fs::path& file, std::string_view set,
                  const std::vector<Row>& rows, std::size_t column) {
  std::size_t bad = 0;
  std::size_t hidden = 0;
  const Row* first = nullptr;
  for (const Row& row : rows) {
    if (descriptor.labels.label(row.cells[column])) continue;
    if (first == nullptr) first = &row;
    ++bad;
    if (is_hidden_label(row.cells[column])) ++hidden;
  }
  if (first == nullptr) return;
  if (hidden == rows.size())
    throw Error(ErrorKind::data, file.string(),
                "want labelled items in the set " + std::string(set) + " of " + descriptor.name +
                    ", found the label -1 for all " + std::to_string(hidden) +
                    " items: its labels are hidden; use a labelled set or a split of another one");
  std::string message = "want the label " + descriptor.labels.want() + ", found \"" + first->cells[column] + '"';
  if (bad > 1) message += " (and " + std::to_string(bad - 1) + " more such lines)";
  throw Error(ErrorKind::data, file.string() + ':' + std::to_string(first->line), message);
}

/// Length before text: no two different lists of texts hash alike.
void update(Sha256& hash, const std::string& text) { hash.update(std::to_string(text.size()) + ':').update(text); }

}  // namespace

std::string LoadedSet::description() const {
  std::string counts;
  for (const std::int64_t count : labels) counts += (counts.empty() ? "" : ", ") + std::to_string(count);
  return std::to_string(examples.size()) + " items (" + counts + ')';
}

fs::path dataset_folder(const Descriptor& descriptor, const fs::path& root) {
  fs::path base = root;
  if (base.empty()) {
    const bool is_shipped = descriptor.source.string().starts_with((share_directory() / "datasets").string());
    const char* given = std::getenv("RESEED_DATA");
    if (!is_shipped)
      base = fs::absolute(descriptor.source).parent_path();
    else if (given != nullptr && *given != '\0')
      base = given;
    else
      throw Error(ErrorKind::data, descriptor.name,
                  "want to know where " + wanted_files(descriptor) + " are, found neither a root nor RESEED_DATA");
  }
  const fs::path name = descriptor.name;
  std::vector<std::string> tried;
  for (const fs::path& folder : {base, base / name, base / name.filename(), base / *name.begin()}) {
    if (complete(descriptor, folder)) return folder;
    if (std::find(tried.begin(), tried.end(), folder.string()) == tried.end()) tried.push_back(folder.string());
  }
  throw Error(ErrorKind::data, descriptor.name,
              "want " + wanted_files(descriptor) + ", found them in none of " + joined(tried, " and "));
}

LoadedSet load_set(const Descriptor& descriptor, const fs::path& folder, std::string_view set, bool expect_counts) {
  const auto files = descriptor.files.find(set);
  if (files == descriptor.files.end())
    throw Error(ErrorKind::data, descriptor.name, "want a set " + std::string(set) + ", found none in its descriptor");
  const auto choice =
      std::find_if(files->second.begin(), files->second.end(), [&](const SetFile& s) { return complete(s, folder); });
  if (choice == files->second.end())
    throw Error(ErrorKind::data, (folder / files->second.front().file).string(),
                "want the set " + std::string(set) + " of " + descriptor.name + ", found no such file");

  std::vector<Column> columns = {descriptor.text, descriptor.label};
  const std::size_t pair_at = columns.size();
  if (descriptor.text_pair) columns.push_back(*descriptor.text_pair);
  const std::size_t document_at = columns.size();
  if (descriptor.document) columns.push_back(*descriptor.document);

  LoadedSet loaded;
  loaded.name = set;
  loaded.file = folder / choice->file;
  loaded.labels.assign(descriptor.labels.names().size(), 0);
  std::vector<Row> rows = rows_of(descriptor, *choice, folder, columns);
  check_labels(descriptor, loaded.file, set, rows, 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string>& cells = rows[i].cells;
    Example example;
    example.label = *descriptor.labels.label(cells[1]);
    example.index = static_cast<std::int64_t>(i);
    if (descriptor.document) {
      example.document = std::move(cells[document_at]);
      if (!descriptor.document_until.empty())
        example.document = example.document.substr(0, example.document.find(descriptor.document_until));
    }
    example.text = std::move(cells[0]);
    if (descriptor.text_pair) example.text_pair = std::move(cells[pair_at]);
    if (example.label == LabelRules::kDropped) {
      loaded.dropped.push_back(std::move(example));
      continue;
    }
    ++loaded.labels[static_cast<std::size_t>(example.label)];
    loaded.examples.push_back(std::move(example));
  }
  if (loaded.examples.empty())
    throw Error(ErrorKind::data, loaded.file.string(),
                "want items in the set " + std::string(set) + " of " + descriptor.name + ", found none");
  if (expect_counts)
    if (const std::string difference = count_difference(descriptor, loaded); !difference.empty())
      throw Error(ErrorKind::data, loaded.file.string(),
                  difference + "; get the official file, or say expect_counts = false");
  return loaded;
}

std::string count_difference(const Descriptor& descriptor, const LoadedSet& set) {
  const auto expected = descriptor.counts.find(set.name);
  if (expected == descriptor.counts.end()) return {};
  const ExpectedCounts& want = expected->second;
  const auto items = static_cast<std::int64_t>(set.examples.size());
  const auto dropped = static_cast<std::int64_t>(set.dropped.size());
  if ((!want.items || *want.items == items) && (want.labels.empty() || want.labels == set.labels) &&
      (!want.dropped || *want.dropped == dropped))
    return {};
  const auto text = [](const std::optional<std::int64_t>& count, const std::vector<std::int64_t>& labels,
                       const std::optional<std::int64_t>& left_out) {
    std::string list;
    for (const std::int64_t label : labels) list += (list.empty() ? "" : ", ") + std::to_string(label);
    std::string words = count ? std::to_string(*count) + " items" : "items";
    if (!labels.empty()) words += " (" + list + ')';
    if (left_out) words += " and " + std::to_string(*left_out) + " dropped";
    return words;
  };
  return "want " + text(want.items, want.labels, want.dropped) + " in the set " + set.name + " of " + descriptor.name +
         ", found " +
         text(items, want.labels.empty() ? std::vector<std::int64_t>{} : set.labels,
              want.dropped ? std::optional(dropped) : std::nullopt);
}

std::string examples_digest(const std::vector<Example>& examples) {
  Sha256 hash;
  for (const Example& example : examples) {
    hash.update(std::to_string(example.label) + ' ' + std::to_string(example.index) +
                (example.text_pair ? " 2 " : " 1 "));
    update(hash, example.text);
    if (example.text_pair) update(hash, *example.text_pair);
  }
  return hash.finish();
}

}  // namespace reseed
