// SPDX-License-Identifier: Apache-2.0
#include "report/published_tables.hpp"

#include <algorithm>
#include <array>

namespace reseed {
namespace {

StudyCell text(const std::string& value) { return value.empty() ? StudyCell() : StudyCell(value); }

/// "1 differs", "3 differ".
std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

template <class Rows>
std::size_t count_of(const Rows& rows, const std::string& verdict) {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.verdict == verdict; }));
}

}  // namespace

std::string plain_verdict(const std::string& verdict) {
  if (verdict == "not_comparable") return "cannot be compared";
  std::string words = verdict;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string published_sentence(const std::vector<StudyPublished>& rows) {
  return counted(rows.size(), "published number is", "published numbers are") +
         " held against ours: " + counted(count_of(rows, "agrees"), "agrees", "agree") + ", " +
         counted(count_of(rows, "differs"), "differs", "differ") + ", " +
         counted(count_of(rows, "not_comparable"), "cannot be compared", "cannot be compared") + '.';
}

std::string claims_sentence(const std::vector<StudyClaim>& claims) {
  return counted(claims.size(), "claim", "claims") + ": " + counted(count_of(claims, "holds"), "holds", "hold") + ", " +
         counted(count_of(claims, "does_not_hold"), "does not hold", "do not hold") + ", " +
         counted(count_of(claims, "cannot_tell"), "cannot be told", "cannot be told") + '.';
}

StudyTable published_counts(const std::vector<StudyPublished>& rows) {
  StudyTable counts{"published-counts",
                    "Verdicts by table",
                    "",
                    {{"table", "Table", "", -1},
                     {"agrees", "Agree", "", 0},
                     {"differs", "Differ", "", 0},
                     {"not_comparable", "Cannot be compared", "", 0}},
                    {}};
  constexpr std::array<const char*, 3> kVerdicts = {"agrees", "differs", "not_comparable"};
  for (const StudyPublished& row : rows) {
    auto found = std::find_if(counts.rows.begin(), counts.rows.end(),
                              [&](const auto& cells) { return std::get<std::string>(cells[0]) == row.table; });
    if (found == counts.rows.end()) found = counts.rows.insert(found, {row.table, 0.0, 0.0, 0.0});
    for (std::size_t v = 0; v < kVerdicts.size(); ++v)
      if (row.verdict == kVerdicts[v]) std::get<double>((*found)[v + 1]) += 1.0;
  }
  return counts;
}

StudyTable published_table(const std::vector<StudyPublished>& rows, const std::string& verdict, std::string title) {
  StudyTable table{"published",
                   std::move(title),
                   "Difference: ours - published.",
                   {{"table", "Table", "", -1},
                    {"model", "Model", "", -1},
                    {"task", "Task", "", -1},
                    {"method", "Method", "", -1},
                    {"measure", "Measure", "", -1},
                    {"variant", "Variant", "", -1},
                    {"published", "Published", "", 4},
                    {"ours", "Ours", "", 4},
                    {"difference", "Difference", "", 4},
                    {"verdict", "Verdict", "", -1},
                    {"remark", "Why", "", -1}},
                   {}};
  for (const StudyPublished& row : rows) {
    if (!verdict.empty() && row.verdict != verdict) continue;
    table.rows.push_back({row.table, text(row.model), text(row.task), text(row.method), row.measure, text(row.variant),
                          row.published, row.ours ? StudyCell(*row.ours) : StudyCell(),
                          row.ours ? StudyCell(*row.ours - row.published) : StudyCell(), plain_verdict(row.verdict),
                          text(row.remark)});
  }
  return table;
}

StudyTable claims_table(const std::vector<StudyClaim>& claims) {
  StudyTable table{"claims",
                   "Claims",
                   "",
                   {{"claim", "Claim", "", -1}, {"verdict", "Verdict", "", -1}, {"remark", "Why", "", -1}},
                   {}};
  for (const StudyClaim& claim : claims)
    table.rows.push_back({claim.text, plain_verdict(claim.verdict), text(claim.remark)});
  return table;
}

}  // namespace reseed
