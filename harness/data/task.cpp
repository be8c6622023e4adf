// SPDX-License-Identifier: Apache-2.0
#include "data/task.hpp"

#include <utility>

#include "base/sha256.hpp"
#include "base/words.hpp"
#include "data/dataset.hpp"
#include "data/split.hpp"

namespace reseed {
namespace {

/// The first `count` examples of a permutation, in its order.
std::vector<Example> first_of_permutation(std::vector<Example> examples, std::int64_t count, std::uint64_t seed,
                                          std::string_view stream, const std::string& place) {
  const auto n = static_cast<std::int64_t>(examples.size());
  if (count > n)
    throw Error(ErrorKind::data, place, "want " + std::to_string(count) + " items, found " + std::to_string(n));
  std::vector<Example> chosen;
  for (const std::int64_t position : permutation(n, seed, stream)) {
    if (static_cast<std::int64_t>(chosen.size()) == count) break;
    chosen.push_back(std::move(examples[static_cast<std::size_t>(position)]));
  }
  return chosen;
}

void require_set(const Descriptor& descriptor, std::string_view set, const std::string& why) {
  if (descriptor.files.contains(set)) return;
  std::vector<std::string> sets;
  for (const auto& [name, files] : descriptor.files) sets.push_back(name);
  throw Error(ErrorKind::manifest, descriptor.name,
              "want a set " + std::string(set) + ' ' + why + ", found only " + joined(sets, " and "));
}

void split_validation(const TaskSpec& task, const Descriptor& descriptor, const std::filesystem::path& folder,
                      TaskData& data) {
  require_set(descriptor, "train", "for this split; draw the sets with { seed, train, validation, test }");
  require_set(descriptor, "validation", "to be split into validation and test");
  const LoadedSet validation = load_set(descriptor, folder, "validation", task.expect_counts);
  Halves sets;
  switch (task.split.kind) {
    case SplitSpec::Kind::named: sets = named_split(task.split.name, descriptor, validation, task.expect_counts); break;
    case SplitSpec::Kind::file: sets = file_split(task.split.name, validation); break;
    default: sets = fraction_split(task.split, validation); break;
  }
  data.train = load_set(descriptor, folder, "train", task.expect_counts).examples;
  data.validation = std::move(sets.validation);
  data.tests[0].examples = std::move(sets.test);
}

void load_sets(const TaskSpec& task, const Descriptor& descriptor, TaskData& data) {
  const std::filesystem::path folder = dataset_folder(descriptor, task.root);
  if (task.split.kind == SplitSpec::Kind::official) {
    for (const char* set : {"train", "validation", "test"}) require_set(descriptor, set, "where no split is given");
    data.train = load_set(descriptor, folder, "train", task.expect_counts).examples;
    data.validation = load_set(descriptor, folder, "validation", task.expect_counts).examples;
    data.tests[0].examples = load_set(descriptor, folder, "test", task.expect_counts).examples;
  } else if (task.split.kind == SplitSpec::Kind::drawn) {
    const std::string pool = descriptor.files.contains("all") ? "all" : "train";
    require_set(descriptor, pool, "to draw from");
    DrawnSets sets = drawn_split(task.split, descriptor, load_set(descriptor, folder, pool, task.expect_counts));
    data.train = std::move(sets.train);
    data.validation = std::move(sets.validation);
    data.tests[0].examples = std::move(sets.test);
  } else {
    split_validation(task, descriptor, folder, data);
  }
}

TestSet load_extra_test(const ExtraTestSpec& extra, bool expect_counts, const std::vector<std::string>& labels) {
  const Descriptor descriptor = find_descriptor(extra.dataset);
  if (descriptor.labels.names() != labels)
    throw Error(ErrorKind::manifest, descriptor.name,
                "want an extra test set with the labels " + joined(labels, " and ") + ", found " +
                    joined(descriptor.labels.names(), " and "));
  std::string set = "train";
  for (const char* name : {"all", "validation", "test"})
    if (descriptor.files.contains(name)) set = name;
  LoadedSet loaded = load_set(descriptor, dataset_folder(descriptor, extra.root), set, expect_counts);
  TestSet test{descriptor.name, std::move(loaded.examples), descriptor.licence, descriptor.text_may_be_shown};
  if (extra.items)
    test.examples =
        first_of_permutation(std::move(test.examples), *extra.items, extra.seed, "extra_test", descriptor.name);
  return test;
}

std::string digest_of(const TaskData& data) {
  Sha256 hash;
  hash.update("classes " + std::to_string(data.labels.size()) + '\n');
  const auto add = [&](const char* what, const std::vector<Example>& examples) {
    hash.update(what + (' ' + std::to_string(examples.size()) + ' ' + examples_digest(examples) + '\n'));
  };
  add("train", data.train);
  add("validation", data.validation);
  for (const TestSet& test : data.tests) add("test", test.examples);
  return hash.finish();
}

}  // namespace

TaskData load_task(const TaskSpec& task) {
  const Descriptor descriptor = find_descriptor(task.dataset);
  TaskData data;
  data.labels = descriptor.labels.names();
  data.tests.push_back({"test", {}, descriptor.licence, descriptor.text_may_be_shown});
  load_sets(task, descriptor, data);
  if (task.train_items)
    data.train =
        first_of_permutation(std::move(data.train), *task.train_items, task.split.seed, "train_items", descriptor.name);
  for (const ExtraTestSpec& extra : task.extra_tests)
    data.tests.push_back(load_extra_test(extra, task.expect_counts, data.labels));
  data.digest = digest_of(data);
  return data;
}

}  // namespace reseed
