// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/item_subset.hpp"
#include "plan/graph.hpp"
#include "reseed/run.hpp"

namespace reseed {

/// Which recorded layers a measure looks at.
struct LayerChoice {
  enum class Kind { all, top, listed };
  Kind kind = Kind::all;
  std::vector<std::int64_t> listed;  ///< 0 = embeddings, 1..L = after block l
};

/// A measure that the manifest asks for, held against its plugin.
struct PlannedMeasure {
  std::string id;
  int version = 0;
  Options options;            ///< variant and every declared option
  std::string source_digest;  ///< of the plugin
  std::string library;        ///< path of the shared library; never part of a key
  bool reads_representations = false;
  LayerChoice layers;
  std::string unit;         ///< as the plugin declares it
  std::string instability;  ///< "value" | "1 - value"
};

/// Runs that differ in nothing but the seed.
struct PlannedGroup {
  std::string name;   ///< in tables; groups of several models or tasks share it
  std::string label;  ///< unique: in messages and artefacts
  std::string model;
  std::string task;
  std::string metric;
  std::vector<RunSpec> runs;
  std::vector<std::string> test_sets;  ///< "test" first, then the extra ones
  bool training_known = true;          ///< the runs' training options say how they were made; false: made elsewhere
};

/// Something that must be there before training: a package, a checkpoint, a data set.
struct PlannedInput {
  std::string name;                  ///< as the manifest calls it
  std::vector<std::string> sources;  ///< names of the packages that it lies in
};

/// All that a manifest asks for.
struct StudyRequest {
  std::vector<std::string> sources;
  std::vector<PlannedInput> models;
  std::vector<PlannedInput> tasks;
  std::vector<PlannedGroup> groups;
  std::vector<PlannedMeasure> measures;
  std::vector<ItemSubset> subsets;  ///< of the test items of every task's own test set: measured too
  bool double_run = false;          ///< train the first run twice
  bool given = false;               ///< the runs are there already: nothing is fetched, checked or trained
  std::map<std::string, std::vector<std::string>> label_names = {};  ///< by task, of given runs; may be absent
};

/// What a task of the graph is about: positions in the request.
struct TaskSubject {
  std::optional<std::size_t> source;
  std::optional<std::size_t> model;
  std::optional<std::size_t> task;  ///< of the manifest
  std::optional<std::size_t> group;
  std::optional<std::size_t> run;  ///< within the group
  std::optional<std::size_t> measure;
  std::optional<std::size_t> test_set;  ///< within the group
  std::optional<std::size_t> subset;    ///< of the request; none: all items
  bool again = false;                   ///< the second training of a double run
};

/// A study as a graph of tasks.
struct StudyPlan {
  StudyRequest request;
  TaskGraph graph;
  std::vector<TaskSubject> subjects;  ///< one per task of the graph

  const RunSpec& run(const TaskSubject& subject) const { return request.groups[*subject.group].runs[*subject.run]; }
};

/// Errors: those of TaskGraph, e.g. a measure that reads a layer which [records] does not keep.
StudyPlan plan_study(StudyRequest request);

/// "id (variant, option=value)": how tables and messages call a measure.
std::string label_of(const PlannedMeasure& measure);

}  // namespace reseed
