// SPDX-License-Identifier: Apache-2.0
#include "import/write_records.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/metrics.hpp"
#include "base/record_file.hpp"
#include "base/run_json.hpp"
#include "base/sha256.hpp"
#include "execute/store.hpp"

namespace reseed {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Named tensors and what keeps them alive until they are written.
class Tensors {
 public:
  /// As a record holds it: half precision only where `half_allowed`, integers as the floats that hold them exactly.
  void add(const std::string& name, const Array& array, bool half_allowed) {
    const DType dtype = array.view.dtype;
    if (dtype == DType::f64 || dtype == DType::f32 || (dtype == DType::f16 && half_allowed)) {
      named_.push_back({name, array.view});
      return;
    }
    const std::vector<double> numbers = array.view.as_doubles();
    if (array.is_integer() && size_of(dtype) > 2)
      keep(doubles_, name, numbers, array.view.shape);
    else
      keep(floats_, name, std::vector<float>(numbers.begin(), numbers.end()), array.view.shape);
  }
  void add(const std::string& name, const std::vector<std::int64_t>& values) {
    named_.push_back({name, view_of<std::int64_t>(values, {static_cast<std::int64_t>(values.size())})});
  }
  void write(const fs::path& file, const std::map<std::string, std::string>& metadata) const {
    write_safetensors(file, named_, metadata);
  }

 private:
  template <class T>
  void keep(std::vector<std::vector<T>>& alive, const std::string& name, std::vector<T> values,
            const std::vector<std::int64_t>& shape) {
    alive.push_back(std::move(values));
    named_.push_back({name, view_of<T>(std::span<const T>(alive.back()), shape)});
  }

  std::vector<std::vector<float>> floats_;
  std::vector<std::vector<double>> doubles_;
  std::vector<NamedTensor> named_;
};

std::vector<std::int64_t> predictions_of(const ImportedSet& set) {
  if (set.predictions) return *set.predictions;
  const Array& values = set.logits ? *set.logits : *set.probabilities;
  return argmax_rows(values.view.as_doubles(), values.length(1));
}

/// Every metric that is defined for this number of classes; none without labels or predictions.
std::map<std::string, double> scores_of(const ImportedSet& set, const ImportedItems& items, std::int64_t classes) {
  std::map<std::string, double> scores;
  if (items.labels.empty() || (!set.logits && !set.probabilities && !set.predictions)) return scores;
  const std::vector<std::int64_t> predictions = predictions_of(set);
  for (const char* metric : {"accuracy", "f1", "macro_f1", "matthews_correlation"})
    if (std::string_view(metric) != "f1" || classes == 2)
      scores[metric] = score(metric, predictions, items.labels, classes);
  return scores;
}

void write_set(const fs::path& file, const std::string& name, const ImportedSet& set, const ImportedItems& items,
               std::int64_t classes) {
  Tensors tensors;
  std::map<std::string, std::string> metadata;
  if (set.logits) tensors.add("logits", *set.logits, false);
  if (set.probabilities) tensors.add("probabilities", *set.probabilities, false);
  if (set.predictions) {
    tensors.add("predictions", *set.predictions);
    metadata["classes"] = std::to_string(classes);  // the widths of the others say it
  }
  if (!items.labels.empty()) tensors.add("labels", items.labels);
  tensors.add("items", items.items);
  if (name != "validation")
    for (const auto& [layer, values] : set.representations)
      tensors.add("representations." + std::to_string(layer), values, true);
  tensors.write(file, metadata);
}

std::string id_of(const ImportedRun& run, const std::string& content, const std::string& metric) {
  // A diverged run has no content: its names must do.
  Json identity = {{"imported", content}, {"seed", run.seed}, {"metric", metric}};
  if (run.diverged) identity["diverged"] = {run.group, run.model};
  return sha256(dump_json(identity)).substr(0, 16);
}

std::map<std::string, std::string> checksums_of(const std::vector<EntryFile>& files) {
  std::map<std::string, std::string> checksums;
  for (const EntryFile& file : files) checksums[file.name] = file.sha256;
  return checksums;
}

}  // namespace

std::string imported_task_digest(const ImportedRuns& runs) {
  Json content = Json::object();
  for (const auto& [set, items] : runs.items)
    content[set] = {{"items", items.items}, {"names", items.names}, {"labels", items.labels}};
  return sha256(dump_json({{"classes", runs.classes}, {"sets", std::move(content)}}));
}

GivenRun write_imported_run(const ImportedRun& run, const ImportedRuns& all, const ImportDescriptor& descriptor,
                            const fs::path& folder) {
  const fs::path draft = folder / "draft";
  fs::create_directories(draft);
  GivenRun given;
  RunRow& row = given.row;
  for (const auto& [name, set] : run.sets) {
    const ImportedItems& items = all.items.at(name);
    write_set(draft / record_file(name), name, set, items, all.classes);
    if (auto scores = scores_of(set, items, all.classes); !scores.empty()) row.scores[name] = std::move(scores);
  }
  const std::string content = record_digest(checksums_of(digest_files(draft)));
  row.id = id_of(run, content, descriptor.metric);
  row.group = run.group;
  row.model = run.model;
  row.task = descriptor.task;
  row.seed = run.seed;
  row.streams = {run.seed, run.seed, run.seed, run.seed};
  row.outcome = run.diverged ? RunOutcome::diverged : RunOutcome::ok;
  row.reason = run.diverged ? "the descriptor of the import says so" : "";
  row.metric = descriptor.metric;
  row.task_digest = imported_task_digest(all);
  write_file(draft / "outcome.json", dump_json({{"schema", 1},
                                                {"provenance", "imported"},
                                                {"run", row.id},
                                                {"seed", row.seed},
                                                {"outcome", to_string(row.outcome)},
                                                {"steps", nullptr},
                                                {"kept_step", nullptr},
                                                {"reason", row.reason},
                                                {"metric", row.metric},
                                                {"scores", row.scores}}) +
                                         "\n");
  const fs::path place = folder / row.id;
  fs::remove_all(place);  // the same run in another group
  fs::rename(draft, place);
  given.record = StoreEntry{place, digest_files(place), nullptr};
  row.record_digest = record_digest(checksums_of(given.record->files));
  return given;
}

}  // namespace reseed
