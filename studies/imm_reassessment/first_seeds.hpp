// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "reseed/study.hpp"

namespace reseed::imm_reassessment {

/// A study's data as if every group had run its first seeds only (in the order of the numbers): "10 of the 20 seeds".
///
/// Values of groups that have more runs than that are worked out anew from their pair matrices, scores and predictions,
/// intervals included; a value that only its plugin could work out is undefined, with that reason.
class FirstSeeds final : public StudyData {
 public:
  /// `data` must outlive the object; `seeds` is at least 1.
  FirstSeeds(const StudyData& data, std::size_t seeds);

  const std::vector<StudyGroup>& groups() const override { return groups_; }
  const std::vector<StudyValue>& values() const override { return values_; }
  std::optional<StudyPredictions> predictions(const StudyRun& run, const std::string& test_set) const override {
    return data_.predictions(run, test_set);
  }
  std::vector<std::string> texts(const std::string& task, const std::string& test_set) const override {
    return data_.texts(task, test_set);
  }
  std::vector<std::string> label_names(const std::string& task) const override { return data_.label_names(task); }
  std::optional<StudyFailure> failure() const override { return data_.failure(); }
  std::map<std::string, std::string> published() const override { return data_.published(); }
  std::uint64_t bootstrap_seed() const override { return data_.bootstrap_seed(); }
  std::int64_t bootstrap_samples() const override { return data_.bootstrap_samples(); }
  std::string self_pairs() const override { return data_.self_pairs(); }

 private:
  void cut(StudyValue& value) const;

  const StudyData& data_;
  std::vector<StudyGroup> groups_;
  std::vector<StudyValue> values_;
};

}  // namespace reseed::imm_reassessment
