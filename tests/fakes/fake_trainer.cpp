// SPDX-License-Identifier: Apache-2.0
// A training worker for tests: speaks the protocol of reseed-train and writes seeded random records of the shapes that
// the task and the checkpoint have. Tests put it in the place of reseed-train (RESEED_WORKERS).
//
// FAKE_TRAINER (a JSON object) makes it misbehave: {"milliseconds": per step, "crash": [seeds], "error": [seeds],
// "diverge": [seeds], "revision": N, "drift": true (every training differs), "refuse": why no run can be made,
// "not_finite": as reseed-train answers it to "check"}.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "data/task.hpp"
#include "reseed/error.hpp"
#include "reseed/philox.hpp"
#include "worker/serve.hpp"

namespace {

using namespace reseed;
using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::int64_t kSteps = 8;

Json behaviour() {
  const char* text = std::getenv("FAKE_TRAINER");
  return text == nullptr ? Json::object() : parse_json(text, "FAKE_TRAINER");
}

bool listed(const Json& behaviour, const char* what, std::uint64_t seed) {
  const Json seeds = behaviour.value(what, Json::array());
  return std::find(seeds.begin(), seeds.end(), Json(seed)) != seeds.end();
}

/// Class scores that favour the label, and representations of which a part is common to all seeds.
struct FakeModel {
  std::uint64_t seed;
  std::int64_t layers;
  std::int64_t width;

  double common(std::uint32_t item, std::uint32_t site) const {
    return Draws(Stream(0, "common"), site, item).normal();
  }
  double own(std::uint32_t item, std::uint32_t site) const { return Draws(Stream(seed, "fake"), site, item).normal(); }
};

/// Writes one evaluation set and gives its accuracy.
double write_set(const fs::path& file, const std::vector<Example>& examples, std::int64_t classes,
                 const FakeModel& model, const RecordSpec* records) {
  const auto n = static_cast<std::int64_t>(examples.size());
  std::vector<float> logits;
  std::vector<std::int64_t> labels;
  std::vector<std::int64_t> items;
  std::int64_t right = 0;
  for (const Example& example : examples) {
    const auto item = static_cast<std::uint32_t>(example.index);
    std::int64_t best = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
      const auto site = static_cast<std::uint32_t>(c);
      logits.push_back(static_cast<float>((c == example.label ? 1.0 : 0.0) + model.common(item, site) +
                                          0.5 * model.own(item, site)));
      if (logits.back() > logits[logits.size() - 1 - static_cast<std::size_t>(c) + static_cast<std::size_t>(best)])
        best = c;
    }
    labels.push_back(example.label);
    items.push_back(example.index);
    right += best == example.label;
  }
  std::vector<NamedTensor> tensors = {{"logits", view_of<float>(logits, {n, classes})},
                                      {"labels", view_of<std::int64_t>(labels, {n})},
                                      {"items", view_of<std::int64_t>(items, {n})}};
  std::vector<std::vector<float>> representations;
  for (std::int64_t layer = 0; records != nullptr && layer <= model.layers; ++layer) {
    if (records->layers && std::find(records->layers->begin(), records->layers->end(), layer) == records->layers->end())
      continue;
    std::vector<float> values;
    for (const std::int64_t item : items)
      for (std::int64_t d = 0; d < model.width; ++d) {
        const auto site = static_cast<std::uint32_t>(100 + layer * model.width + d);
        const auto at = static_cast<std::uint32_t>(item);
        values.push_back(
            static_cast<float>(model.common(at, site) + 0.1 * static_cast<double>(layer) * model.own(at, site)));
      }
    representations.push_back(std::move(values));
    tensors.push_back(
        {"representations." + std::to_string(layer), view_of<float>(representations.back(), {n, model.width})});
  }
  write_safetensors(file, std::move(tensors));
  return static_cast<double>(right) / static_cast<double>(n);
}

Json train(const Json& request, const Progress& progress) {
  const Json how = behaviour();
  const RunSpec spec = run_spec_from_json(request.at("spec"));
  const fs::path out = request.at("out").get<std::string>();
  for (std::int64_t step = 1; step <= kSteps; ++step) {
    std::this_thread::sleep_for(std::chrono::milliseconds(how.value("milliseconds", 0)));
    progress(step, kSteps, "step");
  }
  if (listed(how, "crash", spec.seed)) std::raise(SIGSEGV);
  if (listed(how, "error", spec.seed)) throw Error(ErrorKind::internal, "step 3", "the fake trainer was told to fail");
  const TaskData data = load_task(spec.task);
  const fs::path config_file = fs::path(spec.checkpoint.folder) / "config.json";
  const Json config = parse_json(read_file(config_file), config_file.string());
  // Everything that makes two runs differ feeds the draws: the id holds it all.
  static std::uint64_t trainings = 0;
  const std::uint64_t drift =
      how.value("drift", false) ? 1000 * static_cast<std::uint64_t>(::getpid()) + ++trainings : 0;
  const std::uint64_t seed = std::stoull(run_id(spec), nullptr, 16) + drift;
  const FakeModel model{seed, config.at("num_hidden_layers").get<std::int64_t>(),
                        config.at("hidden_size").get<std::int64_t>()};

  const bool diverged = listed(how, "diverge", spec.seed);
  Json outcome = {{"outcome", diverged ? "diverged" : "ok"},
                  {"reason", diverged ? "the loss is not finite at step 3" : ""},
                  {"steps", diverged ? 3 : kSteps},
                  {"kept_step", diverged ? Json() : Json(kSteps)},
                  {"scores", Json::object()},
                  {"streams", to_json(spec).at("streams")}};
  write_file(out / "training.csv", "step,epoch,learning_rate,loss,gradient_norm\n0,0,0,0.7,1.5\n");
  if (!diverged) {
    const auto score = [&](const std::string& set, double value) { outcome["scores"][set][spec.task.metric] = value; };
    score("validation", write_set(out / "validation.safetensors", data.validation, data.classes(), model, nullptr));
    for (const TestSet& set : data.tests) {
      std::string name = set.name == "test" ? "test" : "test." + set.name;
      std::replace(name.begin(), name.end(), '/', '-');
      score(set.name, write_set(out / (name + ".safetensors"), set.examples, data.classes(), model, &spec.records));
    }
  }
  write_file(out / "outcome.json", dump_json(outcome) + "\n");
  return outcome;
}

Json device(const Json&, const Progress&) {
  return {{"device", "cpu"}, {"class", "fake"}, {"training_revision", behaviour().value("revision", 1)}};
}

Json check(const Json& request, const Progress&) {
  return {{"family", "fake"},
          {"folder", request.at("folder")},
          {"missing", Json::array()},
          {"unexpected", Json::array()},
          {"not_finite", behaviour().value("not_finite", Json::array())}};
}

Json check_run(const Json& request, const Progress&) {
  run_spec_from_json(request.at("spec"));
  const Json how = behaviour();
  if (how.contains("refuse")) throw Error(ErrorKind::data, "train, item 7", how.at("refuse").get<std::string>());
  return Json::object();
}

}  // namespace

int main() { return serve({{"train", train}, {"device", device}, {"check", check}, {"check_run", check_run}}); }
