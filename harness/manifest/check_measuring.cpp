// SPDX-License-Identifier: Apache-2.0
#include "manifest/check_measuring.hpp"

#include "manifest/sections.hpp"

namespace reseed {
namespace {

/// Without a study plugin [analysis] has the harness's own keys alone.
void refuse_study_keys(const TomlNode& section, Mistakes& mistakes) {
  TomlTable table(section, "analysis", mistakes);
  for (const char* key : {"bootstrap", "failure", "null"}) table.get(key);
  table.finish();
}

}  // namespace

Manifest read_measuring(TomlTable& root, const PluginCatalog& catalog) {
  Manifest manifest;
  CheckContext context{root.mistakes(), catalog, manifest, true};
  std::int64_t schema = 1;
  root.require("schema", "1");
  root.read("schema", schema, {"1, the schema that this version of reseed reads", 1, 1});
  read_study(root.require("study", "a section [study] with an id"), context);
  if (const TomlNode* section = root.get("measures")) read_measures(*section, context);
  if (const TomlNode* section = root.get("records")) read_records(*section, context);
  const TomlNode* analysis = root.get("analysis");
  read_analysis(analysis, context);
  if (analysis != nullptr && manifest.study.kind.empty()) refuse_study_keys(*analysis, root.mistakes());
  return manifest;
}

}  // namespace reseed
