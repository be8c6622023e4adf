// SPDX-License-Identifier: Apache-2.0
#include "bundle/answers_csv.hpp"

#include "base/csv.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

constexpr const char* kAnswer = "answer";
constexpr const char* kNote = "note";

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = {"kind", "question", "verdict", "text"};
  return names;
}

}  // namespace

std::string write_answers_csv(const AnswerRows& rows) {
  CsvTable csv;
  csv.columns = columns();
  for (const StudyAnswer& answer : rows.answers)
    csv.rows.push_back({kAnswer, answer.question, answer.verdict, answer.sentence});
  for (const std::string& note : rows.notes) csv.rows.push_back({kNote, "", "", note});
  return write_csv(csv);
}

AnswerRows parse_answers_csv(std::string_view text, const std::string& place) {
  const CsvTable csv = parse_csv(text, place);
  if (csv.columns != columns()) throw Error(ErrorKind::data, place, "want the columns of answers.csv, found others");
  AnswerRows rows;
  for (std::size_t r = 0; r < csv.rows.size(); ++r) {
    const std::vector<std::string>& cells = csv.rows[r];
    const bool note = cells[0] == kNote && cells[1].empty() && cells[2].empty();
    if (note)
      rows.notes.push_back(cells[3]);
    else if (cells[0] == kAnswer)
      rows.answers.push_back({cells[1], cells[2], cells[3]});
    else
      throw Error(ErrorKind::data, place + ':' + std::to_string(csv.lines[r]),
                  "want an answer, or a note without question and verdict, found the kind \"" + cells[0] + '"');
  }
  return rows;
}

}  // namespace reseed
