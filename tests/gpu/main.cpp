// SPDX-License-Identifier: Apache-2.0
// Training on a GPU against the recorded numbers, against the CPU, and against itself (tests/gpu.sh).
#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/safetensors.hpp"
#include "reseed/error.hpp"
#include "train/device.hpp"
#include "train/trainer.hpp"

namespace {

using namespace reseed;
namespace fs = std::filesystem;

int failures = 0;

void report(const std::string& what, double difference, double tolerance) {
  const bool good = difference <= tolerance;
  std::printf("%s %s: largest difference %.3g, allowed %.3g\n", good ? "ok  " : "FAIL", what.c_str(), difference,
              tolerance);
  failures += good ? 0 : 1;
}

/// Padded rows [n, w] of a safetensors file as texts.
std::vector<Tokens> texts_of(const Safetensors& file) {
  const auto ids = file.at("input_ids").as_integers();
  const auto mask = file.at("attention_mask").as_integers();
  const bool typed = file.contains("token_type_ids");
  const auto types = typed ? file.at("token_type_ids").as_integers() : std::vector<std::int64_t>();
  const auto width = static_cast<std::size_t>(file.at("input_ids").shape.back());
  std::vector<Tokens> texts(ids.size() / width);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (mask[i] == 0) continue;
    texts[i / width].input_ids.push_back(ids[i]);
    if (typed) texts[i / width].token_type_ids.push_back(types[i]);
  }
  return texts;
}

std::unique_ptr<Classifier> load(const fs::path& checkpoint, const std::string& device, std::optional<double> dropout) {
  ModelOptions options;
  options.head = Head::checkpoint;
  options.labels = 0;
  const Checkpoint stored(checkpoint);
  const auto& config = stored.config();
  options.labels = config.contains("id2label") ? static_cast<std::int64_t>(config["id2label"].size()) : 2;
  options.device = device;
  options.dropout = dropout;
  return load_classifier(std::make_shared<const Checkpoint>(checkpoint), options);
}

/// What some steps of training gave.
struct Trained {
  std::vector<StepLog> steps;
  std::vector<at::Tensor> weights;
};

/// `count` steps over the fixtures' batches.
Trained train(const fs::path& folder, const fs::path& checkpoint, const std::string& device,
              std::optional<double> dropout, std::int64_t count, const TrainingOptions& options,
              std::uint64_t seed = 0) {
  const Safetensors file(folder / "batches.safetensors");
  const std::vector<Tokens> texts = texts_of(file);
  const auto labels = file.at("labels").as_integers();
  const auto size = static_cast<std::size_t>(file.at("input_ids").shape.at(1));
  const auto model = load(checkpoint, device, dropout);
  Mitigation none;
  Trainer trainer(*model, none, options, {seed, seed, seed, seed}, file.at("input_ids").shape.at(0));
  Trained trained;
  for (std::size_t step = 0; step < static_cast<std::size_t>(count); ++step) {
    std::vector<const Tokens*> rows;
    std::vector<std::int64_t> items;
    for (std::size_t i = step * size; i < (step + 1) * size; ++i) {
      rows.push_back(&texts[i]);
      items.push_back(static_cast<std::int64_t>(i));
    }
    trained.steps.push_back(trainer.step(model->make_batch(rows, std::span(labels).subspan(step * size, size), items)));
  }
  for (const Parameter& parameter : model->parameters())
    trained.weights.push_back(parameter.value.detach().to(at::kCPU).clone());
  return trained;
}

double largest(const Trained& a, const Trained& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.steps.size(); ++i) most = std::max(most, std::abs(a.steps[i].loss - b.steps[i].loss));
  return most;
}

TrainingOptions rule_of(const nlohmann::json& golden) {
  TrainingOptions options;
  options.learning_rate = golden.at("peak_learning_rate");
  options.warmup_fraction = golden.at("warmup_fraction");
  options.max_gradient_norm = golden.at("max_gradient_norm");
  options.optimizer.epsilon = golden.at("epsilon");
  options.optimizer.weight_decay = golden.at("weight_decay");
  return options;
}

void check_checkpoint(const fs::path& fixtures, const std::string& name, const std::string& device) {
  const fs::path checkpoint = fixtures / "checkpoints" / name;
  if (!fs::exists(checkpoint / "forward.safetensors")) {
    std::printf("skip %s forward: no forward.safetensors in these fixtures\n", name.c_str());
    return;
  }
  const Safetensors golden(checkpoint / "forward.safetensors");
  const std::vector<Tokens> texts = texts_of(golden);
  std::vector<const Tokens*> rows;
  for (const Tokens& text : texts) rows.push_back(&text);
  const auto model = load(checkpoint, device, 0.0);
  const at::Tensor logits =
      model->forward(model->make_batch(rows), {}).logits.to(at::kCPU).to(at::kDouble).contiguous();
  const std::vector<double> want = golden.at("logits").as_doubles();
  double most = 0.0;
  for (std::size_t i = 0; i < want.size(); ++i)
    most = std::max(most, std::abs(logits.const_data_ptr<double>()[i] - want[i]));
  report(name + " logits on " + device, most, 1e-4);
}

void check_training(const fs::path& folder, const fs::path& checkpoint, const std::string& device) {
  const std::string name = folder.filename().string();
  const nlohmann::json golden = parse_json(read_file(folder / "standard.json"), "standard.json");
  const TrainingOptions options = rule_of(golden);
  const Trained recorded = train(folder, checkpoint, device, 0.0, golden.at("steps"), options);
  double losses = 0.0;
  for (std::size_t i = 0; i < recorded.steps.size(); ++i)
    losses = std::max(losses, std::abs(recorded.steps[i].loss - golden.at("losses").at(i).get<double>()));
  report(name + " losses of the whole training on " + device, losses, 1e-4);

  const Trained again = train(folder, checkpoint, device, std::nullopt, 10, options, 7);
  const Trained twice = train(folder, checkpoint, device, std::nullopt, 10, options, 7);
  double moved = largest(again, twice);
  for (std::size_t i = 0; i < again.weights.size(); ++i)
    if (!at::equal(again.weights[i], twice.weights[i])) moved = std::max(moved, 1.0);
  report(name + " one seed twice, with dropout, bit by bit, on " + device, moved, 0.0);
  if (device != "cpu")
    report(name + " first 10 steps with dropout against the CPU",
           largest(again, train(folder, checkpoint, "cpu", std::nullopt, 10, options, 7)), 1e-4);
}

void check(const fs::path& fixtures, const std::string& device) {
  for (const auto& entry : fs::directory_iterator(fixtures / "training")) {
    const fs::path checkpoint = fixtures / "checkpoints" / entry.path().filename();
    if (!fs::exists(checkpoint / "model.safetensors")) continue;
    check_checkpoint(fixtures, entry.path().filename().string(), device);
    check_training(entry.path(), checkpoint, device);
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count != 2) throw Error(ErrorKind::usage, words[0], "want the folder of the fixtures");
    at::set_num_threads(1);
    check(words[1], "cpu");
    try {
      find_device("cuda");
    } catch (const Error& error) {
      std::printf("skip everything on a GPU: %s\n", error.what());
      std::printf("%s: the CPU half; no GPU was tried\n", failures == 0 ? "passed" : "FAILED");
      return failures == 0 ? 77 : 1;
    }
    at::globalContext().setDeterministicAlgorithms(true, false);
    check(words[1], "cuda");
    std::printf("%s\n", failures == 0 ? "passed" : "FAILED");
    return failures == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_tests: %s\n", error.what());
    return 1;
  }
}
