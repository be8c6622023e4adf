// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/ATen.h>

#include <map>
#include <memory>
#include <string>

#include "base/files.hpp"
#include "support/mitigation.hpp"
#include "support/tiny_checkpoint.hpp"
#include "train/evaluate.hpp"
#include "train/fine_tune.hpp"
#include "train/threads.hpp"

namespace reseed::test {

/// Texts whose class is told by one of their words; lengths from 1 to the model's maximum.
inline TextSet texts(std::int64_t n, std::int64_t classes, std::int64_t longest = 20, std::uint64_t seed = 5) {
  Draws draws(Stream(seed, "texts"), 0);
  TextSet set;
  set.name = "train";
  for (std::int64_t i = 0; i < n; ++i) {
    const auto label = static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(classes)));
    const std::int64_t length =
        i == 0   ? 1
        : i == 1 ? longest
                 : 2 + static_cast<std::int64_t>(draws.below(static_cast<std::uint64_t>(longest - 1)));
    Tokens tokens;
    for (std::int64_t t = 0; t < length; ++t)
      tokens.input_ids.push_back(20 + static_cast<std::int64_t>(draws.below(25)));
    tokens.input_ids[0] = 5 + label;
    set.tokens.push_back(tokens);
    set.labels.push_back(label);
    set.items.push_back(1000 + i);
  }
  return set;
}

/// One small fine-tuning from a checkpoint that the test wrote.
struct TinyTraining {
  TinyShape shape;
  std::int64_t classes = 2;
  TrainingOptions options;
  Precision precision = Precision::float32;
  std::uint64_t seed = 0;
  bool all_rows = false;
  std::string method = "original";
  std::map<std::string, OptionValue> method_options;
  TextSet train = texts(40, 2);
  TextSet validation = texts(24, 2, 20, 6);

  std::unique_ptr<Classifier> model;
  FineTuning result;

  TinyTraining() {
    set_compute_threads(1);
    options.epochs = 3;
    options.batch_size = 8;
    options.learning_rate = 3e-3;
  }
  at::Tensor run() {
    const TemporaryFolder folder;
    write_tiny_checkpoint(folder.path(), shape);
    ModelOptions made;
    made.labels = classes;
    made.precision = precision;
    made.head_init = Stream(seed, "head_init");
    if (!all_rows) made.rows = used_ids({&train, &validation});
    model = load_classifier(std::make_shared<const Checkpoint>(folder.path()), made);
    const auto mitigation = make_mitigation(method, "textbook", method_options);
    result = fine_tune(*model, *mitigation, train, validation, "accuracy", options, {seed, seed, seed, seed});
    return evaluate(*model, validation).logits;
  }
};

}  // namespace reseed::test
