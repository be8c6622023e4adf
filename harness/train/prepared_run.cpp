// SPDX-License-Identifier: Apache-2.0
#include "train/prepared_run.hpp"

#include <ATen/Context.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

#include "data/task.hpp"
#include "plugin/load.hpp"
#include "reseed/error.hpp"
#include "train/threads.hpp"
#include "train/tokenize_set.hpp"

namespace reseed {
namespace {

std::unique_ptr<Mitigation> load_method(const MitigationSpec& spec) {
  const PluginEntry& entry = load_plugin(spec.library, PluginKind::mitigation, RESEED_MITIGATION_BUILD_ID);
  if (entry.id != spec.id)
    throw Error(ErrorKind::plugin, spec.library, "want the mitigation method " + spec.id + ", found " + entry.id);
  return std::unique_ptr<Mitigation>(reinterpret_cast<CreateMitigation>(entry.create)(spec.options));
}

void set_up_process(const RunSpec& spec) {
  if (spec.threads < 1) throw Error(ErrorKind::manifest, "execution.threads_per_run", "want at least 1");
  set_compute_threads(static_cast<int>(spec.threads));
  if (spec.device != "cpu") setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);  // without it cuBLAS may sum in any order
  at::globalContext().setDeterministicAlgorithms(true, false);
  at::globalContext().setDeterministicFillUninitializedMemory(false);
  // Moments of rarely read embedding rows fade into denormal numbers, which are many times slower.
  at::globalContext().setFlushDenormal(true);
}

std::vector<std::int64_t> recorded_layers(const RunSpec& spec, std::int64_t blocks) {
  if (!spec.records.layers) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(blocks + 1));
    std::iota(all.begin(), all.end(), std::int64_t{0});
    return all;
  }
  for (const std::int64_t layer : *spec.records.layers)
    if (layer < 0 || layer > blocks)
      throw Error(ErrorKind::manifest, "records.layers",
                  "want layers from 0 to " + std::to_string(blocks) + ", found " + std::to_string(layer));
  return *spec.records.layers;
}

}  // namespace

std::vector<const TextSet*> PreparedRun::sets() const {
  std::vector<const TextSet*> all = {&train, &validation};
  for (const TextSet& test : tests) all.push_back(&test);
  return all;
}

PreparedRun prepare_run(const RunSpec& spec) {
  set_up_process(spec);
  PreparedRun run;
  run.method = load_method(spec.mitigation);
  const auto checkpoint = std::make_shared<const Checkpoint>(spec.checkpoint.folder);
  const TaskData task = load_task(spec.task);
  if (!spec.task.digest.empty() && spec.task.digest != task.digest)
    throw Error(ErrorKind::data, "task " + spec.task.name,
                "its texts, labels or split are not those that were checked; start reseed again");

  const std::unique_ptr<Tokenizer> tokenizer = load_tokenizer(spec.checkpoint.folder);
  run.train = tokenize("train", task.train, *tokenizer, spec.training);
  run.validation = tokenize("validation", task.validation, *tokenizer, spec.training);
  for (const TestSet& test : task.tests)
    run.tests.push_back(tokenize(test.name, test.examples, *tokenizer, spec.training));

  // The rows are named before the model is made: ids outside its word embedding are refused here.
  const auto size = checkpoint->config().find("vocab_size");
  if (size != checkpoint->config().end() && size->is_number_integer())
    for (const TextSet* set : run.sets()) check_ids(*set, size->get<std::int64_t>());
  ModelOptions options;
  options.head = head_from_string(spec.checkpoint.head);
  options.labels = task.classes();
  options.head_init = Stream(spec.streams.head_init, "head_init");
  options.precision = precision_from_string(spec.training.precision);
  options.device = spec.device;
  options.dropout = spec.training.dropout;
  if (!run.method->reads_all_rows()) options.rows = used_ids(run.sets());

  run.model = load_classifier(checkpoint, options);
  for (const TextSet* set : run.sets()) check_fits(*set, run.model->longest(), task.classes());
  run.layers = recorded_layers(spec, run.model->blocks());
  run.rows = run.model->parameters()[run.model->word_embedding()].value.size(0);
  return run;
}

}  // namespace reseed
