// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <armadillo>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reseed/measure.hpp"
#include "reseed/options.hpp"
#include "reseed/study_info.hpp"
#include "reseed/study_report.hpp"

namespace reseed {

/// One run as runs.csv has it.
struct StudyRun {
  std::string id;
  std::uint64_t seed = 0;
  std::string outcome;                   ///< "ok" | "diverged" | "error"
  std::map<std::string, double> scores;  ///< the task's metric by evaluation set: "validation", "test", extra sets
  std::map<std::string, std::map<std::string, double>> metrics;  ///< all metrics by evaluation set
};

/// Runs that differ in nothing but the seed.
struct StudyGroup {
  std::string name;
  std::string model;
  std::string task;
  std::string method;  ///< mitigation, variant, options and held streams in words; what tables call a method
  std::string metric;  ///< "accuracy" | ...
  std::vector<StudyRun> runs;
  std::string checkpoint = {};  ///< the pre-trained model's own name, without folders: "bert-large-uncased"
  std::string dataset = {};     ///< descriptor of the task's data: "glue/RTE"
  std::string mitigation = {};  ///< id of the mitigation method
  std::optional<std::int64_t> train_items = {};  ///< cut of the task's training set; empty: all of it, or not known
};

/// A sub-sample of the test items (SubsetInfo).
struct StudySubset {
  std::string name;       ///< column `subset` of measures.csv
  double rate = 1.0;      ///< floor(rate n) items
  std::int64_t draw = 1;  ///< from 1
  std::string items;      ///< "same" | "by_kind"
};

/// One value as measures.csv has it, with the pair matrix behind it.
struct StudyValue {
  std::string group, model, task;  ///< as StudyGroup names them: a group's name may occur with several models and tasks
  std::string test_set;            ///< "test" or an extra set's name
  std::string measure;
  std::string variant;
  std::string options;                ///< options that differ from their defaults, "unit=bit"; may be empty
  std::string layer;                  ///< "" where the measure reads no representations
  std::optional<StudySubset> subset;  ///< empty: all items of the test set
  std::string unit;
  std::optional<double> value;
  std::optional<double> instability;  ///< oriented so that larger = less stable
  std::optional<double> low, high;    ///< interval of the instability
  std::optional<double> null;
  std::vector<std::string> flags;
  std::string reason;
  std::int64_t n_items = 0, n_runs = 0, n_dims = 0, numerical_rank = 0;
  Arity arity = Arity::pair;
  Direction direction = Direction::larger_is_more_different;
  std::vector<std::uint64_t> seeds;  ///< of the ok runs, in the order of `pairs` and `without`
  arma::mat pairs;                   ///< k x k, NaN where undefined; empty for group measures
  /// k: the instability without the run of each seed, NaN where that is undefined. Empty for pair measures, of which
  /// `pairs` tells it, on sub-samples, and where not all runs left a record.
  std::vector<double> without;
};

/// One run's record on one test set.
struct StudyPredictions {
  arma::mat logits;   ///< c x n
  arma::uvec labels;  ///< n
  arma::uvec items;   ///< n, index in the data set's own file
};

/// The manifest's rule for failed runs ([analysis] failure): a label of analysis, never part of a run.
struct StudyFailure {
  std::string metric;
  std::optional<double> not_above;  ///< empty: the share of the most frequent label
  std::string on;                   ///< evaluation set
};

/// What a study reads.
class RESEED_VISIBLE StudyData {
 public:
  virtual ~StudyData() = default;
  virtual const std::vector<StudyGroup>& groups() const = 0;
  /// Values on all items of a test set.
  virtual const std::vector<StudyValue>& values() const = 0;
  /// Values on the sub-samples that the study asked for (StudyInfo::subsets); apart, so that no table mixes the two.
  virtual const std::vector<StudyValue>& subset_values() const {
    static const std::vector<StudyValue> none;
    return none;
  }
  /// Empty when the run left no record of this set.
  virtual std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string& test_set) const = 0;
  /// Texts of a test set in the order of its items; empty when the licence does not allow to show them.
  virtual std::vector<std::string> texts(const std::string& task, const std::string& test_set) const = 0;
  virtual std::vector<std::string> label_names(const std::string& task) const = 0;
  virtual std::optional<StudyFailure> failure() const = 0;
  /// Published values of the study ([study] published) as TOML text by file name; empty when none are named.
  virtual std::map<std::string, std::string> published() const = 0;
  /// The manifest's seeds of the resampling streams and the number of resamples.
  virtual std::uint64_t bootstrap_seed() const = 0;
  virtual std::int64_t bootstrap_samples() const = 0;
  /// What a pair of two draws of the same run counts in a resample: "exclude" | "include_zero" (published code).
  virtual std::string self_pairs() const { return "exclude"; }
};

/// A study: turns values into answers, tables and figures. No input or output of its own, no clock, no hidden seeds.
class RESEED_VISIBLE Study {
 public:
  virtual ~Study() = default;
  virtual StudyReport analyse(const StudyData& data) const = 0;
};

using CreateStudy = Study* (*)(const Options&);

}  // namespace reseed

/// Layout of the contract classes above; raised when one of them changes shape.
#define RESEED_STUDY_LAYOUT 4
#define RESEED_STUDY_BUILD_ID \
  "study layout=" RESEED_STRINGIZE(RESEED_STUDY_LAYOUT) "; " RESEED_ABI_ID "; " RESEED_ARMADILLO_ID

/// Last line of a study's file: `RESEED_STUDY(ClassName, kInfo)`.
#define RESEED_STUDY(Class, info)                                                                 \
  namespace {                                                                                     \
  ::reseed::Study* reseed_create(const ::reseed::Options& options) { return new Class(options); } \
  }                                                                                               \
  RESEED_EXPORT_PLUGIN_(::reseed::PluginKind::study, RESEED_STUDY_BUILD_ID, info, reseed_create)
