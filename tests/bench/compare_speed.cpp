// SPDX-License-Identifier: Apache-2.0
// How long `reseed compare` takes for two bundles of 500 runs (25 groups of 20 seeds, 13 layers, records kept) that
// share no run, so that every value has to be tested, and how much memory at most. The bundles are made by `reseed run`
// with the fake trainer. One JSON line per figure; the reference is the limit: 5 seconds, 500 MB. Ends with 1 where one
// is passed.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/json.hpp"
#include "base/number.hpp"
#include "support/small_study.hpp"

extern char** environ;

namespace {

using namespace reseed;
using namespace reseed::test;

constexpr int kGroups = 25;
constexpr int kSeeds = 20;
constexpr int kItems = 1000;  ///< one half of them is the test set
constexpr int kRepetitions = 3;

std::string manifest(double learning_rate) {
  std::string text =
      "schema = 1\n[study]\nid = \"wide\"\nkind = \"fake_study\"\n[models.tiny]\ncheckpoint = \"checkpoint\"\n"
      "[tasks.made]\ndataset = \"data.toml\"\nsplit = { seed = 0, test_fraction = 0.5 }\n[training]\nepochs = 1\n"
      "learning_rate = " +
      shortest(learning_rate) + "\n";
  for (int group = 0; group < kGroups; ++group)
    text += "[[groups]]\nname = \"group " + std::to_string(group) +
            "\"\nmodels = [\"tiny\"]\ntasks = [\"made\"]\ntraining = { warmup_fraction = 0." +
            std::to_string(10 + group) + " }\nseeds = { first = 0, count = " + std::to_string(kSeeds) + " }\n";
  for (const char* id : {"performance_sd", "pairwise_disagreement", "fleiss_kappa", "jensen_shannon_divergence",
                         "orthogonal_procrustes_distance", "linear_cka_distance"})
    text += std::string("[[measures]]\nid = \"") + id + "\"\n";
  return text + "[analysis]\nbootstrap = { samples = 40 }\n";
}

std::filesystem::path make_bundle(SmallStudy& study, const std::string& out, double learning_rate) {
  study.write("study.toml", manifest(learning_rate));
  study.out = out;
  if (const Said said = study.run(); said.code != 0) throw std::runtime_error(said.err);
  return study.bundle();
}

struct Taken {
  double seconds = 0.0, megabytes = 0.0;
};

Taken compare(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::vector<std::string> words = {SmallStudy::reseed().string(), "compare", a.string(), b.string(), "--json"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = 0;
  struct rusage usage {};
  const bool started = ::posix_spawn(&child, pointers[0], &actions, nullptr, pointers.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  if (!started || ::wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
    throw std::runtime_error("compare did not end with 0 or 1");
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return {taken.count(), static_cast<double>(usage.ru_maxrss) / 1024.0};
}

/// Prints the figure; false where it is above its limit.
bool keeps(const char* figure, double found, double limit, const char* unit) {
  std::cout << dump_json(
                   {{"figure", figure}, {"found", found}, {"limit", limit}, {"ratio", found / limit}, {"unit", unit}})
            << '\n';
  return found <= limit;
}

}  // namespace

int main() {
  SmallStudy study;
  study.write("checkpoint/config.json", R"({"model_type": "bert", "hidden_size": 16, "num_hidden_layers": 12})");
  std::string lines = "text\tlabel\n";
  for (int i = 0; i < kItems; ++i) lines += "item " + std::to_string(i) + (i % 2 == 0 ? "\tno\n" : "\tyes\n");
  study.write("dev.tsv", lines);
  const auto a = make_bundle(study, "a", 2e-5), b = make_bundle(study, "b", 3e-5);
  compare(a, b);  // fills the file cache, and the memory of what plugins say of themselves
  std::vector<double> seconds;
  double megabytes = 0.0;
  for (int i = 0; i < kRepetitions; ++i) {
    const Taken taken = compare(a, b);
    seconds.push_back(taken.seconds);
    megabytes = std::max(megabytes, taken.megabytes);
  }
  std::sort(seconds.begin(), seconds.end());
  const bool fast = keeps("compare two bundles of 500 runs", seconds[kRepetitions / 2], 5.0, "s");
  const bool small = keeps("largest memory of compare", megabytes, 500.0, "MB");
  return fast && small ? 0 : 1;
}
