// SPDX-License-Identifier: Apache-2.0
#include "execute/run_size.hpp"

#include <algorithm>

namespace reseed {
namespace {

constexpr double kLettersPerToken = 4.5;  // English text, WordPiece or byte-level BPE
constexpr double kLettersPerText = 10.0;  // special tokens, and the work that does not depend on length
constexpr double kForwardShare = 1.0 / 3.0;
constexpr double kOperationsPerWeight =
    6.0;  // of a token: a multiplication and an addition, forward once, backward twice
constexpr std::uint64_t kSmallFiles = 64 * 1024;  // outcome, training log, headers

double letters(const std::vector<Example>& examples, std::int64_t max_length) {
  double sum = 0.0;
  for (const Example& example : examples) {
    const std::size_t own = example.text.size() + (example.text_pair ? example.text_pair->size() : 0);
    sum += kLettersPerText + std::min(static_cast<double>(own), kLettersPerToken * static_cast<double>(max_length));
  }
  return sum;
}

}  // namespace

RunSize size_of(const RunSpec& run, const TaskData& data, const CheckpointShape& shape) {
  const TrainingOptions& training = run.training;
  RunSize size;
  size.train_work = letters(data.train, training.max_length) * static_cast<double>(training.epochs);
  double evaluated = letters(data.validation, training.max_length) *
                     static_cast<double>(training.epochs * training.evaluations_per_epoch);
  const std::uint64_t layers =
      run.records.layers ? run.records.layers->size() : static_cast<std::uint64_t>(shape.blocks + 1);
  const std::uint64_t representation = run.records.precision == "float16" ? 2 : training.precision == "float64" ? 8 : 4;
  const std::uint64_t logits = training.precision == "float64" ? 8 : 4;
  const std::uint64_t item = logits * static_cast<std::uint64_t>(data.classes()) + 2 * sizeof(std::int64_t);
  size.record_bytes = kSmallFiles + data.validation.size() * item;
  size.layers = static_cast<std::int64_t>(layers);
  size.hidden = shape.hidden;
  for (const TestSet& set : data.tests) {
    size.test_items.push_back(static_cast<std::int64_t>(set.examples.size()));
    evaluated += letters(set.examples, training.max_length);
    size.record_bytes +=
        set.examples.size() * (item + layers * representation * static_cast<std::uint64_t>(shape.hidden));
  }
  size.work = size.train_work + kForwardShare * evaluated;
  size.operations = size.work / kLettersPerToken * kOperationsPerWeight * shape.block_weights();
  return size;
}

}  // namespace reseed
