// SPDX-License-Identifier: Apache-2.0
#include "import/import_study.hpp"

#include <algorithm>
#include <type_traits>

#include "base/sha256.hpp"
#include "import/descriptor.hpp"
#include "import/read_runs.hpp"
#include "import/source.hpp"
#include "import/write_records.hpp"
#include "manifest/resolved.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

template <class List>
std::string array_text(const List& list) {
  std::string text = "[";
  for (const auto& entry : list) {
    if (text.size() > 1) text += ", ";
    if constexpr (std::is_convertible_v<decltype(entry), std::string>)
      text += toml_quoted(entry);
    else
      text += std::to_string(entry);
  }
  return text + ']';
}

/// What the bundle says of where its runs come from: sections of manifest.resolved.toml.
std::string sections(const ImportDescriptor& descriptor, const ImportedRuns& runs, const GivenStudy& study) {
  std::string ids;
  for (const GivenRun& run : study.runs) ids += run.row.id + '\n';
  std::vector<std::string> sets;
  for (const SetArrays& set : descriptor.sets) sets.push_back(set.set);
  std::string text = "\n[imported]\nruns_sha256 = " + toml_quoted(sha256(ids)) + "\nsets = " + array_text(sets) + '\n';
  text += "\n[task]\nname = " + toml_quoted(descriptor.task) + "\nmetric = " + toml_quoted(descriptor.metric) + '\n';
  if (!descriptor.class_names.empty())
    text += "classes = " + array_text(descriptor.class_names) + '\n';
  else if (runs.classes > 0)
    text += "classes = " + std::to_string(runs.classes) + '\n';
  for (const ImportGroup& group : descriptor.groups) {
    std::vector<std::uint64_t> seeds, diverged;
    for (const ImportedRun& run : runs.runs)
      if (run.group == group.name && run.model == group.model) {
        seeds.push_back(run.seed);
        if (run.diverged) diverged.push_back(run.seed);
      }
    text += "\n[[groups]]\nname = " + toml_quoted(group.name) + "\nmodel = " + toml_quoted(group.model) +
            "\nseeds = " + array_text(seeds) + '\n';
    if (!diverged.empty()) text += "diverged = " + array_text(diverged) + '\n';
  }
  return text;
}

}  // namespace

std::optional<GivenStudy> import_study(const fs::path& source, const std::string& measures,
                                       const PluginCatalog& catalog, const fs::path& folder,
                                       const std::function<bool()>& stopped) {
  fs::create_directories(folder / "scratch");
  fs::create_directories(folder / "records");
  const ImportSource files(source, folder / "scratch");
  const ImportDescriptor descriptor =
      read_import_descriptor(files.descriptor(), files.shown_descriptor(), measures, catalog);
  const std::optional<ImportedRuns> read = read_imported_runs(files, descriptor, stopped);
  if (!read) return std::nullopt;
  const ImportedRuns& runs = *read;
  GivenStudy study;
  study.manifest = descriptor.manifest;
  study.manifest_text = descriptor.text;
  for (const ImportedRun& run : runs.runs) {
    if (stopped()) return std::nullopt;
    study.runs.push_back(write_imported_run(run, runs, descriptor, folder / "records"));
  }
  study.resolved_text = measuring_text(study.manifest, sections(descriptor, runs, study));
  for (const SetArrays& set : descriptor.sets)
    if (set.set != "test" && set.set != "validation") study.extra_test_sets[descriptor.task].push_back(set.set);
  if (!descriptor.class_names.empty()) study.label_names[descriptor.task] = descriptor.class_names;
  study.environment["imported"] = {{"source", fs::absolute(source).lexically_normal().filename().string()}};
  return study;
}

}  // namespace reseed
