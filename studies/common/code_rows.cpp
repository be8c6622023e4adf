// SPDX-License-Identifier: Apache-2.0
#include "code_rows.hpp"

#include <algorithm>

namespace reseed::published {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string title(const std::string& paper_name) {
  const MeasureName* measure = measure_named(paper_name);
  return measure == nullptr ? paper_name : measure->title;
}

StudyTable table_of(const std::vector<const CodeRow*>& rows) {
  StudyTable table{
      "paper_versus_code",
      "Rows of the paper-versus-code list",
      "Where a published number follows the code, it is not what the paper's text defines. Known: checked = a number "
      "shows it, read = it stands in the code and no number can show it, inferred = a conclusion.",
      {{"row", "Row", "", 0},
       {"about", "About", "", -1},
       {"paper", "The paper says", "", -1},
       {"code", "The code does", "", -1},
       {"effect", "What follows for the published numbers", "", -1},
       {"known", "Known", "", -1}},
      {}};
  table.section = kCodePart;
  for (const CodeRow* row : rows) {
    std::vector<std::string> names;
    for (const std::string& name : row->about) names.push_back(title(name));
    const auto cell = [](const std::string& text) { return text.empty() ? StudyCell() : StudyCell(text); };
    table.rows.push_back({static_cast<double>(row->number), cell(names.empty() ? row->part : joined(names)),
                          cell(row->paper), cell(row->code), cell(row->effect), cell(joined(row->tags))});
  }
  return table;
}

}  // namespace

StudyTable code_rows(const Facts& facts, const std::vector<std::string>& about) {
  std::vector<const CodeRow*> rows;
  for (const CodeRow& row : facts.rows()) {
    const bool concerns =
        about.empty() || std::any_of(row.about.begin(), row.about.end(), [&](const std::string& name) {
          return std::find(about.begin(), about.end(), name) != about.end();
        });
    if (concerns) rows.push_back(&row);
  }
  return table_of(rows);
}

StudyTable code_rows(const Facts& facts, const std::vector<int>& numbers) {
  std::vector<const CodeRow*> rows;
  for (const CodeRow& row : facts.rows())
    if (std::find(numbers.begin(), numbers.end(), row.number) != numbers.end()) rows.push_back(&row);
  return table_of(rows);
}

}  // namespace reseed::published
