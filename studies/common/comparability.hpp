// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "published.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// What the paper calls a group of the manifest; each is empty where the paper has none. Model and task are known by
/// checkpoint and data set; the manifest's own names count only where a study is not told those.
struct PaperNames {
  std::optional<std::string> model, task, method;
};
PaperNames paper_names(const StudyGroup& group);

/// What the paper's models are called in sentences: "bert-large-uncased".
std::string paper_checkpoint(const std::string& paper_model);

/// What a published number is about.
struct PublishedNumber {
  std::string model, task;            ///< the paper's names
  bool of_score = false;              ///< it rests on the task's metric: the score, its SD, a correlation with the SD
  bool same_method = true;            ///< it is of a scheme as the paper has it, not of runs at another rate
  std::optional<std::size_t> layers;  ///< ours: those it rests on, for one at the top layer its number; empty: none
  double learning_rate = 2e-5;        ///< of its runs
  std::string keep = "best";          ///< the checkpoint of its runs: "best" | "last"
};

/// Layers of the paper's models, the embeddings not counted.
inline constexpr std::size_t kPaperLayers = 24;

/// Why a number of the group cannot be held against a published one: another model, data set, method, number of test
/// items, metric or number of layers, part of the training set, or another training (epochs, batch, rate, checkpoint
/// that is kept); the ones that differ joined by "; ". "" where the two are about the same. Of runs that were made
/// elsewhere the training is not known and not looked at.
std::string limits(const StudyData& data, const published::Facts& facts, const StudyGroup& group,
                   const PublishedNumber& number);

/// Items of the group's own test set; 0 where nothing was measured on it.
std::int64_t test_items(const StudyData& data, const StudyGroup& group);

/// "a; b", or one of the two where the other is "".
std::string both(const std::string& a, const std::string& b);

}  // namespace reseed::studies
