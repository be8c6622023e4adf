// SPDX-License-Identifier: Apache-2.0
#include "analysis/measure_request.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <vector>

#include "analysis/evaluate.hpp"
#include "analysis/measure_library.hpp"
#include "analysis/pair_file.hpp"
#include "analysis/record.hpp"
#include "base/run_json.hpp"

namespace reseed {
namespace {

using nlohmann::json;

/// One entry of `measures`.
struct Requested {
  LoadedMeasure loaded;
  std::map<std::string, OptionValue> options;  ///< as given
  std::vector<std::int64_t> layers;            ///< one value each; {-1} where no representations are read
};

/// A field of the request. Errors: Error(data) naming it.
template <class T>
T field(const json& object, const std::string& name) {
  try {
    return object.at(name).get<T>();
  } catch (const json::exception& error) {
    throw Error(ErrorKind::data, "measure: " + name, error.what());
  }
}

template <class T>
T field_or(const json& object, const std::string& name, T otherwise) {
  return object.contains(name) ? field<T>(object, name) : otherwise;
}

std::vector<Record> open_records(const json& request) {
  std::vector<Record> records;
  for (const json& run : field<json>(request, "runs"))
    if (field_or<std::string>(run, "outcome", "ok") == "ok")
      records.emplace_back(field<std::uint64_t>(run, "seed"), field<std::string>(run, "folder"),
                           field<std::string>(request, "test_set"));
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.seed() < b.seed(); });
  return records;
}

/// Layers to measure: "all" recorded in any run, "top", or a list.
std::vector<std::int64_t> layers_of(const json& entry, const std::vector<Record>& records) {
  const json wanted = entry.contains("layers") ? entry.at("layers") : json("all");
  if (wanted.is_array()) return wanted.get<std::vector<std::int64_t>>();
  std::set<std::int64_t> recorded;
  for (const Record& record : records) recorded.insert(record.layers().begin(), record.layers().end());
  if (wanted == "all") return {recorded.begin(), recorded.end()};
  if (wanted != "top") throw Error(ErrorKind::data, "measure: layers", "want \"all\", \"top\" or a list of layers");
  if (recorded.empty()) return {};
  return {*recorded.rbegin()};
}

Requested requested(const json& entry, const std::vector<Record>& records) {
  Requested result;
  result.options =
      options_from_json({{"variant", ""}, {"values", field_or<json>(entry, "options", json::object())}}).values();
  result.loaded =
      create_measure(field<std::string>(entry, "library"), field_or<std::string>(entry, "variant", ""), result.options);
  const std::string id = field_or<std::string>(entry, "id", result.loaded.info->id);
  if (id != result.loaded.info->id)
    throw Error(ErrorKind::plugin, field<std::string>(entry, "library"),
                "want the measure " + id + ", found " + result.loaded.info->id);
  result.layers = {-1};
  if (result.loaded.info->reads == Reads::representations) result.layers = layers_of(entry, records);
  // Nothing was recorded: one value that says so.
  if (result.layers.empty()) result.layers = {0};
  return result;
}

EvaluateOptions options_of(const json& request) {
  EvaluateOptions options;
  options.threads = field_or(request, "threads", 1);
  options.null_seed = field_or<std::uint64_t>(request, "null_seed", 0);
  const json bootstrap = field_or<json>(request, "bootstrap", json::object());
  options.bootstrap.samples = field_or<std::int64_t>(bootstrap, "samples", 1000);
  options.bootstrap.seed = field_or<std::uint64_t>(bootstrap, "seed", 0);
  const auto policy = field_or<std::string>(bootstrap, "self_pairs", "exclude");
  if (policy != "exclude" && policy != "include_zero")
    throw Error(ErrorKind::data, "measure: bootstrap.self_pairs",
                "want exclude or include_zero, found \"" + policy + "\"");
  options.bootstrap.self_pairs = policy == "exclude" ? SelfPairs::exclude : SelfPairs::include_zero;
  return options;
}

json number_or_null(const std::optional<double>& number) { return number ? json(*number) : json(nullptr); }
json number_or_null(const std::optional<std::int64_t>& number) { return number ? json(*number) : json(nullptr); }

/// One row of measures.csv, less the columns that only the caller knows (group, model, task, subset).
json row_of(const Requested& measure, const MeasureValue& value, std::int64_t layer, const std::string& test_set,
            const std::string& metric) {
  json flags = json::array();
  for (const Flag flag : value.flags) flags.push_back(to_string(flag));
  return {{"measure", measure.loaded.info->id},
          {"variant", measure.loaded.variant->name},
          {"version", measure.loaded.info->version},
          {"options", to_json(Options("", measure.options)).at("values")},
          {"test_set", test_set},
          {"layer", layer < 0 ? json(nullptr) : json(layer)},
          {"value", number_or_null(value.value)},
          {"instability", number_or_null(value.instability)},
          {"unit", value.unit == "metric" ? metric : value.unit},
          {"flags", flags},
          {"reason", value.reason},
          {"n_items", value.n_items},
          {"n_runs", value.n_runs},
          {"n_dims", number_or_null(value.n_dims)},
          {"n_undefined", value.n_undefined},
          {"numerical_rank", number_or_null(value.numerical_rank)},
          {"null", number_or_null(value.null)},
          {"low", number_or_null(value.low)},
          {"high", number_or_null(value.high)}};
}

}  // namespace

json answer_measure(const json& request,
                    const std::function<void(std::int64_t, std::int64_t, const std::string&)>& progress) {
  const std::vector<Record> records = open_records(request);
  const auto test_set = field<std::string>(request, "test_set");
  const auto metric = field<std::string>(request, "metric");
  EvaluateOptions options = options_of(request);
  std::optional<arma::uvec> items;
  if (request.contains("items"))
    items = arma::conv_to<arma::uvec>::from(field<std::vector<std::uint64_t>>(request, "items"));
  std::vector<Requested> measures;
  for (const json& entry : field<json>(request, "measures")) measures.push_back(requested(entry, records));
  std::int64_t total = 0;
  for (const Requested& measure : measures) total += static_cast<std::int64_t>(measure.layers.size());

  json rows = json::array();
  json files = json::array();
  std::int64_t done = 0;
  for (const Requested& measure : measures) {
    std::vector<PairMatrix> matrices;
    for (const std::int64_t layer : measure.layers) {
      options.where = layer < 0 ? "" : "layer " + std::to_string(layer);
      std::vector<MeasuredRun> runs;
      for (const Record& record : records)
        runs.push_back(record.read(measure.loaded.info->reads, layer, metric, items));
      Evaluation evaluation =
          evaluate(*measure.loaded.measure, *measure.loaded.info, *measure.loaded.variant, std::move(runs), options);
      rows.push_back(row_of(measure, evaluation.value, layer, test_set, metric));
      if (evaluation.pairs) matrices.push_back(std::move(*evaluation.pairs));
      progress(++done, total, measure.loaded.info->id);
    }
    if (matrices.size() != measure.layers.size() || !request.contains("out")) continue;
    const PairFileHeader header = {.measure = measure.loaded.info->id,
                                   .variant = measure.loaded.variant->name,
                                   .version = measure.loaded.info->version,
                                   .options = to_json(Options("", measure.options)).at("values").dump(),
                                   .test_set = test_set,
                                   .layers = measure.layers};
    const std::string name = pair_file_name(header, measure.options);
    write_pair_file(std::filesystem::path(field<std::string>(request, "out")) / name, header, matrices);
    files.push_back(name);
  }
  return {{"rows", rows}, {"pairs", files}};
}

}  // namespace reseed
