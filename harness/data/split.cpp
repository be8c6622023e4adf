// SPDX-License-Identifier: Apache-2.0
#include "data/split.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/files.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "reseed/philox.hpp"
#include "toml/table.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// A shipped split's list for one data set.
struct TestList {
  std::string dataset;
  std::int64_t validation_items = 0;
  std::vector<std::int64_t> test_labels;  ///< counts by class index
  std::vector<std::int64_t> validation_labels;
  std::vector<std::int64_t> test;
};

std::vector<std::int64_t> read_integers(TomlTable& table, std::string_view key) {
  std::vector<std::int64_t> list;
  const TomlNode* node = table.require(key, "an array of integers");
  if (node == nullptr) return list;
  if (node->kind != TomlNode::Kind::array) table.mistake(key, "an array of integers", node->description());
  for (const TomlNode& item : node->items) {
    if (item.kind != TomlNode::Kind::integer || item.integer < 0)
      table.mistakes().add(item.place, table.path(key), "want an integer of at least 0, found " + item.description());
    list.push_back(item.integer);
  }
  return list;
}

std::vector<TestList> read_split_file(const fs::path& file) {
  const TomlNode root = parse_toml(read_file(file), file.string(), ErrorKind::manifest);
  Mistakes mistakes(ErrorKind::manifest);
  TomlTable table(root, "", mistakes);
  std::int64_t schema = 1;
  std::string text;
  table.require("schema", "1");
  table.read("schema", schema, {"1, the schema that this version of reseed reads", 1, 1});
  table.read("name", text);
  table.read("source", text);
  std::vector<TestList> lists;
  if (const TomlNode* node = table.require("lists", "an array of tables")) {
    for (std::size_t i = 0; i < node->items.size(); ++i) {
      TomlTable entry(node->items[i], "lists[" + std::to_string(i) + ']', mistakes);
      TestList& list = lists.emplace_back();
      entry.require("dataset", "a data set's name");
      entry.read("dataset", list.dataset);
      entry.require("validation_items", "a count");
      entry.read("validation_items", list.validation_items, {"an integer of at least 2", 2});
      list.test_labels = read_integers(entry, "test_labels");
      list.validation_labels = read_integers(entry, "validation_labels");
      list.test = read_integers(entry, "test");
      entry.finish();
    }
  }
  table.finish();
  mistakes.throw_if_any();
  return lists;
}

std::vector<std::string> split_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(share_directory() / "splits", error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".toml") names.push_back(entry->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Test items in the order of their positions, the rest in the order of the set. Positions are valid and distinct.
Halves halves(const std::vector<Example>& examples, const std::vector<std::size_t>& test) {
  Halves sets;
  std::vector<bool> taken(examples.size(), false);
  for (const std::size_t position : test) {
    taken[position] = true;
    sets.test.push_back(examples[position]);
  }
  for (std::size_t i = 0; i < examples.size(); ++i)
    if (!taken[i]) sets.validation.push_back(examples[i]);
  return sets;
}

/// Where the item of that official position stands among the items that were not dropped.
std::map<std::int64_t, std::size_t> by_index(const std::vector<Example>& examples) {
  std::map<std::int64_t, std::size_t> at;
  for (std::size_t i = 0; i < examples.size(); ++i) at[examples[i].index] = i;
  return at;
}

void refuse_empty(const Halves& sets, const std::string& place) {
  if (sets.test.empty() || sets.validation.empty())
    throw Error(ErrorKind::data, place,
                std::string("want items in the test set and in the validation set, found an empty ") +
                    (sets.test.empty() ? "test" : "validation") + " set");
}

std::vector<std::int64_t> label_counts(const std::vector<Example>& examples, std::size_t classes) {
  std::vector<std::int64_t> counts(classes, 0);
  for (const Example& example : examples) ++counts[static_cast<std::size_t>(example.label)];
  return counts;
}

std::string list_text(const std::vector<std::int64_t>& counts) {
  std::vector<std::string> words;
  for (const std::int64_t count : counts) words.push_back(std::to_string(count));
  return joined(words, " and ");
}

/// Groups of positions that must stay together, in the order of their first item.
std::vector<std::vector<std::size_t>> units_of(const std::vector<Example>& examples, bool by_document) {
  std::vector<std::vector<std::size_t>> units;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (!by_document) {
      units.push_back({i});
      continue;
    }
    const auto [entry, is_new] = known.try_emplace(examples[i].document, units.size());
    if (is_new) units.emplace_back();
    units[entry->second].push_back(i);
  }
  return units;
}

}  // namespace

std::vector<std::int64_t> permutation(std::int64_t n, std::uint64_t seed, std::string_view stream) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Draws(Stream(seed, stream), 0).shuffle(order);
  return order;
}

std::vector<std::string> splits_for(const std::string& dataset) {
  std::vector<std::string> names;
  for (const std::string& name : split_names()) {
    const std::vector<TestList> lists = read_split_file(share_directory() / "splits" / (name + ".toml"));
    if (std::any_of(lists.begin(), lists.end(), [&](const TestList& list) { return list.dataset == dataset; }))
      names.push_back(name);
  }
  return names;
}

Halves named_split(const std::string& name, const Descriptor& descriptor, const LoadedSet& validation,
                   bool expect_counts) {
  const std::vector<std::string> names = split_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw Error(
        ErrorKind::manifest, name,
        "want a split, found an unknown name" + did_you_mean(name, names) + "; known: " + joined(names, " and "));
  }
  const fs::path file = share_directory() / "splits" / (name + ".toml");
  const std::vector<TestList> lists = read_split_file(file);
  const auto list =
      std::find_if(lists.begin(), lists.end(), [&](const TestList& l) { return l.dataset == descriptor.name; });
  if (list == lists.end()) {
    const std::vector<std::string> others = splits_for(descriptor.name);
    throw Error(ErrorKind::manifest, name,
                "want a split of " + descriptor.name + ", found one of other data sets" +
                    (others.empty() ? std::string() : "; for this one there are " + joined(others, " and ")));
  }
  const auto items = static_cast<std::int64_t>(validation.examples.size());
  if (items != list->validation_items)
    throw Error(ErrorKind::data, validation.file.string(),
                "want the " + std::to_string(list->validation_items) + " validation items that the split " + name +
                    " was made for, found " + std::to_string(items));
  const std::map<std::int64_t, std::size_t> at = by_index(validation.examples);
  std::vector<std::size_t> test;
  std::vector<bool> seen(validation.examples.size(), false);
  for (const std::int64_t index : list->test) {
    const auto found = at.find(index);
    if (found == at.end() || seen[found->second])
      throw Error(ErrorKind::manifest, file.string(),
                  "want positions of distinct items, found " + std::to_string(index));
    seen[found->second] = true;
    test.push_back(found->second);
  }
  Halves sets = halves(validation.examples, test);
  refuse_empty(sets, file.string());
  const std::size_t classes = descriptor.labels.names().size();
  const std::vector<std::int64_t> test_labels = label_counts(sets.test, classes);
  const std::vector<std::int64_t> validation_labels = label_counts(sets.validation, classes);
  if (expect_counts && (test_labels != list->test_labels || validation_labels != list->validation_labels))
    throw Error(ErrorKind::data, validation.file.string(),
                "want " + list_text(list->test_labels) + " test items by label in the split " + name + ", found " +
                    list_text(test_labels) +
                    ": the file's order is not the official one; get the official file, or say expect_counts = false");
  return sets;
}

Halves file_split(const fs::path& file, const LoadedSet& validation) {
  const std::map<std::int64_t, std::size_t> at = by_index(validation.examples);
  std::map<std::int64_t, std::int64_t> line_of;
  std::vector<std::size_t> test;
  const std::string content = read_file(file);
  std::string_view text = content;
  for (std::int64_t line = 1; !text.empty(); ++line) {
    std::string_view word = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    word = word.substr(0, word.find('#'));
    const std::size_t begin = word.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) continue;
    word = word.substr(begin, word.find_last_not_of(" \t\r") - begin + 1);
    const std::string place = file.string() + ':' + std::to_string(line);
    const auto index = parse_integer(word);
    if (!index)
      throw Error(ErrorKind::data, place,
                  "want a position counted from 0, found \"" + std::string(word.substr(0, 60)) + '"');
    const auto found = at.find(*index);
    if (found == at.end())
      throw Error(ErrorKind::data, place,
                  "want a position of one of the " + std::to_string(validation.examples.size()) + " items of " +
                      validation.file.string() + ", found " + std::to_string(*index));
    const auto [first, is_new] = line_of.try_emplace(*index, line);
    if (!is_new)
      throw Error(ErrorKind::data, place,
                  "want every position once, found " + std::to_string(*index) + " again, first in line " +
                      std::to_string(first->second));
    test.push_back(found->second);
  }
  Halves sets = halves(validation.examples, test);
  refuse_empty(sets, file.string());
  return sets;
}

Halves fraction_split(const SplitSpec& split, const LoadedSet& validation) {
  const auto n = static_cast<std::int64_t>(validation.examples.size());
  // The slack keeps a product such as 0.07 x 100 = 7.000000000000001 from being rounded up.
  const auto count = static_cast<std::size_t>(std::ceil(static_cast<double>(n) * split.test_fraction - 1e-9));
  std::vector<std::size_t> test;
  for (const std::int64_t position : permutation(n, split.seed, "split")) {
    if (test.size() == count) break;
    test.push_back(static_cast<std::size_t>(position));
  }
  Halves sets = halves(validation.examples, test);
  refuse_empty(sets, validation.file.string());
  return sets;
}

DrawnSets drawn_split(const SplitSpec& split, const Descriptor& descriptor, const LoadedSet& pool) {
  const bool by_document = split.by == "document";
  if (by_document && !descriptor.document)
    throw Error(ErrorKind::manifest, descriptor.name,
                "want a data set with documents for by = \"document\", found no document column; use by = \"item\"");
  const std::vector<std::vector<std::size_t>> units = units_of(pool.examples, by_document);
  const std::vector<std::int64_t> order = permutation(static_cast<std::int64_t>(units.size()), split.seed, "split");
  DrawnSets sets;
  std::size_t next = 0;
  const auto fill = [&](std::vector<Example>& set, std::int64_t wanted) {
    while (static_cast<std::int64_t>(set.size()) < wanted) {
      if (next == order.size())
        throw Error(ErrorKind::data, pool.file.string(),
                    "want " + std::to_string(split.train) + " + " + std::to_string(split.validation) + " + " +
                        std::to_string(split.test) + " items" + (by_document ? " of whole documents" : "") +
                        ", found " + std::to_string(pool.examples.size()) + " in " + std::to_string(units.size()) +
                        (by_document ? " documents" : " items"));
      for (const std::size_t position : units[static_cast<std::size_t>(order[next++])]) {
        if (static_cast<std::int64_t>(set.size()) == wanted) break;
        set.push_back(pool.examples[position]);
      }
    }
  };
  fill(sets.train, split.train);
  fill(sets.validation, split.validation);
  fill(sets.test, split.test);
  return sets;
}

}  // namespace reseed
