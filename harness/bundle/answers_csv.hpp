// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// The file of a bundle that holds a study's answers and notes; absent where it has neither.
inline constexpr const char* kAnswersFile = "tables/answers.csv";

/// Content of tables/answers.csv.
struct AnswerRows {
  std::vector<StudyAnswer> answers;
  std::vector<std::string> notes;
};

/// One row per answer, then one per note, which has neither question nor verdict.
std::string write_answers_csv(const AnswerRows& rows);

/// Inverse of write_answers_csv(). Errors: Error(data) naming `place` and line for other columns and another kind of
/// row.
AnswerRows parse_answers_csv(std::string_view text, const std::string& place);

}  // namespace reseed
