// SPDX-License-Identifier: Apache-2.0
#include "manifest/expand.hpp"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "base/words.hpp"
#include "data/place.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSource = "source:";

/// The name in "source:NAME/REST"; empty where it is no source.
std::string source_name(const std::string& text) {
  if (!text.starts_with(kSource)) return {};
  return text.substr(kSource.size(), text.find('/') - kSource.size());
}

fs::path source_path(const std::string& text, const SourceFolders& sources) {
  const std::string name = source_name(text);
  const auto found = sources.find(name);
  if (found == sources.end()) throw Error(ErrorKind::internal, "sources." + name, "was not fetched");
  const std::size_t rest = text.find('/');
  return rest == std::string::npos ? found->second : found->second / text.substr(rest + 1);
}

std::string located_text(const std::string& text, const Manifest& manifest, const SourceFolders& sources) {
  if (text.empty()) return {};
  if (!source_name(text).empty()) return source_path(text, sources).string();
  return expanded_path(text, manifest.folder).string();
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

/// Snapshot folders of a model in the Hugging Face cache: the one of the branch main first, then the others by name.
std::vector<fs::path> cached_snapshots(const std::string& name) {
  fs::path hub = environment("HF_HUB_CACHE");
  if (hub.empty() && !environment("HF_HOME").empty()) hub = fs::path(environment("HF_HOME")) / "hub";
  if (hub.empty() && !environment("HOME").empty()) hub = fs::path(environment("HOME")) / ".cache/huggingface/hub";
  if (hub.empty()) return {};
  std::string folder = "models--";
  for (const char letter : name) folder += letter == '/' ? std::string("--") : std::string(1, letter);
  std::vector<fs::path> list;
  std::error_code error;
  for (fs::directory_iterator entry(hub / folder / "snapshots", error), end; !error && entry != end;
       entry.increment(error))
    list.push_back(entry->path());
  std::sort(list.begin(), list.end());
  const fs::path reference = hub / folder / "refs/main";
  if (fs::is_regular_file(reference)) {
    std::string revision = read_file(reference);
    revision.erase(revision.find_last_not_of(" \n\r") + 1);
    list.insert(list.begin(), hub / folder / "snapshots" / revision);
  }
  if (list.empty()) list.push_back(hub / folder);
  return list;
}

bool is_checkpoint(const fs::path& folder) { return fs::is_regular_file(folder / "config.json"); }

/// Weight files: shards as the index names them.
void add_weights(const fs::path& folder, const std::string& name, std::set<fs::path>& files) {
  if (fs::is_regular_file(folder / name)) {
    files.insert(folder / name);
    return;
  }
  const fs::path index = folder / (name + ".index.json");
  if (!fs::is_regular_file(index)) return;
  files.insert(index);
  const nlohmann::json json = parse_json(read_file(index), index.string());
  const auto map = json.find("weight_map");
  if (map == json.end() || !map->is_object())
    throw Error(ErrorKind::data, index.string(), "want an object weight_map, found none");
  for (const auto& [tensor, shard] : map->items()) {
    const std::string file = shard.is_string() ? shard.get<std::string>() : "";
    if (file.empty() || file.find('/') != std::string::npos)
      throw Error(ErrorKind::data, index.string(),
                  "want the file name of a shard for " + tensor + ", found " + shard.dump());
    files.insert(folder / file);
  }
}

}  // namespace

std::vector<std::string> sources_of(const ModelEntry& model) {
  const std::string name = source_name(model.checkpoint);
  return name.empty() ? std::vector<std::string>{} : std::vector<std::string>{name};
}

std::vector<std::string> sources_of(const TaskEntry& task) {
  std::set<std::string> names = {source_name(task.spec.root)};
  for (const ExtraTestSpec& extra : task.spec.extra_tests) names.insert(source_name(extra.root));
  names.erase("");
  return {names.begin(), names.end()};
}

CheckpointSpec located(const ModelEntry& model, const Manifest& manifest, const SourceFolders& sources) {
  CheckpointSpec spec;
  spec.name = model.name;
  spec.head = model.head;
  std::vector<fs::path> places;
  if (!source_name(model.checkpoint).empty()) {
    places.push_back(source_path(model.checkpoint, sources));
  } else {
    places.push_back(expanded_path(model.checkpoint, manifest.folder));
    const std::string folder = environment("RESEED_MODELS");
    if (!folder.empty()) places.push_back(fs::path(folder) / model.checkpoint);
    for (const fs::path& snapshot : cached_snapshots(model.checkpoint)) places.push_back(snapshot);
  }
  std::vector<std::string> tried;
  for (const fs::path& place : places) {
    if (is_checkpoint(place)) {
      spec.folder = place.string();
      return spec;
    }
    tried.push_back(place.string());
  }
  throw Error(ErrorKind::data, "models." + model.name + ".checkpoint",
              "want a checkpoint folder with config.json, found none at " + joined(tried));
}

TaskSpec located(const TaskEntry& task, const Manifest& manifest, const SourceFolders& sources) {
  TaskSpec spec = task.spec;
  const auto dataset = [&](std::string& name) {
    if (name.ends_with(".toml")) name = expanded_path(name, manifest.folder).string();
  };
  dataset(spec.dataset);
  spec.root = located_text(spec.root, manifest, sources);
  if (spec.split.kind == SplitSpec::Kind::file)
    spec.split.name = expanded_path(spec.split.name, manifest.folder).string();
  for (ExtraTestSpec& extra : spec.extra_tests) {
    dataset(extra.dataset);
    extra.root = located_text(extra.root, manifest, sources);
  }
  return spec;
}

std::vector<fs::path> checkpoint_files(const fs::path& folder) {
  std::set<fs::path> files;
  add_weights(folder, "model.safetensors", files);
  if (files.empty()) add_weights(folder, "pytorch_model.bin", files);
  if (files.empty())
    throw Error(ErrorKind::data, folder.string(),
                "want weights (model.safetensors or pytorch_model.bin, or their index), found none");
  if (!is_checkpoint(folder)) throw Error(ErrorKind::data, folder.string(), "want config.json, found none");
  for (const char* name :
       {"config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json",
        "vocab.txt", "vocab.json", "merges.txt", "spiece.model", "spm.model", "sentencepiece.bpe.model"})
    if (fs::is_regular_file(folder / name)) files.insert(folder / name);
  return {files.begin(), files.end()};
}

std::string checkpoint_digest(const fs::path& folder) {
  Sha256 hash;
  for (const fs::path& file : checkpoint_files(folder))
    hash.update(file.filename().string() + ' ' + sha256_file(file) + '\n');
  return hash.finish();
}

std::vector<GroupRuns> expand_groups(const Manifest& manifest, const std::map<std::string, CheckpointSpec>& models,
                                     const std::map<std::string, TaskSpec>& tasks) {
  std::vector<GroupRuns> groups;
  for (const GroupEntry& entry : manifest.groups) {
    for (const std::string& model : entry.models) {
      for (const std::string& task : entry.tasks) {
        GroupRuns group{entry.name, entry.name, model, task, tasks.at(task).metric, {}};
        if (manifest.tasks.size() > 1) group.label = task + ' ' + group.label;
        if (manifest.models.size() > 1) group.label = model + ' ' + group.label;
        RunSpec run;
        run.checkpoint = models.at(model);
        run.task = tasks.at(task);
        run.training = entry.training;
        run.mitigation = entry.mitigation;
        run.records = manifest.records.spec;
        run.threads = manifest.execution.threads_per_run;
        for (const std::uint64_t seed : entry.seeds) {
          run.seed = seed;
          run.streams = {entry.streams.head_init.value_or(seed), entry.streams.data_order.value_or(seed),
                         entry.streams.dropout.value_or(seed), entry.streams.mitigation.value_or(seed)};
          group.runs.push_back(run);
        }
        groups.push_back(std::move(group));
      }
    }
  }
  return groups;
}

}  // namespace reseed
