// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reseed/study.hpp"
#include "support/published.hpp"

namespace reseed::test {

/// Study data made by a test: groups of model "m" with runs of known scores, values with known pair matrices.
class MadeStudy final : public StudyData {
 public:
  std::vector<StudyGroup> groups_;
  std::vector<StudyValue> values_;
  std::vector<StudyValue> subset_values_;
  std::optional<StudyFailure> failure_;
  std::map<std::string, std::string> published_;
  std::string self_pairs_ = "exclude";
  std::int64_t items_ = 100;          ///< of the test set of the next values
  arma::uvec labels_ = {0, 0, 1, 0};  ///< of every test set: always giving label 0 scores 0.75
  /// Class that a run gives to every item; none set: class 0 to all.
  std::function<arma::uvec(const StudyRun&)> classes_;

  const std::vector<StudyGroup>& groups() const override { return groups_; }
  const std::vector<StudyValue>& values() const override { return values_; }
  const std::vector<StudyValue>& subset_values() const override { return subset_values_; }
  std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string&) const override {
    StudyPredictions predictions;
    predictions.logits = arma::mat(2, labels_.n_elem, arma::fill::zeros);
    if (classes_) {
      const arma::uvec classes = classes_(run);
      for (arma::uword item = 0; item < classes.n_elem; ++item) predictions.logits(classes(item), item) = 1.0;
    }
    predictions.labels = labels_;
    predictions.items = arma::regspace<arma::uvec>(0, labels_.n_elem - 1);
    return predictions;
  }
  std::vector<std::string> texts(const std::string&, const std::string&) const override { return {}; }
  std::vector<std::string> label_names(const std::string&) const override { return {"no", "yes"}; }
  std::optional<StudyFailure> failure() const override { return failure_; }
  std::map<std::string, std::string> published() const override { return published_; }
  std::uint64_t bootstrap_seed() const override { return 0; }
  std::int64_t bootstrap_samples() const override { return 200; }
  std::string self_pairs() const override { return self_pairs_; }

  /// Seeds 0, 1, 2, ...; `scores` are accuracies on the test set.
  StudyGroup& add_group(const std::string& name, const std::vector<double>& scores, const std::string& task = "rte",
                        const std::string& model = "m") {
    StudyGroup group{name, model, task, name, "accuracy", {}};
    for (std::size_t seed = 0; seed < scores.size(); ++seed)
      group.runs.push_back({name + model + task + std::to_string(seed),
                            seed,
                            "ok",
                            {{"test", scores[seed]}},
                            {{"test", {{"accuracy", scores[seed]}}}}});
    return groups_.emplace_back(std::move(group));
  }

  /// A value of the last group. Where `distance` is given, it is a pair measure: distance(i, j) for i < j, its value
  /// the mean over all pairs.
  StudyValue& add_value(const std::string& measure, const std::string& layer,
                        const std::function<double(std::size_t, std::size_t)>& distance) {
    StudyValue& value = add_number(measure, layer, 0.0);
    const std::size_t runs = groups_.back().runs.size();
    value.arity = Arity::pair;
    value.pairs = arma::mat(runs, runs, arma::fill::zeros);
    double sum = 0.0;
    for (std::size_t j = 0; j < runs; ++j) {
      value.seeds.push_back(j);
      for (std::size_t i = 0; i < j; ++i) {
        value.pairs(i, j) = value.pairs(j, i) = distance(i, j);
        sum += distance(i, j);
      }
    }
    value.value = value.instability = sum / (static_cast<double>(runs * (runs - 1)) / 2.0);
    return value;
  }

  /// A value of the last group that has no pair matrix.
  StudyValue& add_number(const std::string& measure, const std::string& layer, std::optional<double> number) {
    const StudyGroup& group = groups_.back();
    StudyValue value;
    value.group = group.name;
    value.model = group.model;
    value.task = group.task;
    value.test_set = "test";
    value.measure = measure;
    value.variant = "textbook";
    value.layer = layer;
    value.value = value.instability = number;
    value.n_items = items_;
    value.n_runs = static_cast<std::int64_t>(group.runs.size());
    value.arity = Arity::group;
    return values_.emplace_back(std::move(value));
  }

  /// Every run gives the classes that the digits of its group's place are in binary: groups differ, runs of one agree.
  void tell_groups_apart() {
    classes_ = [this](const StudyRun& run) {
      std::size_t place = 0;
      while (place < groups_.size() && !has_run(groups_[place], run)) ++place;
      arma::uvec classes(labels_.n_elem);
      for (arma::uword item = 0; item < classes.n_elem; ++item) classes(item) = (place >> item) % 2;
      return classes;
    };
  }

  /// Gives the last value, a measure of the whole group, what it would be without each seed.
  void add_without(const std::vector<double>& without) {
    StudyValue& value = values_.back();
    value.without = without;
    for (std::size_t seed = 0; seed < without.size(); ++seed) value.seeds.push_back(seed);
  }

  /// A copy of the last value on a sub-sample.
  StudyValue& add_sample(double rate, std::int64_t draw, std::optional<double> number) {
    StudyValue value = values_.back();
    value.subset = StudySubset{"rate " + std::to_string(rate), rate, draw, "same"};
    value.n_items = static_cast<std::int64_t>(rate * 100.0);
    value.value = value.instability = number;
    value.pairs.reset();
    value.without.clear();
    return subset_values_.emplace_back(std::move(value));
  }

  /// What the last group's model and task are made of, as a manifest says it: "bert-large-uncased", "glue/RTE".
  void of_paper(const std::string& checkpoint, const std::string& dataset) {
    groups_.back().checkpoint = checkpoint;
    groups_.back().dataset = dataset;
  }

  /// A curve of the last group from layer 1: at every layer all pairs are equally far apart.
  void add_curve(const std::string& measure, const std::vector<double>& layers,
                 const std::string& variant = "textbook") {
    for (std::size_t l = 0; l < layers.size(); ++l)
      add_value(measure, std::to_string(l + 1), [&](std::size_t, std::size_t) { return layers[l]; }).variant = variant;
  }

  static bool has_run(const StudyGroup& group, const StudyRun& run) {
    return std::any_of(group.runs.begin(), group.runs.end(), [&](const StudyRun& one) { return one.id == run.id; });
  }

  /// The facts that ship, as a manifest with `published = NAME` gives them.
  void publish(const std::string& name) { published_ = published_files(name); }
};

/// The table of a report. Fails the test where there is none.
inline const StudyTable& table_named(const StudyReport& report, const std::string& id) {
  const auto found =
      std::find_if(report.tables.begin(), report.tables.end(), [&](const StudyTable& table) { return table.id == id; });
  BOOST_REQUIRE_MESSAGE(found != report.tables.end(), "no table " + id);
  return *found;
}

/// Whole sentences: each begins with a capital letter, a number or a quotation, the last ends with a full stop.
inline void check_sentences(const std::string& text, const std::string& where) {
  BOOST_TEST_CONTEXT(where << ": " << text) {
    BOOST_REQUIRE(!text.empty());
    BOOST_TEST(text.back() == '.');
    BOOST_TEST(text.find("..") == std::string::npos);
    BOOST_TEST(text.find("  ") == std::string::npos);
    const auto begins = [](char letter) { return !(letter >= 'a' && letter <= 'z') && letter != ' '; };
    BOOST_TEST(begins(text.front()));
    for (std::size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1))
      BOOST_TEST(begins(text[at + 2]), text.substr(at));
  }
}

/// An answer is read at a glance.
inline void check_short(const StudyAnswer& answer) {
  constexpr std::ptrdiff_t kMostWords = 60;
  const auto words = std::count(answer.sentence.begin(), answer.sentence.end(), ' ') + 1;
  BOOST_TEST(words <= kMostWords, answer.question << " has " << words << " words: " << answer.sentence);
}

/// All texts of a report that are sentences.
inline void check_texts(const StudyReport& report) {
  for (const StudyAnswer& answer : report.answers) {
    check_sentences(answer.sentence, answer.question);
    check_short(answer);
  }
  for (const std::string& note : report.notes) check_sentences(note, "note");
  for (const StudyClaim& claim : report.claims) check_sentences(claim.remark, claim.id);
}

/// Marks of single runs in a figure: dots and full points.
inline std::size_t marks_of_runs(const StudyFigure& figure) {
  std::size_t count = 0;
  for (const StudySeries& series : figure.series)
    if (series.mark == StudySeries::Mark::dots || series.mark == StudySeries::Mark::points)
      count += series.points.size();
  return count;
}

/// Small dots of a figure.
inline std::size_t dots_of(const StudyFigure& figure) {
  std::size_t count = 0;
  for (const StudySeries& series : figure.series)
    if (series.mark == StudySeries::Mark::dots) count += series.points.size();
  return count;
}

/// The figure of a report whose id begins so. Fails the test where there is none.
inline const StudyFigure& figure_named(const StudyReport& report, const std::string& start) {
  const auto found = std::find_if(report.figures.begin(), report.figures.end(),
                                  [&](const StudyFigure& figure) { return figure.id.starts_with(start); });
  BOOST_REQUIRE_MESSAGE(found != report.figures.end(), "no figure " + start);
  return *found;
}

/// What holds for every report: rows fit their columns, figures have a text and series with points.
inline void check_well_formed(const StudyReport& report) {
  for (const StudyTable& table : report.tables)
    for (const auto& row : table.rows) BOOST_TEST(row.size() == table.columns.size(), table.id);
  for (const StudyFigure& figure : report.figures) {
    BOOST_TEST(!figure.alternative.empty(), figure.id);
    BOOST_TEST(!figure.series.empty(), figure.id);
    for (const StudySeries& series : figure.series) BOOST_TEST(!series.points.empty(), figure.id + ": " + series.name);
  }
  for (const StudyAnswer& answer : report.answers) {
    BOOST_TEST(!answer.verdict.empty(), answer.question);
  }
  check_texts(report);
  for (const StudyPublished& row : report.published) {
    BOOST_TEST((row.verdict == "agrees" || row.verdict == "differs" || row.verdict == "not_comparable"), row.verdict);
    BOOST_TEST(!row.remark.empty(), row.measure);
  }
  for (const StudyClaim& claim : report.claims)
    BOOST_TEST((claim.verdict == "holds" || claim.verdict == "does_not_hold" || claim.verdict == "cannot_tell"),
               claim.verdict);
}

}  // namespace reseed::test
