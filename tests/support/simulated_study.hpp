// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/safetensors.hpp"
#include "bundle/bundle.hpp"
#include "compare/pair_matrices.hpp"
#include "support/simulated_bundles.hpp"

namespace reseed::test {

// Simulated bundles as `compare` reads them: runs with scores, answers and places in a few layers, and their measures.

constexpr std::size_t kItems = 240, kAnswers = 3, kLayers = 3;
/// The layer whose distances GroupModel::distance stretches.
constexpr std::size_t kStretched = 1;

/// What a run answers: 1 at [answer * kItems + item], else 0.
using Answers = std::array<std::uint8_t, kAnswers * kItems>;

/// What the runs of one group are drawn from, each on its own. The true values of its four quantities are `score`,
/// `score_sd`, agreement^2 and `distance` times a constant.
struct GroupModel {
  std::string name = "plain", task = "task";
  double score = 0.75;
  double score_sd = 0.06;  ///< of the scores that are seen: between the runs, and as their items are few
  double agreement = 0.8;  ///< chance that a run gives the usual answer of an item, and not any at random
  double distance = 1.0;   ///< factor of the distances in one layer
  double failing = 0.0;    ///< share of the runs that get nothing right, answer at random and lie far off
};

/// Share of the items that are answered right. A run has a rate of its own, its items add their chance.
inline double drawn_score(Random& random, const GroupModel& model) {
  const double n = kItems, of_items = model.score * (1.0 - model.score) / n;
  const double between = std::sqrt((model.score_sd * model.score_sd - of_items) / (1.0 - 1.0 / n));
  const double rate = std::clamp(std::normal_distribution<double>(model.score, between)(random), 0.0, 1.0);
  return std::binomial_distribution<int>(kItems, rate)(random) / n;
}

/// A run gives the usual answer of an item (item % 3) at a rate of its own, within 0.03 of `agreement`.
inline Answers drawn_answers(Random& random, double agreement) {
  const double rate =
      agreement > 0.0 ? std::uniform_real_distribution<double>(agreement - 0.03, agreement + 0.03)(random) : 0.0;
  const auto usual = static_cast<std::uint64_t>(rate * static_cast<double>(Random::max()));
  Answers answers{};
  for (std::size_t item = 0; item < kItems; ++item)
    answers[(random() < usual ? item : random()) % kAnswers * kItems + item] = 1;
  return answers;
}

/// Fleiss' kappa (1971) of the answers of two runs or more.
inline double kappa_of(const std::vector<const Answers*>& runs) {
  Answers counts{};
  for (const Answers* run : runs)
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = static_cast<std::uint8_t>(counts[i] + (*run)[i]);
  const double k = static_cast<double>(runs.size()), given = k * kItems;
  double by_chance = 0.0;
  std::int64_t squares = 0;
  for (std::size_t answer = 0; answer < kAnswers; ++answer) {
    std::int64_t total = 0;
    for (std::size_t item = 0; item < kItems; ++item) {
      const int count = counts[answer * kItems + item];
      total += count;
      squares += count * count;
    }
    by_chance += std::pow(static_cast<double>(total) / given, 2);
  }
  const double agreed = (static_cast<double>(squares) - given) / (given * (k - 1.0));
  return (agreed - by_chance) / (1.0 - by_chance);
}

/// One bundle. Its pair matrices lie on disk; the answers of its runs are kept here, by the folder that their record
/// would have.
class SimulatedBundle {
 public:
  explicit SimulatedBundle(const std::filesystem::path& folder) {
    bundle.folder = folder;
    std::filesystem::create_directories(folder / "pairs");
    bundle.info.study = "simulated";
    bundle.info.records_kept = true;
    bundle.info.plugins = {{"measure", "answer_kappa", 1, "d1", MeasureFacts{"predictions", "group", 1e-9, false}},
                           {"measure", "layer_distance", 1, "d2", MeasureFacts{"representations", "pair", 1e-9, true}},
                           {"measure", "score_sd", 1, "d3", MeasureFacts{"scores", "group", 1e-9, false}}};
    bundle.resolved_manifest = "schema = 1\n[training]\nprecision = \"float32\"\n";
    bundle.environment = {{"training", {{"device", "cpu"}}}};
  }

  /// Draws all of its runs anew.
  void draw(Random& random, std::size_t k, const std::vector<GroupModel>& models) {
    bundle.runs.clear();
    bundle.measures.clear();
    answers.clear();
    for (std::size_t group = 0; group < models.size(); ++group) draw_group(random, k, models[group], group);
  }

  Bundle bundle;
  std::map<std::filesystem::path, Answers> answers;

 private:
  void draw_group(Random& random, std::size_t k, const GroupModel& model, std::size_t number) {
    std::vector<double> scores;
    std::vector<const Answers*> given;
    std::vector<bool> fails;
    for (std::size_t seed = 0; seed < k; ++seed) {
      fails.push_back(std::uniform_real_distribution<double>()(random) < model.failing);
      RunRow run;
      run.id = std::to_string(number) + "-" + std::to_string(seed);
      run.group = model.name;
      run.model = "model";
      run.task = model.task;
      run.seed = seed;
      run.metric = "accuracy";
      scores.push_back(fails.back() ? 0.0 : drawn_score(random, model));
      run.scores = {{"test", {{run.metric, scores.back()}}}};
      Answers& answered = answers[bundle.folder / "records" / run.id];
      answered = drawn_answers(random, fails.back() ? 0.0 : model.agreement);
      given.push_back(&answered);
      bundle.runs.push_back(std::move(run));
    }
    add_value(model, "answer_kappa", k).value = kappa_of(given);
    add_value(model, "score_sd", k).value = spread_of(scores).value;
    add_distances(random, model, fails, "pairs/" + std::to_string(number) + ".safetensors");
  }

  MeasureRow& add_value(const GroupModel& model, const std::string& measure, std::size_t k) {
    MeasureRow& row = bundle.measures.emplace_back();
    row.group = model.name;
    row.model = "model";
    row.task = model.task;
    row.test_set = "test";
    row.measure = measure;
    row.variant = "textbook";
    row.version = 1;
    row.n_items = kItems;
    row.n_runs = static_cast<std::int64_t>(k);
    return row;
  }

  /// Runs are points; every layer adds a little to the one below.
  void add_distances(Random& random, const GroupModel& model, const std::vector<bool>& fails, const std::string& name) {
    const std::size_t k = fails.size(), dimensions = 64;
    Points points = normal_points(random, k, dimensions);
    std::vector<double> values;
    std::vector<std::int64_t> layers, seeds;
    for (std::size_t seed = 0; seed < k; ++seed) seeds.push_back(static_cast<std::int64_t>(seed));
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
      const Points more = normal_points(random, k, dimensions);
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t d = 0; d < dimensions; ++d)
          points[i][d] = 0.8 * points[i][d] + 0.6 * more[i][d] + (fails[i] ? 2.0 : 0.0);
      const std::vector<double> matrix = distances(points, layer == kStretched ? model.distance : 1.0);
      layers.push_back(static_cast<std::int64_t>(layer));
      MeasureRow& row = add_value(model, "layer_distance", k);
      row.layer = layers.back();
      row.value = mean_of_pairs(matrix, k);
      row.pairs = name;
      values.insert(values.end(), matrix.begin(), matrix.end());
    }
    const auto l = static_cast<std::int64_t>(kLayers), m = static_cast<std::int64_t>(k);
    write_safetensors(bundle.folder / name, {{"values", view_of<double>(values, {l, m, m})},
                                             {"layers", view_of<std::int64_t>(layers, {l})},
                                             {"seeds", view_of<std::int64_t>(seeds, {m})}});
  }
};

}  // namespace reseed::test
