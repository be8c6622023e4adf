// SPDX-License-Identifier: Apache-2.0
#include "report/readable.hpp"

#include <string_view>

#include "base/id_words.hpp"

namespace reseed {
namespace {

bool in_id(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '_';
}

/// What stands at these places of a text is a part of a longer name, or quoted.
bool in_name(const std::string& text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kBefore = "\"-./=:";
  constexpr std::string_view kAfter = "\"-/=";
  if (begin > 0 && kBefore.find(text[begin - 1]) != std::string_view::npos) return true;
  if (end == text.size()) return false;
  return kAfter.find(text[end]) != std::string_view::npos ||
         (text[end] == '.' && end + 1 < text.size() && in_id(text[end + 1]));
}

}  // namespace

std::set<std::string> ids_in(const Bundle& bundle, const StudyReport& report) {
  std::set<std::string> ids;
  for (const MeasureRow& row : bundle.measures) {
    ids.insert(row.measure);
    ids.insert(row.variant);
  }
  for (const RunRow& run : bundle.runs)
    for (const auto& [set, metrics] : run.scores)
      for (const auto& [metric, score] : metrics) ids.insert(metric);
  for (const StudyPublished& row : report.published) {
    ids.insert(row.measure);
    ids.insert(row.variant);
  }
  return ids;
}

std::string readable(const std::string& text, const std::set<std::string>& ids) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_id(text[end])) ++end;
    if (end == at) {
      out += text[at++];
      continue;
    }
    const std::string word = text.substr(at, end - at);
    out += ids.contains(word) && !in_name(text, at, end) ? id_words(word) : word;
    at = end;
  }
  return out;
}

StudyReport readable(StudyReport report, const std::set<std::string>& ids) {
  const auto say = [&](std::string& text) { text = readable(text, ids); };
  for (StudyAnswer& answer : report.answers)
    for (std::string* text : {&answer.question, &answer.verdict, &answer.sentence}) say(*text);
  for (StudyTable& table : report.tables) {
    for (std::string* text : {&table.title, &table.caption, &table.section}) say(*text);
    for (StudyColumn& column : table.columns)
      for (std::string* text : {&column.title, &column.unit}) say(*text);
    for (auto& row : table.rows)
      for (StudyCell& cell : row)
        if (std::string* text = std::get_if<std::string>(&cell)) say(*text);
  }
  for (StudyFigure& figure : report.figures) {
    for (std::string* text : {&figure.title, &figure.caption, &figure.alternative, &figure.x_title, &figure.y_title,
                              &figure.section, &figure.cell_title})
      say(*text);
    for (auto* categories : {&figure.x_categories, &figure.y_categories})
      for (std::string& category : *categories) say(category);
    for (StudySeries& series : figure.series) {
      say(series.name);
      for (StudyPoint& point : series.points) say(point.label);
    }
    for (StudyPanel& panel : figure.panels) say(panel.title);
  }
  for (StudyClaim& claim : report.claims)
    for (std::string* text : {&claim.text, &claim.remark}) say(*text);
  for (StudyPublished& row : report.published)
    for (std::string* text : {&row.measure, &row.variant, &row.remark}) say(*text);
  for (std::string& note : report.notes) say(note);
  return report;
}

}  // namespace reseed
