// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reseed/study.hpp"

namespace reseed::studies {

/// The same data with no more than the first seeds of every group, as if the others had never run.
///
/// Values of groups that have more runs than that are worked out anew from their pair matrices, scores and predictions,
/// intervals included (bootstrap over the seeds that stay); the null goes: it is a mean over all runs. A value that
/// only its plugin could work out is undefined, with that reason; a group of the manifest with these seeds has it.
class FirstSeeds final : public StudyData {
 public:
  /// `count` 0 = all. `data` must outlive the object.
  FirstSeeds(const StudyData& data, std::int64_t count);

  const std::vector<StudyGroup>& groups() const override { return groups_; }
  const std::vector<StudyValue>& values() const override { return values_; }
  const std::vector<StudyValue>& subset_values() const override { return subset_values_; }
  std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string& test_set) const override {
    return data_.predictions(run, test_set);
  }
  std::vector<std::string> texts(const std::string& task, const std::string& test_set) const override {
    return data_.texts(task, test_set);
  }
  std::vector<std::string> label_names(const std::string& task) const override { return data_.label_names(task); }
  std::optional<StudyFailure> failure() const override { return data_.failure(); }
  std::map<std::string, std::string> published() const override { return data_.published(); }
  std::string self_pairs() const override { return data_.self_pairs(); }
  std::uint64_t bootstrap_seed() const override { return data_.bootstrap_seed(); }
  std::int64_t bootstrap_samples() const override { return data_.bootstrap_samples(); }

 private:
  void cut(StudyValue& value) const;

  const StudyData& data_;
  std::vector<StudyGroup> groups_;
  std::vector<StudyValue> values_;
  std::vector<StudyValue> subset_values_;
};

}  // namespace reseed::studies
