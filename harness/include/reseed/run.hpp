// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reseed/options.hpp"

namespace reseed {

/// The optimizer of a run (manifest section [training] optimizer).
struct OptimizerOptions {
  std::string name = "adamw";  ///< "adamw" (torch) | "adamw_hf" (transformers 4.14)
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-6;
  double weight_decay = 0.01;
  bool bias_correction = true;  ///< false only with adamw_hf

  bool operator==(const OptimizerOptions&) const = default;
};

/// How a run is trained (manifest section [training]); the values here are the defaults.
struct TrainingOptions {
  std::int64_t epochs = 5;
  std::int64_t batch_size = 16;
  double learning_rate = 2e-5;
  double warmup_fraction = 0.1;
  std::string schedule = "linear";
  OptimizerOptions optimizer;
  double max_gradient_norm = 1.0;
  std::int64_t max_length = 128;
  std::int64_t evaluations_per_epoch = 1;
  std::string keep = "best";                 ///< "best" (strictly better on validation, ties keep the earlier) | "last"
  std::string precision = "float32";         ///< | "float64" | "bfloat16"
  std::optional<double> dropout;             ///< empty: the rates of config.json
  std::string truncation = "longest_first";  ///< | "only_first"

  bool operator==(const TrainingOptions&) const = default;
};

/// A pre-trained model in Hugging Face layout.
struct CheckpointSpec {
  std::string name;          ///< as the manifest calls it, e.g. "minilm"
  std::string folder;        ///< where it lies on this machine; never part of an id
  std::string digest;        ///< sha256 over its weights, configuration and tokenizer files
  std::string head = "new";  ///< "new": drawn per seed even if the checkpoint has one | "checkpoint"
};

/// How train, validation and test sets are made of a data set's files.
struct SplitSpec {
  enum class Kind {
    named,     ///< `name`: a shipped TEST index list; the rest of the official validation set is validation
    file,      ///< `name`: path of a TEST index list of the user
    fraction,  ///< validation set permuted by `seed`, the first ceil(test_fraction n) are test
    drawn,     ///< no official sets: `train`, `validation`, `test` items drawn by `seed`, grouped `by` document or item
    official,  ///< the descriptor's own test file
  };
  Kind kind = Kind::official;
  std::string name;
  std::uint64_t seed = 0;
  double test_fraction = 0.5;
  std::int64_t train = 0;
  std::int64_t validation = 0;
  std::int64_t test = 0;
  std::string by = "item";  ///< "item" | "document"
};

/// A further test set: recorded and measured too (column test_set).
struct ExtraTestSpec {
  std::string dataset;  ///< name of a descriptor
  std::string root;     ///< where its files are; never part of an id
  std::optional<std::int64_t> items;
  std::uint64_t seed = 0;
};

/// A data set, its split and its metric.
struct TaskSpec {
  std::string name;                 ///< as the manifest calls it, e.g. "rte"
  std::string dataset;              ///< name of a descriptor, or path of one that ends in .toml
  std::string root;                 ///< where the files are; never part of an id
  std::string metric = "accuracy";  ///< | "f1" | "macro_f1" | "matthews_correlation"
  SplitSpec split;
  std::optional<std::int64_t> train_items;
  std::vector<ExtraTestSpec> extra_tests;
  bool expect_counts = true;
  std::string digest;  ///< sha256 of the loaded texts, labels and split; filled when the task is checked
};

/// A mitigation method with variant and options.
struct MitigationSpec {
  std::string id;
  int version = 0;  ///< of the plugin that will run
  Options options;
  std::string source_digest;  ///< part of the store key, not of the id
  std::string library;        ///< path of the shared library; never part of a key
};

/// Which seed feeds each of the four recorded random streams of a run.
struct StreamSeeds {
  std::uint64_t head_init = 0;
  std::uint64_t data_order = 0;
  std::uint64_t dropout = 0;
  std::uint64_t mitigation = 0;

  bool operator==(const StreamSeeds&) const = default;
};

/// What a run leaves behind beside logits and labels.
struct RecordSpec {
  std::optional<std::vector<std::int64_t>> layers;  ///< empty: all; 0 = embeddings, 1..L = after block l
  std::string precision = "float32";                ///< | "float16": of stored representations
  bool weights = false;                             ///< keep the trained weights too
};

/// One fine-tuning before it happened: model x task x mitigation x training options x seed.
struct RunSpec {
  CheckpointSpec checkpoint;
  TaskSpec task;
  TrainingOptions training;
  MitigationSpec mitigation;
  std::uint64_t seed = 0;
  StreamSeeds streams;
  RecordSpec records;

  std::int64_t threads = 1;    ///< compute threads; part of the store key
  std::string device = "cpu";  ///< "cpu" | "cuda:N"; its class is part of the store key
};

/// How a run ended.
enum class RunOutcome {
  ok,
  diverged,  ///< the loss became non-finite: a result, counted
  error,     ///< anything else: done again on the next call
};

}  // namespace reseed
