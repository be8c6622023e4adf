// SPDX-License-Identifier: Apache-2.0
#include "execute/speed.hpp"

#include <filesystem>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

std::filesystem::path memory_file(const Store& store, const Json& about) {
  return store.memory() / ("speed-" + sha256(dump_json(about)).substr(0, 16) + ".json");
}

std::optional<Speed> recall(const Store& store, const Json& about) {
  const std::filesystem::path file = memory_file(store, about);
  if (!std::filesystem::exists(file)) return std::nullopt;
  try {
    const Json speed = parse_json(read_file(file), file.string());
    return Speed{speed.at("seconds_per_unit").get<double>(), speed.at("peak_bytes").get<std::int64_t>()};
  } catch (const Error&) {  // not readable: as if it had never been measured
    return std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void remember(const Store& store, const Json& about, const Speed& speed) {
  write_file(
      memory_file(store, about),
      dump_json({{"about", about}, {"seconds_per_unit", speed.seconds_per_unit}, {"peak_bytes", speed.peak_bytes}}) +
          "\n");
}

Json about_training(const RunSpec& run, const Json& training_class) {
  return {{"kind", "train"},
          {"checkpoint", run.checkpoint.digest},
          {"precision", run.training.precision},
          {"batch_size", run.training.batch_size},
          {"mitigation", run.mitigation.id},
          {"threads", run.threads},
          {"device_class", training_class}};
}

Json about_measuring(const PlannedMeasure& measure) {
  return {{"kind", "measure"}, {"measure", measure.id}, {"options", to_json(measure.options)}};
}

}  // namespace

std::optional<Speed> training_speed(const Store& store, const RunSpec& run, const Json& training_class) {
  return recall(store, about_training(run, training_class));
}

void remember_training_speed(const Store& store, const RunSpec& run, const Json& training_class, const Speed& speed) {
  remember(store, about_training(run, training_class), speed);
}

std::optional<Speed> measuring_speed(const Store& store, const PlannedMeasure& measure) {
  return recall(store, about_measuring(measure));
}

void remember_measuring_speed(const Store& store, const PlannedMeasure& measure, const Speed& speed) {
  remember(store, about_measuring(measure), speed);
}

}  // namespace reseed
