// SPDX-License-Identifier: Apache-2.0
#include "execute/bundle_records.hpp"

#include <algorithm>
#include <memory>

#include "base/files.hpp"
#include "base/run_json.hpp"
#include "execute/keys.hpp"
#include "execute/study_of_bundle.hpp"
#include "manifest/check.hpp"
#include "manifest/expand.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

/// Files of a run's record that the bundle lists, by name below the record.
std::vector<EntryFile> files_of(const Bundle& bundle, const RunRow& run, const Checksums& listed) {
  const std::string prefix = "records/" + run.id + "/";
  std::vector<EntryFile> files;
  for (auto found = listed.lower_bound(prefix); found != listed.end() && found->first.starts_with(prefix); ++found) {
    std::error_code absent;
    const std::uintmax_t size = fs::file_size(file_in_bundle(bundle.folder, found->first), absent);
    if (!absent) files.push_back({found->first.substr(prefix.size()), found->second, size});
  }
  return files;
}

bool is_whole(const std::vector<EntryFile>& files, const std::string& digest) {
  std::map<std::string, std::string> checksums;
  for (const EntryFile& file : files) checksums[file.name] = file.sha256;
  return record_digest(checksums) == digest;
}

const RunRow* row_of(const Bundle& bundle, const GroupRuns& group, std::uint64_t seed) {
  const auto found = std::find_if(bundle.runs.begin(), bundle.runs.end(), [&](const RunRow& row) {
    return row.group == group.name && row.model == group.model && row.task == group.task && row.seed == seed;
  });
  return found == bundle.runs.end() ? nullptr : &*found;
}

std::string source_digest_of(const Bundle& bundle, const std::string& mitigation) {
  for (const PluginUse& use : bundle.info.plugins)
    if (use.kind == to_string(PluginKind::mitigation) && use.id == mitigation) return use.source_digest;
  return {};
}

}  // namespace

FindRecord records_in_bundle(const Bundle& bundle) {
  const std::string sums = file_in_bundle(bundle.folder, "SHA256SUMS").string();
  const auto listed = std::make_shared<const Checksums>(parse_checksums(read_file(sums), sums));
  return [&bundle, listed](const RunRow& run) -> std::optional<StoreEntry> {
    std::vector<EntryFile> files = files_of(bundle, run, *listed);
    if (!is_whole(files, run.record_digest)) return std::nullopt;
    return StoreEntry{bundle.folder / "records" / run.id, std::move(files), nullptr};
  };
}

FindRecord records_of_bundle(const Bundle& bundle, const PluginCatalog& catalog, const Store& store) {
  const FindRecord inside = records_in_bundle(bundle);
  const auto runs = std::make_shared<std::optional<std::map<std::string, RunSpec>>>();
  return [=, &bundle, &catalog, &store](const RunRow& run) -> std::optional<StoreEntry> {
    if (std::optional<StoreEntry> record = inside(run)) return record;
    if (run.mitigation.empty() || !bundle.environment.contains("training")) return std::nullopt;  // made elsewhere
    if (!*runs) *runs = asked_runs(bundle, catalog);
    const auto asked = (*runs)->find(run.id);
    if (asked == (*runs)->end()) return std::nullopt;
    Store::Lookup found = store.look(run_key(asked->second, bundle.environment.at("training")));
    if (!found.entry || digest_of(found.entry->files) != run.record_digest) return std::nullopt;
    found.entry->info = nullptr;  // as given: what its training took is not this study's
    return std::move(found.entry);
  };
}

std::map<std::string, RunSpec> asked_runs(const Bundle& bundle, const PluginCatalog& catalog) {
  Mistakes mistakes(ErrorKind::manifest);  // e.g. data sets that are not here: what is misread makes no run of an id
  Manifest manifest = read_sections(manifest_of_bundle(bundle, {}), catalog, mistakes);
  std::map<std::string, CheckpointSpec> models;
  std::map<std::string, TaskSpec> tasks;
  for (const ModelEntry& model : manifest.models) models[model.name] = {model.name, "", "", model.head};
  for (const TaskEntry& task : manifest.tasks) tasks[task.spec.name] = task.spec;
  for (const RunRow& row : bundle.runs) {
    models[row.model].digest = row.checkpoint_digest;  // also of names that the manifest lacks
    tasks[row.task].digest = row.task_digest;
  }
  for (GroupEntry& group : manifest.groups) {
    std::erase_if(group.models, [&](const std::string& name) { return !models.contains(name); });
    std::erase_if(group.tasks, [&](const std::string& name) { return !tasks.contains(name); });
  }
  std::map<std::string, RunSpec> runs;
  for (GroupRuns& group : expand_groups(manifest, models, tasks))
    for (RunSpec& run : group.runs) {
      const RunRow* row = row_of(bundle, group, run.seed);
      if (row == nullptr) continue;
      run.mitigation.version = row->mitigation_version;
      run.mitigation.source_digest = source_digest_of(bundle, row->mitigation);
      if (run_id(run) == row->id) runs.emplace(row->id, std::move(run));
    }
  return runs;
}

}  // namespace reseed
