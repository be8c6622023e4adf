// SPDX-License-Identifier: Apache-2.0
#include "base/run_json.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/nullable.hpp"
#include "base/sha256.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

template <class T>
void read(const Json& object, const char* key, T& target) {
  const auto found = object.find(key);
  if (found == object.end()) throw Error(ErrorKind::data, key, "a run's description lacks this key");
  try {
    target = found->get<T>();
  } catch (const Json::exception&) {
    throw Error(ErrorKind::data, key, "a run's description holds a value of another type: " + dump_json(*found));
  }
}

template <class T>
void read(const Json& object, const char* key, std::optional<T>& target) {
  const auto found = object.find(key);
  target.reset();
  if (found == object.end() || found->is_null()) return;
  T value{};
  read(object, key, value);
  target = std::move(value);
}

constexpr const char* kSplitKinds[] = {"named", "file", "fraction", "drawn", "official"};

Json split_json(const SplitSpec& split) {
  Json json = {{"kind", kSplitKinds[static_cast<int>(split.kind)]}};
  switch (split.kind) {
    case SplitSpec::Kind::named:
    case SplitSpec::Kind::file: json["name"] = split.name; break;
    case SplitSpec::Kind::fraction:
      json["seed"] = split.seed;
      json["test_fraction"] = split.test_fraction;
      break;
    case SplitSpec::Kind::drawn:
      json.update({{"seed", split.seed},
                   {"train", split.train},
                   {"validation", split.validation},
                   {"test", split.test},
                   {"by", split.by}});
      break;
    case SplitSpec::Kind::official: break;
  }
  return json;
}

SplitSpec split_from_json(const Json& json) {
  SplitSpec split;
  std::string kind;
  read(json, "kind", kind);
  const auto found = std::find(std::begin(kSplitKinds), std::end(kSplitKinds), kind);
  if (found == std::end(kSplitKinds)) throw Error(ErrorKind::data, "split", "unknown kind " + kind);
  split.kind = static_cast<SplitSpec::Kind>(found - std::begin(kSplitKinds));
  if (json.contains("name")) read(json, "name", split.name);
  if (json.contains("seed")) read(json, "seed", split.seed);
  if (json.contains("test_fraction")) read(json, "test_fraction", split.test_fraction);
  if (json.contains("train")) read(json, "train", split.train);
  if (json.contains("validation")) read(json, "validation", split.validation);
  if (json.contains("test")) read(json, "test", split.test);
  if (json.contains("by")) read(json, "by", split.by);
  return split;
}

TrainingOptions training_from_json(const Json& json) {
  TrainingOptions training;
  read(json, "epochs", training.epochs);
  read(json, "batch_size", training.batch_size);
  read(json, "learning_rate", training.learning_rate);
  read(json, "warmup_fraction", training.warmup_fraction);
  read(json, "schedule", training.schedule);
  Json optimizer;
  read(json, "optimizer", optimizer);
  read(optimizer, "name", training.optimizer.name);
  read(optimizer, "beta1", training.optimizer.beta1);
  read(optimizer, "beta2", training.optimizer.beta2);
  read(optimizer, "epsilon", training.optimizer.epsilon);
  read(optimizer, "weight_decay", training.optimizer.weight_decay);
  read(optimizer, "bias_correction", training.optimizer.bias_correction);
  read(json, "max_gradient_norm", training.max_gradient_norm);
  read(json, "max_length", training.max_length);
  read(json, "evaluations_per_epoch", training.evaluations_per_epoch);
  read(json, "keep", training.keep);
  read(json, "precision", training.precision);
  read(json, "dropout", training.dropout);
  read(json, "truncation", training.truncation);
  return training;
}

Json streams_json(const StreamSeeds& streams) {
  return {{"head_init", streams.head_init},
          {"data_order", streams.data_order},
          {"dropout", streams.dropout},
          {"mitigation", streams.mitigation}};
}

}  // namespace

Json to_json(const Options& options) {
  Json values = Json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& held) { values[key] = held; }, value);
  return {{"variant", options.variant()}, {"values", std::move(values)}};
}

Options options_from_json(const Json& json) {
  std::string variant;
  read(json, "variant", variant);
  std::map<std::string, OptionValue> values;
  for (const auto& [name, value] : json.at("values").items()) {
    if (value.is_boolean())
      values[name] = value.get<bool>();
    else if (value.is_number_integer())
      values[name] = value.get<std::int64_t>();
    else if (value.is_number())
      values[name] = value.get<double>();
    else if (value.is_string())
      values[name] = value.get<std::string>();
    else
      throw Error(ErrorKind::data, name, "want a boolean, number or string as option, found " + dump_json(value));
  }
  return Options(std::move(variant), std::move(values));
}

Json to_json(const TrainingOptions& training) {
  return {{"epochs", training.epochs},
          {"batch_size", training.batch_size},
          {"learning_rate", training.learning_rate},
          {"warmup_fraction", training.warmup_fraction},
          {"schedule", training.schedule},
          {"optimizer",
           {{"name", training.optimizer.name},
            {"beta1", training.optimizer.beta1},
            {"beta2", training.optimizer.beta2},
            {"epsilon", training.optimizer.epsilon},
            {"weight_decay", training.optimizer.weight_decay},
            {"bias_correction", training.optimizer.bias_correction}}},
          {"max_gradient_norm", training.max_gradient_norm},
          {"max_length", training.max_length},
          {"evaluations_per_epoch", training.evaluations_per_epoch},
          {"keep", training.keep},
          {"precision", training.precision},
          {"dropout", nullable(training.dropout)},
          {"truncation", training.truncation}};
}

Json to_json(const TaskSpec& task) {
  Json extra = Json::array();
  for (const ExtraTestSpec& test : task.extra_tests)
    extra.push_back(
        {{"dataset", test.dataset}, {"root", test.root}, {"items", nullable(test.items)}, {"seed", test.seed}});
  return {{"name", task.name},
          {"dataset", task.dataset},
          {"root", task.root},
          {"metric", task.metric},
          {"split", split_json(task.split)},
          {"train_items", nullable(task.train_items)},
          {"extra_tests", std::move(extra)},
          {"expect_counts", task.expect_counts},
          {"digest", task.digest}};
}

TaskSpec task_spec_from_json(const Json& json) {
  TaskSpec task;
  read(json, "name", task.name);
  read(json, "dataset", task.dataset);
  read(json, "root", task.root);
  read(json, "metric", task.metric);
  Json split;
  read(json, "split", split);
  task.split = split_from_json(split);
  read(json, "train_items", task.train_items);
  Json extra;
  read(json, "extra_tests", extra);
  for (const Json& entry : extra) {
    ExtraTestSpec test;
    read(entry, "dataset", test.dataset);
    read(entry, "root", test.root);
    read(entry, "items", test.items);
    read(entry, "seed", test.seed);
    task.extra_tests.push_back(std::move(test));
  }
  read(json, "expect_counts", task.expect_counts);
  read(json, "digest", task.digest);
  return task;
}

Json to_json(const RunSpec& spec) {
  return {{"checkpoint",
           {{"name", spec.checkpoint.name},
            {"folder", spec.checkpoint.folder},
            {"digest", spec.checkpoint.digest},
            {"head", spec.checkpoint.head}}},
          {"task", to_json(spec.task)},
          {"training", to_json(spec.training)},
          {"mitigation",
           {{"id", spec.mitigation.id},
            {"version", spec.mitigation.version},
            {"options", to_json(spec.mitigation.options)},
            {"source_digest", spec.mitigation.source_digest},
            {"library", spec.mitigation.library}}},
          {"seed", spec.seed},
          {"streams", streams_json(spec.streams)},
          {"records",
           {{"layers", nullable(spec.records.layers)},
            {"precision", spec.records.precision},
            {"weights", spec.records.weights}}},
          {"threads", spec.threads},
          {"device", spec.device}};
}

RunSpec run_spec_from_json(const Json& json) {
  RunSpec spec;
  Json part;
  read(json, "checkpoint", part);
  read(part, "name", spec.checkpoint.name);
  read(part, "folder", spec.checkpoint.folder);
  read(part, "digest", spec.checkpoint.digest);
  read(part, "head", spec.checkpoint.head);
  read(json, "task", part);
  spec.task = task_spec_from_json(part);
  read(json, "training", part);
  spec.training = training_from_json(part);
  read(json, "mitigation", part);
  read(part, "id", spec.mitigation.id);
  read(part, "version", spec.mitigation.version);
  spec.mitigation.options = options_from_json(part.at("options"));
  read(part, "source_digest", spec.mitigation.source_digest);
  read(part, "library", spec.mitigation.library);
  read(json, "seed", spec.seed);
  read(json, "streams", part);
  read(part, "head_init", spec.streams.head_init);
  read(part, "data_order", spec.streams.data_order);
  read(part, "dropout", spec.streams.dropout);
  read(part, "mitigation", spec.streams.mitigation);
  read(json, "records", part);
  read(part, "layers", spec.records.layers);
  read(part, "precision", spec.records.precision);
  read(part, "weights", spec.records.weights);
  read(json, "threads", spec.threads);
  read(json, "device", spec.device);
  return spec;
}

Json identity(const RunSpec& spec) {
  // The task's digest covers its texts, labels, split and extra test sets, whatever they are called.
  return {{"checkpoint", {{"digest", spec.checkpoint.digest}, {"head", spec.checkpoint.head}}},
          {"task", {{"digest", spec.task.digest}, {"metric", spec.task.metric}}},
          {"training", to_json(spec.training)},
          {"mitigation",
           {{"id", spec.mitigation.id},
            {"version", spec.mitigation.version},
            {"options", to_json(spec.mitigation.options)}}},
          {"seed", spec.seed},
          {"streams", streams_json(spec.streams)}};
}

std::string run_id(const RunSpec& spec) { return sha256(dump_json(identity(spec))).substr(0, 16); }

std::string_view to_string(RunOutcome outcome) {
  constexpr std::string_view kNames[] = {"ok", "diverged", "error"};
  return kNames[static_cast<int>(outcome)];
}

}  // namespace reseed
