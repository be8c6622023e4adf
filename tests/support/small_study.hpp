// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "support/program.hpp"

namespace reseed::test {

/// A study in a temporary folder: a data set, a checkpoint of two narrow blocks, a manifest, a store, and the fake
/// trainer in the place of reseed-train.
class SmallStudy {
 public:
  SmallStudy() {
    namespace fs = std::filesystem;
    const fs::path build = RESEED_BINARY_DIRECTORY;
    fs::create_directories(at("workers"));
    fs::create_symlink(build / "tests" / "fake_trainer", at("workers/reseed-train"));
    fs::create_symlink(build / "bin" / "reseed-measure", at("workers/reseed-measure"));
    fs::create_directories(at("checkpoint"));
    write("checkpoint/config.json", R"({"model_type": "bert", "hidden_size": 4, "num_hidden_layers": 2})");
    write("checkpoint/model.safetensors", "not looked at by the fake trainer");
    write("checkpoint/vocab.txt", "[PAD]\n");
    write("data.toml",
          "schema = 1\nname = \"made\"\nformat = \"tsv\"\nlabels = [\"no\", \"yes\"]\n"
          "columns = { text = \"text\", label = \"label\" }\nfiles = { train = \"train.tsv\", validation = \"dev.tsv\" "
          "}\n");
    write("train.tsv", lines("train", 8));
    write("dev.tsv", lines("dev", 40));
    write("study.toml", manifest());
  }

  /// Two groups of `count` seeds; measures of all three kinds.
  static std::string manifest(int count = 3, const std::string& more = "") {
    return "schema = 1\n[study]\nid = \"small\"\nkind = \"fake_study\"\n"
           "[models.tiny]\ncheckpoint = \"checkpoint\"\n"
           "[tasks.made]\ndataset = \"data.toml\"\nsplit = { seed = 0, test_fraction = 0.5 }\n"
           "[training]\nepochs = 1\n" +
           group("plain", count, "") + group("longer", count, "training = { epochs = 2 }\n") +
           "[[measures]]\nid = \"performance_sd\"\n"
           "[[measures]]\nid = \"pairwise_disagreement\"\n"
           "[[measures]]\nid = \"linear_cka_distance\"\n" +
           more + "[analysis]\nbootstrap = { samples = 40 }\n";
  }

  std::filesystem::path at(const std::string& name) const { return folder_.path() / name; }
  void write(const std::string& name, const std::string& content) const { write_file(at(name), content); }

  static std::filesystem::path reseed() { return std::filesystem::path(RESEED_BINARY_DIRECTORY) / "bin" / "reseed"; }

  /// Words of `reseed COMMAND study.toml` with own store and output folder.
  std::vector<std::string> words(const std::string& command, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {command, at("study.toml").string(), "--store", at(store).string(),
                                      "--out", at(out).string()};
    if (std::find(more.begin(), more.end(), "--jobs") == more.end()) words.insert(words.end(), {"--jobs", "2"});
    for (const std::string& folder : plugins) words.insert(words.end(), {"--plugins", folder});
    if (command == "run") words.insert(words.end(), {"--progress", "plain"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::map<std::string, std::string> environment() const {
    return {{"RESEED_WORKERS", at("workers").string()},
            {"FAKE_TRAINER", trainer},
            {"RESEED_MEASURE_SECONDS", measure_seconds}};
  }
  Said run(std::vector<std::string> more = {}) const {
    return Program(reseed(), words("run", std::move(more)), environment()).wait();
  }
  Said plan(std::vector<std::string> more = {}) const {
    return Program(reseed(), words("plan", std::move(more)), environment()).wait();
  }

  /// The one bundle of the output folder.
  std::filesystem::path bundle() const {
    for (const auto& entry : std::filesystem::directory_iterator(at(out))) return entry.path();
    return {};
  }
  /// Name -> content of all files but the volatile ones.
  std::map<std::string, std::string> steady_files() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(bundle())) {
      const std::string name = std::filesystem::relative(entry.path(), bundle()).string();
      if (!entry.is_regular_file() || name == "timing.csv" || name == "environment.json" || name == "SHA256SUMS" ||
          name == "ro-crate-metadata.json")
        continue;
      files[name] = read_file(entry.path());
    }
    return files;
  }

  std::string store = "store";
  std::string out = "results";
  std::string trainer = "{}";  ///< FAKE_TRAINER
  std::string measure_seconds = "60";
  std::vector<std::string> plugins = {std::string(RESEED_BINARY_DIRECTORY) + "/tests/fakes/study"};

 private:
  static std::string group(const std::string& name, int seeds, const std::string& more) {
    return "[[groups]]\nname = \"" + name + "\"\nmodels = [\"tiny\"]\ntasks = [\"made\"]\n" + more +
           "seeds = { first = 0, count = " + std::to_string(seeds) + " }\n";
  }
  static std::string lines(const std::string& text, int count) {
    std::string content = "text\tlabel\n";
    for (int i = 0; i < count; ++i) content += text + std::to_string(i) + (i % 2 == 0 ? "\tno\n" : "\tyes\n");
    return content;
  }

  TemporaryFolder folder_;
};

}  // namespace reseed::test
