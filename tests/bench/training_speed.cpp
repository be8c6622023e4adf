// SPDX-License-Identifier: Apache-2.0
// Sentences per second of training, beside the way of the transformers Trainer (training_speed.py): CoLA's training
// sentences, batches of 16, one thread, dropout on. Both are timed in turns, in processor time: what else the machine
// does counts little then. Each figure is one JSON line.
//
//     RESEED_MINILM    folder of a BERT checkpoint (all-MiniLM-L6-v2)
//     RESEED_DATA      folder that holds glue/CoLA/train.tsv (default: ../shared/data beside the checkout)
//     RESEED_PYTHON    a Python with torch and transformers; without it only our own figure is printed
//     RESEED_BENCH_STEPS  steps per repetition (default 20)
#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/json.hpp"
#include "reseed/error.hpp"
#include "support/mitigation.hpp"
#include "tokenize/tokenizer.hpp"
#include "train/fine_tune.hpp"
#include "train/threads.hpp"

namespace {

using namespace reseed;
constexpr std::size_t kBatch = 16;

std::string variable(const char* name, const std::string& otherwise = "") {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

/// Processor time of this process so far, in seconds.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string data_file() {
  return variable("RESEED_DATA", std::string(RESEED_SOURCE_DIRECTORY) + "/../shared/data") + "/glue/CoLA/train.tsv";
}

/// CoLA: source, label, mark, sentence; no header.
TextSet read_sentences(const Tokenizer& tokenizer) {
  std::ifstream file(data_file());
  TextSet set;
  set.name = "train";
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string source, label, mark, sentence;
    std::getline(cells, source, '\t');
    std::getline(cells, label, '\t');
    std::getline(cells, mark, '\t');
    std::getline(cells, sentence, '\t');
    Encoding encoding =
        tokenizer.encode(sentence, std::nullopt, {.max_length = 128, .truncation = Truncation::longest_first});
    set.tokens.push_back({std::move(encoding.ids), std::move(encoding.type_ids)});
    set.labels.push_back(label == "1");
    set.items.push_back(set.size());
  }
  if (set.tokens.empty()) throw Error(ErrorKind::data, data_file(), "no sentences");
  return set;
}

/// Training that can be continued some steps at a time.
class Training {
 public:
  Training() : tokenizer_(load_tokenizer(variable("RESEED_MINILM"))), set_(read_sentences(*tokenizer_)) {
    set_compute_threads(1);
    at::globalContext().setFlushDenormal(true);
    ModelOptions options;
    options.rows = used_ids({&set_});
    model_ = load_classifier(std::make_shared<const Checkpoint>(variable("RESEED_MINILM")), options);
    method_ = test::make_mitigation("original");
    trainer_.emplace(*model_, *method_, options_, StreamSeeds{}, 100000);
  }

  /// Seconds of some steps. The sentences are those of the file, in its order, and from the start again.
  double run(std::int64_t steps) {
    const double begin = processor_seconds();
    for (std::int64_t step = 0; step < steps; ++step) {
      std::vector<const Tokens*> texts;
      std::vector<std::int64_t> labels;
      for (std::size_t i = 0; i < kBatch; ++i, at_ = (at_ + 1) % set_.tokens.size()) {
        texts.push_back(&set_.tokens[at_]);
        labels.push_back(set_.labels[at_]);
      }
      const StepLog log = trainer_->step(model_->make_batch(texts, labels));
      if (!(log.loss > 0.0 && log.loss < 10.0)) throw Error(ErrorKind::internal, "training", "the loss makes no sense");
    }
    return processor_seconds() - begin;
  }

 private:
  std::unique_ptr<Tokenizer> tokenizer_;
  TextSet set_;
  std::unique_ptr<Classifier> model_;
  std::unique_ptr<Mitigation> method_;
  TrainingOptions options_;
  std::optional<Trainer> trainer_;
  std::size_t at_ = 0;
};

/// Answers each line with a number of steps by the seconds they took: how training_speed.py takes turns with us.
int serve_turns() {
  Training training;
  training.run(3);
  std::cout << "ready" << std::endl;
  for (std::int64_t steps = 0; std::cin >> steps;) std::cout << training.run(steps) << std::endl;
  return 0;
}

int alone(std::int64_t steps) {
  Training training;
  training.run(3);
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) seconds.push_back(training.run(steps));
  std::sort(seconds.begin(), seconds.end());
  std::cout << dump_json({{"bench", "training"},
                          {"unit", "sentences/s"},
                          {"ours", static_cast<double>(steps) * kBatch / seconds[2]}})
            << '\n';
  std::cout << "skipped the ratio: set RESEED_PYTHON to a Python with torch and transformers\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    if (variable("RESEED_MINILM").empty()) {
      std::cout << "skipped: set RESEED_MINILM to the folder of all-MiniLM-L6-v2\n";
      return 77;
    }
    if (!std::ifstream(data_file())) {
      std::cout << "skipped: no file " << data_file() << "; set RESEED_DATA\n";
      return 77;
    }
    if (count > 1 && std::string(words[1]) == "--turns") return serve_turns();
    const std::string steps = variable("RESEED_BENCH_STEPS", "20");
    const std::string python = variable("RESEED_PYTHON");
    if (python.empty()) return alone(std::stoll(steps));
    const std::string script = std::string(RESEED_SOURCE_DIRECTORY) + "/tests/bench/training_speed.py";
    const std::string data = data_file();
    execl(python.c_str(), python.c_str(), script.c_str(), words[0], variable("RESEED_MINILM").c_str(), data.c_str(),
          steps.c_str(), nullptr);
    throw Error(ErrorKind::usage, "RESEED_PYTHON", "cannot start " + python);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
