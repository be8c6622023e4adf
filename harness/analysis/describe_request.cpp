// SPDX-License-Identifier: Apache-2.0
#include "analysis/describe_request.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/self_test.hpp"
#include "plugin/describe.hpp"
#include "plugin/load.hpp"
#include "reseed/study.hpp"

namespace reseed {

nlohmann::json answer_describe(const nlohmann::json& request) {
  if (!request.contains("library") || !request.at("library").is_string())
    throw Error(ErrorKind::data, "describe: library", "want the path of a plugin");
  const std::filesystem::path library = request.at("library").get<std::string>();
  const bool study = open_plugin(library).kind == PluginKind::study;
  const PluginEntry& entry = study ? load_plugin(library, PluginKind::study, RESEED_STUDY_BUILD_ID)
                                   : load_plugin(library, PluginKind::measure, RESEED_MEASURE_BUILD_ID);
  nlohmann::json result = to_json(describe(entry, library));
  if (study || !request.value("self_test", false)) return result;
  nlohmann::json tests = nlohmann::json::array();
  for (const SelfTest& test : self_test(library))
    tests.push_back({{"name", test.name}, {"passed", test.passed}, {"message", test.message}});
  result["self_tests"] = std::move(tests);
  return result;
}

}  // namespace reseed
