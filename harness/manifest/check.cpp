// SPDX-License-Identifier: Apache-2.0
#include "manifest/check.hpp"

#include <algorithm>

#include "base/nearest.hpp"
#include "manifest/published_facts.hpp"
#include "manifest/sections.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWantName = "a name of letters, digits, '.', '_' and '-'";

/// The published facts that the study is held against; `published_sha256` pins them to one state.
void read_published(TomlTable& table, StudySection& study) {
  std::string pinned;
  const bool pins = table.read("published_sha256", pinned, "the digest of published facts");
  if (!table.read("published", study.published)) {
    if (pins) table.note("published_sha256", "want published beside it, the name of the facts, found nothing");
    return;
  }
  const std::vector<std::string> known = known_published_facts();
  if (std::find(known.begin(), known.end(), study.published) == known.end()) {
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    return table.mistake("published",
                         "a name of published values (there are: " + (known.empty() ? "none" : names) + ")",
                         "the unknown name " + study.published + did_you_mean(study.published, known));
  }
  study.published_sha256 = published_digest(published_facts(study.published));
  if (pins && pinned != study.published_sha256)
    table.mistake("published_sha256", "the digest of the facts that are installed, " + study.published_sha256,
                  pinned + ": the manifest was made with other facts; leave the key out to use these");
}

}  // namespace

void read_study(const TomlNode* section, CheckContext& context) {
  if (section == nullptr) return;
  TomlTable table(*section, "study", context.mistakes);
  StudySection& study = context.manifest.study;
  table.require("id", kWantName);
  if (table.read("id", study.id, kWantName) && !is_plain_name(study.id))
    table.mistake("id", kWantName, "the string \"" + study.id + '"');
  if (!context.given_runs) table.require("kind", "the id of a study plugin");
  if (table.read("kind", study.kind)) find_plugin(table, "kind", PluginKind::study, study.kind, context);
  read_published(table, study);
  table.read("agent", study.agent);
  table.read("licence", study.licence);
  table.finish();
}

namespace {

void read_execution(const TomlNode& section, CheckContext& context) {
  TomlTable table(section, "execution", context.mistakes);
  table.read("threads_per_run", context.manifest.execution.threads_per_run, {"an integer from 1 to 1024", 1, 1024});
  table.read("double_run", context.manifest.execution.double_run);
  table.finish();
}

void read_plugins(const TomlNode& section, CheckContext& context) {
  TomlTable table(section, "plugins", context.mistakes);
  table.read_list("paths", context.manifest.plugin_paths, "an array of folders");
  table.finish();
}

/// The study plugin says which sections it cannot do without.
void check_needs(TomlTable& root, CheckContext& context) {
  const PluginSpec* study = context.catalog.find(PluginKind::study, context.manifest.study.kind);
  if (study == nullptr) return;
  for (const std::string& section : study->needs)
    root.require(section, "this section, which a study of the kind " + study->id + " needs");
}

}  // namespace

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' ||
                  c == '-';
         });
}

Manifest check_manifest(const ManifestText& text, const PluginCatalog& catalog) {
  Mistakes mistakes(ErrorKind::manifest);
  Manifest manifest = read_sections(text, catalog, mistakes);
  mistakes.throw_if_any();
  return manifest;
}

Manifest read_sections(const ManifestText& text, const PluginCatalog& catalog, Mistakes& mistakes) {
  Manifest manifest;
  manifest.folder = fs::absolute(text.file).parent_path();
  CheckContext context{mistakes, catalog, manifest};
  TomlTable root(text.root, "", mistakes);
  std::int64_t schema = 1;
  root.require("schema", "1");
  root.read("schema", schema, {"1, the schema that this version of reseed reads", 1, 1});
  read_study(root.require("study", "a section [study] with id and kind"), context);
  if (const TomlNode* section = root.get("sources")) read_sources(*section, context);
  if (const TomlNode* section = root.get("models")) read_models(*section, context);
  if (const TomlNode* section = root.get("tasks")) read_tasks(*section, context);
  if (const TomlNode* section = root.get("training")) read_training(*section, "training", manifest.training, mistakes);
  if (const TomlNode* section = root.get("groups")) read_groups(*section, context);
  if (const TomlNode* section = root.get("measures")) read_measures(*section, context);
  if (const TomlNode* section = root.get("plugins")) read_plugins(*section, context);
  if (const TomlNode* section = root.get("records")) read_records(*section, context);
  read_analysis(root.get("analysis"), context);
  if (const TomlNode* section = root.get("execution")) read_execution(*section, context);
  check_needs(root, context);
  root.finish();
  return manifest;
}

}  // namespace reseed
