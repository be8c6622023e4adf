// SPDX-License-Identifier: Apache-2.0
#include "plugin/probe.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/sha256.hpp"
#include "plugin/build_id.hpp"
#include "plugin/describe.hpp"
#include "plugin/load.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"
#include "worker/serve.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// One file per content and plugin interface: a reseed of another interface reads other things out of the same file.
fs::path memory_of(const ProbeSettings& settings, const std::string& digest) {
  return settings.cache / ("api-" + std::to_string(RESEED_PLUGIN_API)) / (digest + ".json");
}

/// {"spec": ...} or {"refused": "why"}; empty when nothing usable is remembered.
std::optional<json> recall(const ProbeSettings& settings, const std::string& digest) {
  if (settings.cache.empty() || settings.ask_again) return std::nullopt;
  const fs::path file = memory_of(settings, digest);
  if (!fs::exists(file)) return std::nullopt;
  try {
    json answer = parse_json(read_file(file), file.string());
    if (answer.contains("spec"))
      plugin_spec_from_json(answer["spec"], file.string());
    else
      answer.at("refused").get<std::string>();
    return answer;
  } catch (const std::exception&) {
    return std::nullopt;  // damaged: the library is asked again and the file replaced
  }
}

void remember(const ProbeSettings& settings, const std::string& digest, const json& answer) {
  if (settings.cache.empty()) return;
  const fs::path file = memory_of(settings, digest);
  try {
    fs::create_directories(file.parent_path());
    write_file(file, dump_json(answer) + '\n');
  } catch (const std::exception&) {
    // A cache that cannot be written costs the next call a few milliseconds: no reason to stop.
  }
}

/// Errors: Error(plugin) for what may be otherwise next time (a library that is missing another one).
json ask(const fs::path& file, const ProbeSettings& settings) {
  WorkerProcess worker(
      {.program = settings.program, .arguments = {"--probe-plugin"}, .environment = {}, .log = "/dev/null"});
  WorkerEvent answer = worker.call({{"request", "probe"}, {"library", file.string()}}, settings.limit);
  if (answer.kind == WorkerEvent::Kind::crashed)
    return {{"refused", "want a library that can be opened, found one whose opening process " + answer.message +
                            "; reseed plugins check FILE tries it again"}};
  return result_of(std::move(answer), file.string());
}

json probe(const json& request) {
  const fs::path file = request.at("library").get<std::string>();
  open_library(file);
  try {
    return {{"spec", to_json(describe(open_plugin(file), file))}};
  } catch (const Error& error) {
    return {{"refused", error.message()}};
  }
}

}  // namespace

ProbeSettings ProbeSettings::standard() {
  ProbeSettings settings;
  settings.program = program_directory() / "reseed";
  settings.cache = cache_directory() / "plugins";
  return settings;
}

PluginSpec describe_library(const fs::path& file, const ProbeSettings& settings) {
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (error || !fs::is_regular_file(real))
    throw Error(ErrorKind::plugin, file.string(), "want a shared library, found no file");
  const std::string digest = sha256_file(real);
  std::optional<json> answer = recall(settings, digest);
  if (!answer) {
    answer = ask(real, settings);
    remember(settings, digest, *answer);
  }
  if (answer->contains("refused"))
    throw Error(ErrorKind::plugin, file.string(), answer->at("refused").get<std::string>());
  PluginSpec spec = plugin_spec_from_json(answer->at("spec"), file.string());
  const std::string_view wanted = expected_build_id(spec.kind);
  if (wanted.empty())
    throw Error(
        ErrorKind::plugin, file.string(),
        "want a reseed built with training for a " + std::string(to_string(spec.kind)) + ", found one built without");
  check_build_id(file.string(), wanted, spec.build_id);
  spec.file = real;
  spec.file_digest = digest;
  if (spec.source_digest.empty()) spec.source_digest = digest;
  return spec;
}

int serve_probe() {
  return serve({{"probe", [](const json& request, const Progress&) { return probe(request); }}});
}

}  // namespace reseed
