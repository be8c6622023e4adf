// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/small_study.hpp"

namespace reseed::test {

/// A manifest that ships, with all its groups, seeds, measures and layers, on made data and with the fake trainer: what
/// it gives has the shape of the real study, and nothing is fetched.
struct ShippedStudy : SmallStudy {
  explicit ShippedStudy(const std::filesystem::path& manifest) {
    write("checkpoint/config.json", R"({"model_type": "bert", "hidden_size": 4, "num_hidden_layers": 6})");
    write("train.tsv", made_rows("train", 8));
    write("dev.tsv", made_rows("dev", 200));
    std::istringstream lines(read_file(manifest));
    std::string text;
    bool of_sources = false;
    int tasks = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("[")) of_sources = line.starts_with("[sources.");
      if (of_sources || line.starts_with("train_items")) continue;
      if (line.starts_with("checkpoint")) line = "checkpoint = \"checkpoint\"";
      if (line.starts_with("dataset")) line = "dataset = \"data.toml\"";
      if (line.starts_with("metric")) line = "metric = \"accuracy\"";  // the one that the fake trainer scores
      if (line.starts_with("failure")) line = "failure = { metric = \"accuracy\", not_above = 0.74, on = \"test\" }";
      // Each task has a split of its own: otherwise they would be one.
      if (line.starts_with("split")) line = "split = { seed = " + std::to_string(tasks++) + ", test_fraction = 0.5 }";
      text += line + '\n';
    }
    write("study.toml", text);
  }

  /// The manifests of studies at the scale of a desk, and those that train nothing.
  static std::vector<std::filesystem::path> small_manifests() {
    namespace fs = std::filesystem;
    std::vector<fs::path> manifests;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(RESEED_SOURCE_DIRECTORY) / "manifests")) {
      if (entry.path().extension() != ".toml") continue;
      const bool trains = read_file(entry.path()).find("[[groups]]") != std::string::npos;
      if (!trains || entry.path().filename() == "small.toml") manifests.push_back(entry.path());
    }
    std::sort(manifests.begin(), manifests.end());
    return manifests;
  }

 private:
  static std::string made_rows(const std::string& text, int count) {
    std::string rows = "text\tlabel\n";
    for (int i = 0; i < count; ++i) rows += text + std::to_string(i) + (i % 3 == 0 ? "\tno\n" : "\tyes\n");
    return rows;
  }
};

}  // namespace reseed::test
