// SPDX-License-Identifier: Apache-2.0
#include "compare/worker_measures.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "compare/seed_tests.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::minutes kLimit{10};

Json side_json(const GroupQuestion& question, const GroupQuestion::Side& side) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < question.seeds.size(); ++i) {
    runs.push_back({{"seed", question.seeds[i]}});
    if (side.scores.empty())
      runs.back()["folder"] = side.records[i].string();
    else
      runs.back()["score"] = side.scores[i];
  }
  return runs;
}

std::optional<double> number(const Json& value) {
  return value.is_number() ? std::optional<double>(value.get<double>()) : std::nullopt;
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> result;
  for (const Json& value : list) {
    if (!value.is_number()) return {};
    result.push_back(value.get<double>());
  }
  return result;
}

}  // namespace

const PluginSpec* WorkerMeasures::find(const std::string& id, int version) {
  if (!catalog_) catalog_ = search_plugins(folders_);
  const PluginSpec* plugin = catalog_->find(PluginKind::measure, id);
  return plugin != nullptr && plugin->version == version ? plugin : nullptr;
}

std::optional<MeasureFacts> WorkerMeasures::facts(const std::string& id, int version) {
  const PluginSpec* plugin = find(id, version);
  if (plugin == nullptr || !plugin->measure) return std::nullopt;
  return MeasureFacts{std::string(to_string(plugin->measure->reads)), std::string(to_string(plugin->measure->arity)),
                      plugin->measure->tolerance, plugin->measure->biased_by_n};
}

GroupAnswer WorkerMeasures::evaluate(const GroupQuestion& question) {
  GroupAnswer answer;
  const PluginSpec* plugin = find(question.measure, question.version);
  if (plugin == nullptr) {
    answer.problem = "measure " + question.measure + " version " + std::to_string(question.version) +
                     " is not installed: the value cannot be resampled (--plugins names its folder)";
    return answer;
  }
  const Json options =
      question.options.empty() ? Json::object() : parse_json(question.options, "measures.csv: options");
  if (!worker_) worker_.emplace(WorkerOptions{worker_program("reseed-measure"), {}, {}, {}});
  const WorkerEvent event = worker_->call({{"request", "exchange"},
                                           {"library", plugin->file.string()},
                                           {"variant", question.variant},
                                           {"options", options},
                                           {"layer", question.layer ? Json(*question.layer) : Json(nullptr)},
                                           {"test_set", question.test_set},
                                           {"metric", question.metric},
                                           {"subset", question.subset},
                                           {"subset_seeds", question.subset_seeds},
                                           {"samples", kCompareSamples},
                                           {"a", side_json(question, question.a)},
                                           {"b", side_json(question, question.b)}},
                                          kLimit);
  if (event.kind != WorkerEvent::Kind::done) {
    // A record that cannot be read or a plugin that fails costs this value, not the comparison.
    if (event.kind == WorkerEvent::Kind::crashed) worker_.reset();
    answer.problem = (event.place.empty() ? "" : event.place + ": ") + event.message;
    return answer;
  }
  answer.a = number(event.result.at("a"));
  answer.b = number(event.result.at("b"));
  answer.without_a = numbers(event.result.at("without_a"));
  answer.without_b = numbers(event.result.at("without_b"));
  answer.p = number(event.result.at("p"));
  answer.problem = event.result.at("reason").get<std::string>();
  return answer;
}

}  // namespace reseed
