// SPDX-License-Identifier: Apache-2.0
#include "execute/run_outcome.hpp"

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::optional<std::int64_t> optional_integer(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return found->get<std::int64_t>();
}

}  // namespace

RunResult run_result_from_json(const Json& value, const std::string& place) {
  try {
    RunResult result;
    const auto outcome = value.at("outcome").get<std::string>();
    if (outcome == "ok")
      result.outcome = RunOutcome::ok;
    else if (outcome == "diverged")
      result.outcome = RunOutcome::diverged;
    else
      throw Error(ErrorKind::data, place, "want the outcome ok or diverged, found " + outcome);
    if (const auto reason = value.find("reason"); reason != value.end() && reason->is_string())
      result.reason = reason->get<std::string>();
    result.steps = optional_integer(value, "steps");
    result.kept_step = optional_integer(value, "kept_step");
    for (const auto& [set, metrics] : value.at("scores").items())
      for (const auto& [metric, score] : metrics.items())
        if (!score.is_null()) result.scores[set][metric] = score.get<double>();
    return result;
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::data, place, std::string("want the outcome of a run: ") + error.what());
  }
}

RunResult read_run_result(const std::filesystem::path& record) {
  const std::filesystem::path file = record / "outcome.json";
  return run_result_from_json(parse_json(read_file(file), file.string()), file.string());
}

}  // namespace reseed
