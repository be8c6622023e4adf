// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "reseed/study.hpp"

namespace reseed::test {

/// Groups whose runs predict as told: two classes, labels 0 1 0 1.
class FakeData final : public StudyData {
 public:
  std::vector<StudyGroup> groups_;
  std::vector<StudyValue> values_;
  std::optional<StudyFailure> failure_;
  std::map<std::string, std::vector<arma::uword>> predicted_;  ///< run id -> predicted class per item
  std::map<std::string, std::string> published_;
  std::string self_pairs_ = "exclude";
  std::int64_t samples_ = 200;
  arma::uvec labels_ = {0, 1, 0, 1};
  // Where the next groups and values belong.
  std::string model_ = "model", task_ = "task", metric_ = "accuracy", checkpoint_, dataset_;

  const std::vector<StudyGroup>& groups() const override { return groups_; }
  const std::vector<StudyValue>& values() const override { return values_; }
  std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string& test_set) const override {
    const auto found = predicted_.find(run.id);
    if (found == predicted_.end() || test_set != "test") return std::nullopt;
    StudyPredictions predictions;
    predictions.logits = arma::mat(2, found->second.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < found->second.size(); ++i) predictions.logits(found->second[i], i) = 1.0;
    predictions.labels = labels_;
    predictions.items = arma::regspace<arma::uvec>(10, 9 + labels_.n_elem);
    return predictions;
  }
  std::vector<std::string> texts(const std::string&, const std::string&) const override { return {"a", "b", "c", "d"}; }
  std::vector<std::string> label_names(const std::string&) const override { return {"no", "yes"}; }
  std::optional<StudyFailure> failure() const override { return failure_; }
  std::map<std::string, std::string> published() const override { return published_; }
  std::string self_pairs() const override { return self_pairs_; }
  std::uint64_t bootstrap_seed() const override { return 0; }
  std::int64_t bootstrap_samples() const override { return samples_; }

  void add_group(const std::string& name, const std::vector<double>& scores) {
    StudyGroup group{name, model_, task_, name, metric_, {}};
    group.checkpoint = checkpoint_;
    group.dataset = dataset_;
    for (std::size_t seed = 0; seed < scores.size(); ++seed)
      group.runs.push_back({(task_ == "task" ? "" : task_ + ".") + name + std::to_string(seed),
                            seed,
                            "ok",
                            {{"test", scores[seed]}},
                            {{"test", {{"accuracy", scores[seed]}}}}});
    groups_.push_back(group);
  }
  /// A pair measure whose every pair of the group's runs has distance `distance`, plus `step` per seed number.
  void add_value(const std::string& group, const std::string& measure, double distance, std::size_t runs,
                 double step = 0.0) {
    StudyValue value;
    value.group = group;
    value.model = model_;
    value.task = task_;
    value.test_set = "test";
    value.measure = measure;
    value.variant = "textbook";
    value.pairs = arma::mat(runs, runs, arma::fill::zeros);
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < runs; ++i) {
      value.seeds.push_back(i);
      for (std::size_t j = 0; j < i; ++j) {
        value.pairs(i, j) = value.pairs(j, i) = distance + step * static_cast<double>(i + j);
        sum += value.pairs(i, j);
        count += 1.0;
      }
    }
    value.value = value.instability = sum / count;
    value.n_runs = static_cast<std::int64_t>(runs);
    value.n_items = static_cast<std::int64_t>(labels_.n_elem);
    values_.push_back(value);
  }
  /// A measure of the whole group: no pair matrix, value and interval as told.
  void add_group_value(const std::string& group, const std::string& measure, double instability, std::size_t runs) {
    StudyValue value;
    value.group = group;
    value.model = model_;
    value.task = task_;
    value.test_set = "test";
    value.measure = measure;
    value.variant = "textbook";
    value.arity = Arity::group;
    value.value = value.instability = instability;
    value.low = 0.8 * instability;
    value.high = 1.2 * instability;
    value.n_runs = static_cast<std::int64_t>(runs);
    value.n_items = static_cast<std::int64_t>(labels_.n_elem);
    values_.push_back(value);
  }
  /// Gives the value added last, of a measure of the whole group over an even number of runs, values without each run
  /// whose jackknife standard error is `error`.
  void tell_without_each(double error) {
    StudyValue& value = values_.back();
    const double runs = static_cast<double>(value.n_runs);
    for (std::size_t run = 0; run < static_cast<std::size_t>(value.n_runs); ++run) {
      value.seeds.push_back(run);
      value.without.push_back(*value.instability + (run % 2 == 0 ? error : -error) / std::sqrt(runs - 1.0));
    }
  }
};

inline FakeData three_methods(std::size_t seeds) {
  FakeData data;
  const std::vector<double> offsets = {0.0, 0.05, 0.10};
  const std::vector<std::string> names = {"first", "second", "third"};
  for (std::size_t g = 0; g < 3; ++g) {
    std::vector<double> scores;
    for (std::size_t s = 0; s < seeds; ++s) scores.push_back(0.5 + offsets[g] + 0.01 * static_cast<double>(s));
    data.add_group(names[g], scores);
    data.add_value(names[g], "alpha", 0.1 + offsets[g], seeds, 0.001);
    data.add_value(names[g], "beta", 0.5 - offsets[g], seeds, 0.001);
  }
  return data;
}

}  // namespace reseed::test
