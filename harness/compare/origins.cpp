// SPDX-License-Identifier: Apache-2.0
#include "compare/origins.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "compare/manifest_difference.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;
using Values = std::map<std::string, std::string>;

/// Keys of environment.json that name code or libraries; what else its device classes hold is hardware and settings.
constexpr std::array<std::string_view, 4> kLibraries = {"libtorch", "armadillo", "openblas", "training_revision"};
/// Keys that tell of one call, not of the machine.
constexpr std::array<std::string_view, 2> kOfTheCall = {"jobs", "written"};

bool is_one_of(std::string_view name, const auto& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void flatten(const Json& value, const std::string& path, Values& values) {
  if (value.is_object() && !value.empty())
    for (const auto& [key, member] : value.items()) flatten(member, path.empty() ? key : path + "." + key, values);
  else if (value.is_string())
    values[path] = value.get<std::string>();
  else
    values[path] = dump_json(value);
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// The parts of environment.json whose keys name libraries (or do not).
Values environment_of(const Bundle& bundle, bool libraries) {
  Values all, chosen;
  if (bundle.environment.is_object()) flatten(bundle.environment, "", all);
  for (const auto& [path, value] : all)
    if (!is_one_of(path, kOfTheCall) && is_one_of(last_part(path), kLibraries) == libraries) chosen[path] = value;
  return chosen;
}

/// The device classes of both workers: what can change bits of one version of the code, the version of OpenBLAS too.
Values device_class_of(const Bundle& bundle) {
  Values chosen;
  for (const bool libraries : {false, true})
    for (const auto& [path, value] : environment_of(bundle, libraries))
      if ((path.starts_with("training.") || path.starts_with("measuring.")) &&
          (!libraries || last_part(path) == "openblas"))
        chosen[path] = value;
  return chosen;
}

/// "cpu AVX512 MODEL, 1 thread; measures SkylakeX": the values that a person looks for first.
std::string words_of(const Values& device) {
  std::string text;
  for (const auto& [path, value] : device) {
    if (path.starts_with("measuring.") || value.empty()) continue;
    const std::string key = last_part(path);
    const bool named = key == "device" || key == "processor" || key == "capability" || key == "name";
    text += (text.empty() ? "" : ", ") + (named ? value : key + " " + value);
  }
  const auto core = device.find("measuring.openblas_core");
  if (core != device.end()) text += (text.empty() ? "measures on " : "; measures on ") + core->second;
  return text.empty() ? "unknown" : text;
}

std::string tool_of(const BundleInfo& info) {
  return "reseed " + info.tool_version + (info.tool_commit.empty() ? "" : " (" + info.tool_commit.substr(0, 12) + ")");
}

Values code_of(const Bundle& bundle) {
  const BundleInfo& info = bundle.info;
  return {
      {"reseed version", info.tool_version},
      {"reseed commit", info.tool_commit},
      {"bundle schema", std::to_string(info.schema_version)},
      {"study plugin", info.kind},
      {"published facts", info.published.empty() ? "" : info.published + " " + info.published_sha256.substr(0, 12)}};
}

Values plugins_of(const Bundle& bundle) {
  Values values;
  for (const PluginUse& use : bundle.info.plugins)
    values[use.kind + " " + use.id] =
        "version " + std::to_string(use.version) + ", source " + use.source_digest.substr(0, 12);
  return values;
}

}  // namespace

BundleSide side_of(const Bundle& bundle) {
  return {bundle.folder.string(), bundle.info.study,     tool_of(bundle.info),
          bundle.info.status,     bundle.content_digest, words_of(device_class_of(bundle)),
          bundle.runs.size(),     bundle.measures.size()};
}

Origins origins_of(const Bundle& a, const Bundle& b) {
  Origins origins;
  origins.manifest = differing_keys(manifest_values_of(a), manifest_values_of(b));
  origins.code = differing_keys(code_of(a), code_of(b));
  origins.plugins = differing_keys(plugins_of(a), plugins_of(b));
  origins.libraries = differing_keys(environment_of(a, true), environment_of(b, true));
  origins.hardware = differing_keys(environment_of(a, false), environment_of(b, false));
  origins.same_device_class = device_class_of(a) == device_class_of(b);
  return origins;
}

std::string precision_of(const Bundle& bundle, const std::string& group) {
  const Values values = manifest_values_of(bundle);
  for (const std::string& key : {"groups." + group + ".training.precision", std::string("training.precision")})
    if (const auto found = values.find(key); found != values.end()) return found->second;
  return {};
}

}  // namespace reseed
