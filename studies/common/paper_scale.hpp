// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "comparability.hpp"
#include "published.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// The model of the paper that a manifest's model stands beside: itself, or the one of its family at another scale.
struct PaperModel {
  std::string name;         ///< the paper's: "bert" | "roberta"
  bool same_scale = false;  ///< it is that checkpoint
};

/// Itself by the checkpoint, as paper_names(); the family by either name.
inline PaperModel paper_model_beside(const StudyGroup& group) {
  if (const auto own = paper_names(group).model) return {*own, true};
  std::string lower = group.checkpoint + " " + group.model;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return {lower.find("roberta") != std::string::npos ? "roberta" : "bert", false};
}

/// A row of the paper-versus-code list as a sentence.
inline std::string row_sentence(const published::Facts& facts, int number) {
  const published::CodeRow& row = facts.row(number);
  return "Row " + std::to_string(number) +
         " of the paper-versus-code list: " + (row.code.empty() ? row.effect : row.code) + ".";
}

/// What follows from a row of the paper-versus-code list, as sentences.
inline std::string effect_sentences(const published::Facts& facts, int number) {
  return "Row " + std::to_string(number) + " of the paper-versus-code list: " + facts.row(number).effect + ".";
}

/// Which of these models and tasks of the paper no group runs at any scale, in words; "" when all are there.
inline std::string not_run(const StudyData& data, const std::vector<std::pair<std::string, std::string>>& listed) {
  std::string absent;
  for (const auto& [model, task] : listed) {
    const bool there = std::any_of(data.groups().begin(), data.groups().end(), [&](const StudyGroup& group) {
      return paper_model_beside(group).name == model && paper_names(group).task == task;
    });
    if (!there) absent += (absent.empty() ? "" : ", ") + paper_checkpoint(model) + " on " + task;
  }
  return absent;
}

}  // namespace reseed::studies
