// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"

namespace reseed {

/// Where the packages of [sources] lie, by name.
using SourceFolders = std::map<std::string, std::filesystem::path>;

/// Names of the sources that a model or task reads from ("source:NAME").
std::vector<std::string> sources_of(const ModelEntry& model);
std::vector<std::string> sources_of(const TaskEntry& task);

/// A model's checkpoint on this machine: "source:NAME", a folder (relative to the manifest), $RESEED_MODELS/NAME, or
/// the Hugging Face cache (HF_HUB_CACHE, HF_HOME/hub, ~/.cache/huggingface/hub). The digest is left empty. Errors:
/// Error(data) naming the places that were looked into.
CheckpointSpec located(const ModelEntry& model, const Manifest& manifest, const SourceFolders& sources);

/// A task with usable paths of its data set, roots and split file: what load_task takes. Its digest is left empty.
TaskSpec located(const TaskEntry& task, const Manifest& manifest, const SourceFolders& sources);

/// SHA-256 over the files of a checkpoint that decide what is computed: configuration, weights (those of safetensors
/// where both forms are there) and tokenizer; names and contents, not the folder's place.
/// Errors: Error(data) when there are no weights or no config.json.
std::string checkpoint_digest(const std::filesystem::path& folder);

/// The files that checkpoint_digest reads, sorted.
std::vector<std::filesystem::path> checkpoint_files(const std::filesystem::path& folder);

/// The runs of one group entry for one model and one task.
struct GroupRuns {
  std::string name;   ///< of the entry; those of several models or tasks share it
  std::string label;  ///< unique: the name, with model and task in front where the manifest has several
  std::string model;
  std::string task;
  std::string metric;
  std::vector<RunSpec> runs;  ///< in the order of the seeds
};

/// models x tasks x entry, in the order of the manifest. `models` and `tasks` hold located specs with their digests, by
/// name; devices stay at their default.
std::vector<GroupRuns> expand_groups(const Manifest& manifest, const std::map<std::string, CheckpointSpec>& models,
                                     const std::map<std::string, TaskSpec>& tasks);

}  // namespace reseed
