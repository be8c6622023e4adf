// SPDX-License-Identifier: Apache-2.0
#include "train/run_training.hpp"

#include <nlohmann/json.hpp>

#include "train/evaluate.hpp"
#include "train/prepared_run.hpp"
#include "train/record.hpp"

namespace reseed {

nlohmann::json run_training(const RunSpec& spec, const std::filesystem::path& out, const TrainingProgress& progress) {
  const PreparedRun run = prepare_run(spec);
  const FineTuning training = fine_tune(*run.model, *run.method, run.train, run.validation, spec.task.metric,
                                        spec.training, spec.streams, progress);
  Record record{.spec = &spec,
                .model = run.model.get(),
                .training = &training,
                .touched = run.method->touched(),
                .rows = run.rows,
                .sets = {}};
  if (!training.diverged) {
    record.sets.emplace_back(&run.validation, evaluate(*run.model, run.validation));
    for (const TextSet& test : run.tests) record.sets.emplace_back(&test, evaluate(*run.model, test, run.layers));
  }
  return write_record(out, record);
}

}  // namespace reseed
