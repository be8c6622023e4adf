// SPDX-License-Identifier: Apache-2.0
#include "train/record.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/metrics.hpp"
#include "base/number.hpp"
#include "base/record_file.hpp"
#include "base/run_json.hpp"
#include "base/safetensors.hpp"
#include "reseed/error.hpp"
#include "train/revision.hpp"

namespace reseed {
namespace {

using Json = nlohmann::json;

TensorView view(const at::Tensor& tensor) {
  const auto bytes = static_cast<std::size_t>(tensor.numel()) * tensor.element_size();
  TensorView view{DType::f32, tensor.sizes().vec(), {static_cast<const std::byte*>(tensor.const_data_ptr()), bytes}};
  switch (tensor.scalar_type()) {
    case at::kFloat: view.dtype = DType::f32; break;
    case at::kDouble: view.dtype = DType::f64; break;
    case at::kHalf: view.dtype = DType::f16; break;
    default: throw Error(ErrorKind::internal, "record", "a tensor of a type that records do not hold");
  }
  return view;
}

/// Named tensors and what keeps them alive until they are written.
class Tensors {
 public:
  void add(const std::string& name, const at::Tensor& tensor) {
    alive_.push_back(tensor.detach().to(at::kCPU).contiguous());
    named_.push_back({name, view(alive_.back())});
  }
  void add(const std::string& name, const std::vector<std::int64_t>& values) {
    named_.push_back({name, view_of<std::int64_t>(values, {static_cast<std::int64_t>(values.size())})});
  }
  void write(const std::filesystem::path& file) const { write_safetensors(file, named_); }

 private:
  std::vector<at::Tensor> alive_;
  std::vector<NamedTensor> named_;
};

void write_set(const std::filesystem::path& folder, const TextSet& set, const Evaluation& evaluation,
               const RecordSpec& spec) {
  if (spec.precision != "float32" && spec.precision != "float16")
    throw Error(ErrorKind::manifest, "records.precision", "want float32 or float16, found " + spec.precision);
  const at::ScalarType stored = spec.precision == "float16" ? at::kHalf : at::kFloat;
  Tensors tensors;
  tensors.add("logits", evaluation.logits);
  tensors.add("labels", set.labels);
  tensors.add("items", set.items);
  for (const auto& [layer, states] : evaluation.representations)
    tensors.add("representations." + std::to_string(layer), states.to(stored));
  tensors.write(folder / record_file(set.name));
}

void write_weights(const std::filesystem::path& folder, const Record& record) {
  Tensors tensors;
  const auto parameters = record.model->parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    tensors.add(parameters[i].name, i == record.model->word_embedding()
                                        ? record.model->expanded_word_embedding(record.training->untouched_factor)
                                        : parameters[i].value);
  tensors.write(folder / "weights.safetensors");
}

std::string number(double value) { return std::isfinite(value) ? shortest(value) : std::string(); }

void write_logs(const std::filesystem::path& folder, const FineTuning& training) {
  CsvTable steps{.columns = {"step", "epoch", "learning_rate", "loss", "gradient_norm"}, .rows = {}, .lines = {}};
  for (std::size_t i = 0; i < training.steps.size(); ++i) {
    const StepLog& step = training.steps[i];
    const bool ended = !std::isfinite(step.loss);
    steps.rows.push_back({std::to_string(i), std::to_string(static_cast<std::int64_t>(i) / training.steps_per_epoch),
                          number(step.rate), number(step.loss), ended ? std::string() : number(step.gradient_norm)});
  }
  write_file(folder / "training.csv", write_csv(steps));

  CsvTable evaluations{.columns = {"steps", "epoch", "score", "best"}, .rows = {}, .lines = {}};
  for (const EvaluationLog& entry : training.evaluations)
    evaluations.rows.push_back(
        {std::to_string(entry.steps), std::to_string(entry.epoch), number(entry.score), entry.best ? "true" : "false"});
  write_file(folder / "evaluations.csv", write_csv(evaluations));
}

/// Every metric that is defined for this number of classes.
Json scores_of(const TextSet& set, const Evaluation& evaluation) {
  const std::vector<std::int64_t> predictions = evaluation.predictions();
  const std::int64_t classes = evaluation.logits.size(1);
  Json scores = Json::object();
  for (const char* metric : {"accuracy", "f1", "macro_f1", "matthews_correlation"})
    if (std::string_view(metric) != "f1" || classes == 2)
      scores[metric] = score(metric, predictions, set.labels, classes);
  return scores;
}

}  // namespace

Json write_record(const std::filesystem::path& folder, const Record& record) {
  const RunSpec& spec = *record.spec;
  const FineTuning& training = *record.training;
  Json outcome = {
      {"schema", 1},
      {"run", run_id(spec)},
      {"outcome", to_string(training.diverged ? RunOutcome::diverged : RunOutcome::ok)},
      {"reason",
       training.diverged ? "the loss of step " + std::to_string(training.steps.size() - 1) + " is not finite" : ""},
      {"training_revision", kTrainingRevision},
      {"seed", spec.seed},
      {"streams",
       {{"head_init", spec.streams.head_init},
        {"data_order", spec.streams.data_order},
        {"dropout", spec.streams.dropout},
        {"mitigation", spec.streams.mitigation}}},
      {"steps", training.diverged ? training.kept_after : static_cast<std::int64_t>(training.steps.size())},
      {"kept_step", training.diverged ? Json() : Json(training.kept_after)},
      {"metric", spec.task.metric},
      {"scores", Json::object()},
      {"checkpoint", to_json(record.model->report())},
      {"touched", record.touched},
      {"embedding_rows", {{"trained", record.rows}, {"all", record.model->vocabulary_size()}}}};

  write_logs(folder, training);
  for (const auto& [set, evaluation] : record.sets) {
    write_set(folder, *set, evaluation, spec.records);
    outcome["scores"][set->name] = scores_of(*set, evaluation);
  }
  if (spec.records.weights && !training.diverged) write_weights(folder, record);
  write_file(folder / "outcome.json", dump_json(outcome) + "\n");
  return outcome;
}

}  // namespace reseed
