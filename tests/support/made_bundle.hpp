// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"

namespace reseed::test {

/// A result bundle made for tests: groups of runs with a score each, a measure of pairs ("pair_measure", one layer
/// unless more are asked for) and one of the whole group ("group_measure"), without records.
class MadeBundle {
 public:
  using Score = std::function<double(std::uint64_t seed)>;
  using Distance = std::function<double(std::uint64_t a, std::uint64_t b, std::int64_t layer)>;

  MadeBundle() {
    BundleInfo& info = content.info;
    info.study = "made";
    info.kind = "some_kind";
    info.tool_version = "0.1.0";
    info.tool_commit = "c0ffee";
    info.records_kept = false;
    info.plugins = {{"measure", "group_measure", 1, "d1", MeasureFacts{"scores", "group", 1e-6, false}},
                    {"measure", "pair_measure", 1, "d2", MeasureFacts{"logits", "pair", 1e-6, true}},
                    {"mitigation", "original", 1, "d3", std::nullopt}};
    content.manifest = "# as given\n";
    content.resolved_manifest = "schema = 1\n[training]\nprecision = \"float32\"\nlearning_rate = 2e-05\n";
    content.environment = {{"training", {{"device", "cpu"}, {"processor", "one"}, {"libtorch", "2.11.0"}}}};
  }

  /// `layers` empty: no layer.
  void add_group(const std::string& name, const std::vector<std::uint64_t>& seeds, const Score& score,
                 const Distance& distance, const std::vector<std::int64_t>& layers = {}) {
    for (const std::uint64_t seed : seeds) {
      RunRow row;
      row.id = name + "-" + std::to_string(seed);
      row.group = name;
      row.model = "model";
      row.task = "task";
      row.mitigation = "original";
      row.mitigation_variant = "textbook";
      row.mitigation_version = 1;
      row.seed = seed;
      row.metric = "accuracy";
      row.task_digest = "t1";
      row.scores = {{"validation", {{"accuracy", score(seed)}}}, {"test", {{"accuracy", score(seed)}}}};
      content.runs.push_back(std::move(row));
    }
    add_pairs(name, seeds, distance, layers.empty() ? std::vector<std::int64_t>{-1} : layers);
    add_group_value(name, seeds, score);
  }

  std::filesystem::path write(const std::string& name) {
    const std::filesystem::path folder = folder_.path() / name;
    write_bundle(folder, content, KeepRecords::copy);
    return folder;
  }
  std::filesystem::path folder() const { return folder_.path(); }

  BundleContent content;

 private:
  MeasureRow row(const std::string& group, const std::string& measure, std::size_t runs) const {
    MeasureRow row;
    row.group = group;
    row.model = "model";
    row.task = "task";
    row.test_set = "test";
    row.measure = measure;
    row.variant = "textbook";
    row.version = 1;
    row.n_items = 300;
    row.n_runs = static_cast<std::int64_t>(runs);
    return row;
  }

  void add_pairs(const std::string& group, const std::vector<std::uint64_t>& seeds, const Distance& distance,
                 const std::vector<std::int64_t>& layers) {
    const std::size_t k = seeds.size();
    std::vector<double> values;
    for (const std::int64_t layer : layers) {
      double sum = 0.0;
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < k; ++j) {
          values.push_back(i == j ? 0.0 : distance(std::min(seeds[i], seeds[j]), std::max(seeds[i], seeds[j]), layer));
          sum += values.back();
        }
      MeasureRow value = row(group, "pair_measure", k);
      if (layer >= 0) value.layer = layer;
      if (k > 1)
        value.value = value.instability = sum / static_cast<double>(k * (k - 1));
      else
        value.flags = {Flag::too_few_seeds};
      value.pairs = "pairs/" + group + ".safetensors";
      content.measures.push_back(std::move(value));
    }
    const std::vector<std::int64_t> numbers(seeds.begin(), seeds.end());
    const auto l = static_cast<std::int64_t>(layers.size()), m = static_cast<std::int64_t>(k);
    const std::filesystem::path file = folder_.path() / ("pairs-" + group);
    write_safetensors(file, {{"values", view_of<double>(values, {l, m, m})},
                             {"layers", view_of<std::int64_t>(layers, {l})},
                             {"seeds", view_of<std::int64_t>(numbers, {m})}});
    content.stored["pairs/" + group + ".safetensors"] = {file, ""};
  }

  void add_group_value(const std::string& group, const std::vector<std::uint64_t>& seeds, const Score& score) {
    MeasureRow value = row(group, "group_measure", seeds.size());
    double sum = 0.0;
    for (const std::uint64_t seed : seeds) sum += score(seed);
    if (seeds.size() > 1)
      value.value = value.instability = sum;
    else
      value.flags = {Flag::too_few_seeds};
    content.measures.push_back(std::move(value));
  }

  TemporaryFolder folder_;
};

}  // namespace reseed::test
