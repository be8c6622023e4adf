// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reseed/mitigation.hpp"
#include "reseed/run.hpp"
#include "train/classifier.hpp"
#include "train/text_set.hpp"

namespace reseed {

/// Everything a run needs, loaded and checked to fit together, before its first step.
struct PreparedRun {
  std::unique_ptr<Mitigation> method;
  TextSet train;
  TextSet validation;
  std::vector<TextSet> tests;
  std::unique_ptr<Classifier> model;
  std::vector<std::int64_t> layers;  ///< recorded ones
  std::int64_t rows = 0;             ///< trained rows of the word embedding

  std::vector<const TextSet*> sets() const;  ///< train, validation, tests
};

/// Loads checkpoint, tokenizer, task and mitigation method of a run and sets the process up for it: threads, kernels
/// and denormal numbers as every run has them, so that nothing that ran before in this process counts.
///
/// The word embedding holds only the rows that some text of the task reads, unless the method reads all.
/// Errors: of what is loaded; Error(data) when the task's texts are not those that the description was made for, for
/// texts, ids or labels that the model cannot read; Error(manifest), Error(plugin), Error(device).
PreparedRun prepare_run(const RunSpec& spec);

}  // namespace reseed
