// SPDX-License-Identifier: Apache-2.0
#include "execute/keys.hpp"

#include "base/json.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

StoreKey key(std::string kind, const Json& content) { return {std::move(kind), sha256(dump_json(content))}; }

Json layers_json(const PlannedMeasure& measure) {
  if (!measure.reads_representations) return nullptr;
  switch (measure.layers.kind) {
    case LayerChoice::Kind::all: return "all";
    case LayerChoice::Kind::top: return "top";
    default: return measure.layers.listed;
  }
}

}  // namespace

StoreKey run_key(const RunSpec& run, const Json& training_class) {
  return key("run", {{"run", run_id(run)},
                     {"records", to_json(run).at("records")},
                     {"mitigation_source", run.mitigation.source_digest},
                     {"threads", run.threads},
                     {"device_class", training_class}});
}

StoreKey twin_key(const StoreKey& run) { return key("twin", {{"run", run.digest}}); }

StoreKey measurement_key(const std::vector<StoreKey>& records, const PlannedMeasure& measure,
                         const std::string& test_set, const std::string& metric, const ResamplingSettings& resampling,
                         const Json& measuring_class, const std::optional<std::vector<std::int64_t>>& items) {
  Json runs = Json::array();
  for (const StoreKey& record : records) runs.push_back(record.digest);
  Json content = {
      {"records", std::move(runs)},
      {"measure", measure.id},
      {"version", measure.version},
      {"options", to_json(measure.options)},
      {"source", measure.source_digest},
      {"layers", layers_json(measure)},
      {"test_set", test_set},
      {"metric", metric},
      {"null_seed", resampling.null_seed},
      {"bootstrap",
       {{"samples", resampling.samples}, {"self_pairs", resampling.self_pairs}, {"seed", resampling.bootstrap_seed}}},
      {"device_class", measuring_class}};
  if (items) content["items"] = *items;
  return key("measurement", content);
}

}  // namespace reseed
