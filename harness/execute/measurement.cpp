// SPDX-License-Identifier: Apache-2.0
#include "execute/measurement.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/number.hpp"
#include "base/record_file.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kRepresentations = "representations.";

/// What a record holds of a test set: items, dimensions of the representations and the layers.
struct RecordShape {
  std::int64_t items = 0;
  std::int64_t classes = 0;
  std::map<std::int64_t, std::int64_t> layers;  ///< layer -> dimensions
};

RecordShape shape_of(const std::filesystem::path& file) {
  RecordShape shape;
  if (!std::filesystem::exists(file)) return shape;
  const Safetensors record(file);
  for (const auto& [name, tensor] : record.tensors()) {
    if (name == "logits" && tensor.shape.size() == 2) {
      shape.items = tensor.shape[0];
      shape.classes = tensor.shape[1];
    }
    if (name == "items" && tensor.shape.size() == 1) shape.items = tensor.shape[0];  // logits may be absent
    if (!name.starts_with(kRepresentations) || tensor.shape.size() != 2) continue;
    if (const auto layer = parse_integer(name.substr(kRepresentations.size()))) shape.layers[*layer] = tensor.shape[1];
  }
  return shape;
}

/// The layers among those recorded that the measure looks at.
std::vector<std::int64_t> layers_of(const PlannedMeasure& measure, const RecordShape& shape) {
  if (measure.layers.kind == LayerChoice::Kind::listed) return measure.layers.listed;
  std::vector<std::int64_t> layers;
  for (const auto& [layer, dimensions] : shape.layers) layers.push_back(layer);
  if (measure.layers.kind == LayerChoice::Kind::top && layers.size() > 1)
    layers.erase(layers.begin(), layers.end() - 1);
  return layers;
}

bool is_tried_again(const std::string& flag) {
  return flag == to_string(Flag::plugin_threw) || flag == to_string(Flag::plugin_timeout) ||
         flag == to_string(Flag::plugin_crashed);
}

}  // namespace

std::int64_t items_of_record(const std::filesystem::path& record, const std::string& test_set) {
  return shape_of(record / record_file(test_set)).items;
}

std::vector<std::int64_t> layers_of_record(const std::filesystem::path& record, const std::string& test_set) {
  const RecordShape shape = shape_of(record / record_file(test_set));
  std::vector<std::int64_t> layers;
  for (const auto& [layer, dimensions] : shape.layers) layers.push_back(layer);
  return layers;
}

Json measure_request(const PlannedMeasure& measure, const std::vector<MeasuredRecord>& records,
                     const std::string& test_set, const std::string& metric, const ResamplingSettings& resampling,
                     const std::filesystem::path& out, const std::optional<ItemPositions>& items) {
  Json runs = Json::array();
  for (const MeasuredRecord& record : records)
    runs.push_back({{"run", record.run}, {"seed", record.seed}, {"folder", record.folder.string()}});
  Json entry = {{"id", measure.id},
                {"library", measure.library},
                {"variant", measure.options.variant()},
                {"options", to_json(measure.options).at("values")}};
  if (measure.reads_representations) {
    if (measure.layers.kind == LayerChoice::Kind::listed)
      entry["layers"] = measure.layers.listed;
    else
      entry["layers"] = measure.layers.kind == LayerChoice::Kind::top ? "top" : "all";
  }
  Json request = {
      {"request", "measure"},
      {"measures", {std::move(entry)}},
      {"runs", std::move(runs)},
      {"test_set", test_set},
      {"metric", metric},
      {"null_seed", resampling.null_seed},
      {"bootstrap",
       {{"samples", resampling.samples}, {"self_pairs", resampling.self_pairs}, {"seed", resampling.bootstrap_seed}}},
      {"threads", 1},
      {"out", out.string()}};
  if (items) request["items"] = *items;
  return request;
}

Json checked_values(const Json& result, const std::string& place) {
  try {
    const Json& values = result.at("rows");
    if (!values.is_array() || values.empty()) throw Error(ErrorKind::data, place, "the worker gave no values");
    for (const Json& value : values) {
      const bool defined = value.at("value").is_number();
      if (!defined && !value.at("value").is_null()) throw Error(ErrorKind::data, place, "a value is no number");
      for (const Json& flag : value.at("flags"))
        if (!flag_from_string(flag.get<std::string>()))
          throw Error(ErrorKind::data, place, "unknown flag " + dump_json(flag));
      if (!defined && value.at("flags").empty())
        throw Error(ErrorKind::data, place, "a value is undefined without a flag that says why");
    }
    return values;
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::data, place, std::string("the worker's values cannot be read: ") + error.what());
  }
}

Json undefined_values(const PlannedMeasure& measure, const std::vector<MeasuredRecord>& records,
                      const std::string& test_set, Flag flag, const std::string& reason,
                      const std::optional<ItemPositions>& items) {
  const RecordShape shape = records.empty() ? RecordShape() : shape_of(records[0].folder / record_file(test_set));
  const auto value = [&](const Json& layer, const Json& dimensions) {
    return Json{{"layer", layer},
                {"value", nullptr},
                {"instability", nullptr},
                {"unit", measure.unit},
                {"flags", {std::string(to_string(flag))}},
                {"reason", reason},
                {"n_items", items ? static_cast<std::int64_t>(items->size()) : shape.items},
                {"n_runs", records.size()},
                {"n_dims", dimensions},
                {"n_undefined", 0},
                {"numerical_rank", nullptr},
                {"null", nullptr},
                {"low", nullptr},
                {"high", nullptr}};
  };
  Json values = Json::array();
  if (measure.reads_representations)
    for (const std::int64_t layer : layers_of(measure, shape)) {
      const auto dimensions = shape.layers.find(layer);
      values.push_back(value(layer, dimensions == shape.layers.end() ? Json(nullptr) : Json(dimensions->second)));
    }
  if (values.empty()) values.push_back(value(nullptr, nullptr));
  return values;
}

bool to_be_tried_again(const Json& values) {
  for (const Json& value : values)
    for (const Json& flag : value.at("flags"))
      if (is_tried_again(flag.get<std::string>())) return true;
  return false;
}

}  // namespace reseed
