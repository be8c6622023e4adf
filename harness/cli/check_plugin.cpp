// SPDX-License-Identifier: Apache-2.0
#include "cli/check_plugin.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "plugin/catalog.hpp"
#include "plugin/probe.hpp"
#include "reseed/error.hpp"
#include "worker/client.hpp"

namespace reseed::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kSelfTestLimit{2};

void passed(const std::string& what) { std::cout << "ok      " << what << '\n'; }
int failed(const std::string& place, const std::string& message) {
  std::cout << "FAILED  " << message << '\n';
  std::cerr << "reseed: " << place << ": " << message << '\n';
  return 1;
}

/// Another library with the same kind and id.
const PluginSpec* namesake(const PluginCatalog& catalog, const PluginSpec& plugin) {
  const PluginSpec* known = catalog.find(plugin.kind, plugin.id);
  return known != nullptr && known->file != plugin.file ? known : nullptr;
}

/// Asks the worker of the plugin's kind to load it and to test what it declares: {"self_tests": [{name, passed,
/// message}]}.
int self_tests(const PluginSpec& plugin) {
  std::cout << "..      trying what it declares, " << kSelfTestLimit.count() << " minutes at most" << std::endl;
  const bool trains = plugin.kind == PluginKind::mitigation;
  WorkerProcess worker({.program = worker_program(trains ? "reseed-train" : "reseed-measure"),
                        .arguments = {},
                        .environment = {},
                        .log = {}});
  WorkerEvent answer =
      worker.call({{"request", "describe"}, {"library", plugin.file.string()}, {"self_test", true}}, kSelfTestLimit);
  if (answer.kind == WorkerEvent::Kind::crashed) return failed(plugin.file.string(), "its worker " + answer.message);
  if (answer.kind == WorkerEvent::Kind::error) return failed(answer.place, answer.message);
  passed("loaded by its worker");
  int result = 0;
  const auto tests = answer.result.find("self_tests");
  if (tests == answer.result.end()) return result;
  for (const nlohmann::json& test : *tests) {
    const auto name = test.at("name").get<std::string>();
    if (test.at("passed").get<bool>())
      passed(name);
    else
      result = failed(plugin.file.string(), name + ": " + test.at("message").get<std::string>());
  }
  return result;
}

}  // namespace

int check_plugin(const std::string& file, const std::vector<fs::path>& folders) {
  ProbeSettings settings = ProbeSettings::standard();
  settings.ask_again = true;
  PluginSpec plugin;
  try {
    plugin = describe_library(file, settings);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::plugin || !fs::exists(file)) throw;
    return failed(error.place(), error.message());
  }
  passed("opened: interface " + std::to_string(RESEED_PLUGIN_API) + ", " + std::string(to_string(plugin.kind)) + ' ' +
         plugin.id + ", version " + std::to_string(plugin.version));
  passed("build id: " + plugin.build_id);
  const PluginCatalog catalog = search_plugins(folders);
  if (const PluginSpec* other = namesake(catalog, plugin))
    return failed(file, "want an id of its own, found " + plugin.id + " in " + other->file.string() + " too");
  passed("id: no other plugin has it");
  return self_tests(plugin);
}

}  // namespace reseed::cli
