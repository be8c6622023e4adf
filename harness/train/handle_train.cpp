// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "base/run_json.hpp"
#include "plugin/describe.hpp"
#include "plugin/load.hpp"
#include "reseed/error.hpp"
#include "reseed/mitigation.hpp"
#include "train/handlers.hpp"
#include "train/prepared_run.hpp"
#include "train/run_training.hpp"

namespace reseed {
namespace {

const nlohmann::json& field(const nlohmann::json& request, const char* key) {
  const auto found = request.find(key);
  if (found == request.end()) throw Error(ErrorKind::internal, key, "the request lacks this field");
  return *found;
}

}  // namespace

nlohmann::json handle_train(const nlohmann::json& request, const Progress& progress) {
  return run_training(run_spec_from_json(field(request, "spec")), field(request, "out").get<std::string>(), progress);
}

nlohmann::json handle_check_run(const nlohmann::json& request) {
  const RunSpec spec = run_spec_from_json(field(request, "spec"));
  const PreparedRun run = prepare_run(spec);
  run.method->before_training(*run.model, Stream(spec.streams.mitigation, "mitigation"));
  return {{"texts", run.train.size()}};
}

nlohmann::json handle_describe(const nlohmann::json& request) {
  const auto library = field(request, "library").get<std::string>();
  return to_json(describe(load_plugin(library, PluginKind::mitigation, RESEED_MITIGATION_BUILD_ID), library));
}

}  // namespace reseed
