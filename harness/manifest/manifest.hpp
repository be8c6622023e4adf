// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "reseed/run.hpp"
#include "sources/package_source.hpp"

namespace reseed {

/// Section [study].
struct StudySection {
  std::string id;
  std::string kind;              ///< id of the study plugin
  std::string published;         ///< published facts to hold it against; empty: none
  std::string published_sha256;  ///< digest of those facts (published_facts.hpp); empty: none
  std::string agent;             ///< who answers for the results, a name or an ORCID; empty: not given
  std::string licence;           ///< of the results; empty: not given
};

/// Section [models.NAME]; texts as the manifest has them.
struct ModelEntry {
  std::string name;
  std::string checkpoint;  ///< a path, "$RESEED_MODELS/NAME", a name of the Hugging Face cache, "source:NAME"
  std::string head = "new";
};

/// Section [tasks.NAME]; `spec` holds data set, roots and split file as the manifest has them.
struct TaskEntry {
  TaskSpec spec;
};

/// One of [[groups]]: models x tasks x this.
struct GroupEntry {
  std::string name;  ///< given or made: what differs from the defaults, in words
  std::vector<std::string> models;
  std::vector<std::string> tasks;
  MitigationSpec mitigation;  ///< options complete, version and library from the catalog
  TrainingOptions training;   ///< [training] with the group's overrides
  std::vector<std::uint64_t> seeds;

  /// Streams that are held at one seed; the others follow the run's.
  struct Held {
    std::optional<std::uint64_t> head_init, data_order, dropout, mitigation;
    bool operator==(const Held&) const = default;
  } streams;
};

/// One of [[measures]].
struct MeasureEntry {
  std::string id;
  int version = 0;
  Options options;                                                     ///< variant and every declared option
  enum class Layers { none, all, top, listed } layers = Layers::none;  ///< none: it reads no representations
  std::vector<std::int64_t> listed;
};

/// Section [records].
struct RecordSection {
  std::string keep = "link";  ///< | "copy" | "none"
  RecordSpec spec;
};

/// When a run counts as failed: [analysis] failure.
struct FailureRule {
  std::string metric = "accuracy";
  std::optional<double> not_above;  ///< empty: the share of the most frequent label
  std::string on = "test";          ///< | "validation"
};

/// Section [analysis].
struct AnalysisSection {
  std::int64_t samples = 1000;
  std::string self_pairs = "exclude";  ///< | "include_zero"
  std::uint64_t bootstrap_seed = 0;
  std::uint64_t null_seed = 0;
  std::optional<FailureRule> failure;
  Options study;  ///< the study plugin's own keys, complete
};

/// Section [execution].
struct ExecutionSection {
  std::int64_t threads_per_run = 1;
  bool double_run = false;
};

/// A manifest in which every mistake that can be seen without data and checkpoints has been ruled out (check_manifest),
/// or as much of one as could be read (read_sections).
struct Manifest {
  std::filesystem::path folder;  ///< what its relative paths are relative to
  /// Where the entries of [sources], [models] and [tasks] and their keys stand: "models.NAME",
  /// "models.NAME.checkpoint",
  /// ... -> "file:line:column".
  std::map<std::string, std::string> places;
  std::set<std::string> faulty;  ///< those of these entries that have mistakes; none in a checked manifest
  StudySection study;
  std::vector<PackageSource> sources;
  std::vector<ModelEntry> models;
  std::vector<TaskEntry> tasks;
  TrainingOptions training;
  std::vector<GroupEntry> groups;
  std::vector<MeasureEntry> measures;
  std::vector<std::string> plugin_paths;  ///< as written
  RecordSection records;
  AnalysisSection analysis;
  ExecutionSection execution;
};

}  // namespace reseed
