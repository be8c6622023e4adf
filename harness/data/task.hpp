// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "data/example.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// A test set under the name of the column test_set.
struct TestSet {
  std::string name;  ///< "test", or the data set's name of an extra test set
  std::vector<Example> examples;
  std::string licence;
  bool text_may_be_shown = false;
};

/// A task's texts, ready to be tokenized: the one input of training beside the checkpoint.
struct TaskData {
  std::vector<Example> train;
  std::vector<Example> validation;
  std::vector<TestSet> tests;       ///< the first is "test", the others the task's extra test sets
  std::vector<std::string> labels;  ///< names by class index
  std::string digest;               ///< SHA-256 over texts, labels, order and split; not over names and paths

  std::int64_t classes() const { return static_cast<std::int64_t>(labels.size()); }
};

/// Reads a task's data set, checks it and splits it. `task.dataset` is a shipped name or a usable path, `task.root` a
/// folder or empty (see dataset_folder), a split's file a usable path. `task.digest` is not looked at.
///
/// `train_items` takes the first N of a permutation of the training set by the split's seed (stream `train_items`), in
/// that order; an extra test set of N items likewise (stream `extra_test`) from the data set's test, else validation,
/// else only set.
///
/// Errors: Error(data) and Error(manifest) of descriptors, sets and splits; Error(manifest) for a split that the data
/// set does not allow and for an extra test set with other labels.
TaskData load_task(const TaskSpec& task);

}  // namespace reseed
