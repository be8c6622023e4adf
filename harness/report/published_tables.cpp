// SPDX-License-Identifier: Apache-2.0
#include "report/published_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

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

/// A remark's reasons: it joins them with "; ".
std::vector<std::string> reasons_of(const std::string& remark) {
  std::vector<std::string> reasons;
  for (std::size_t begin = 0; begin < remark.size();) {
    const std::size_t end = std::min(remark.find("; ", begin), remark.size());
    reasons.push_back(remark.substr(begin, end - begin));
    begin = std::min(end + 2, remark.size());
  }
  return reasons;
}

std::string joined(const std::vector<std::string>& reasons) {
  std::string out;
  for (const std::string& reason : reasons) out += (out.empty() ? "" : "; ") + reason;
  return out;
}

/// The part of a remark that says why.
std::string first_reason(const std::string& remark) { return remark.substr(0, remark.find("; ")); }

/// Says reasons that all rows of two or more give once, in the caption.
void say_common_reasons_once(StudyTable& table, std::size_t column) {
  if (table.rows.size() < 2) return;
  std::vector<std::vector<std::string>> reasons;
  for (const auto& row : table.rows) {
    const std::string* remark = std::get_if<std::string>(&row[column]);
    reasons.push_back(remark == nullptr ? std::vector<std::string>() : reasons_of(*remark));
  }
  std::vector<std::string> common;
  for (const std::string& reason : reasons.front())
    if (std::all_of(reasons.begin(), reasons.end(), [&](const auto& of_row) {
          return std::find(of_row.begin(), of_row.end(), reason) != of_row.end();
        }))
      common.push_back(reason);
  if (common.empty()) return;
  table.caption += " Of all rows: " + joined(common) + '.';
  for (std::size_t r = 0; r < reasons.size(); ++r) {
    std::erase_if(reasons[r], [&](const std::string& reason) {
      return std::find(common.begin(), common.end(), reason) != common.end();
    });
    table.rows[r][column] = text(joined(reasons[r]));
  }
}

/// Decimals that show all of these numbers as they were given, up to four.
int decimals_of(const std::vector<double>& numbers) {
  constexpr int kMost = 4;
  const auto shows = [&](int decimals) {
    const double scale = std::pow(10.0, decimals);
    return std::all_of(numbers.begin(), numbers.end(), [&](double number) {
      return std::abs(std::round(number * scale) / scale - number) <= 1e-9 * std::abs(number);
    });
  };
  int decimals = 0;
  while (decimals < kMost && !shows(decimals)) ++decimals;
  return decimals;
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
  if (claims.empty()) return "None.";
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
                   "Difference: ours - published, where the two can be compared.",
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
  constexpr std::size_t kPublishedColumn = 6;
  std::vector<double> published;
  for (const StudyPublished& row : rows) {
    if (!verdict.empty() && row.verdict != verdict) continue;
    table.rows.push_back(
        {row.table, text(row.model), text(row.task), text(row.method), row.measure, text(row.variant), row.published,
         row.ours ? StudyCell(*row.ours) : StudyCell(),
         row.ours && row.verdict != "not_comparable" ? StudyCell(*row.ours - row.published) : StudyCell(),
         plain_verdict(row.verdict), text(row.remark)});
    published.push_back(row.published);
  }
  // Published numbers as they were printed, ours with a digit more.
  table.columns[kPublishedColumn].decimals = decimals_of(published);
  for (const std::size_t column : {kPublishedColumn + 1, kPublishedColumn + 2})
    table.columns[column].decimals = std::min(4, decimals_of(published) + 1);
  say_common_reasons_once(table, table.columns.size() - 1);
  return table;
}

StudyTable published_reasons(const std::vector<StudyPublished>& rows) {
  struct Reason {
    std::string verdict, remark;
    std::set<std::string> measures;
    std::size_t count = 0;
  };
  std::vector<Reason> reasons;
  for (const StudyPublished& row : rows) {
    if (row.verdict == "agrees") continue;
    const std::string remark = first_reason(row.remark);
    auto found = std::find_if(reasons.begin(), reasons.end(), [&](const Reason& reason) {
      return reason.verdict == row.verdict && reason.remark == remark;
    });
    if (found == reasons.end()) found = reasons.insert(found, {row.verdict, remark, {}, 0});
    found->measures.insert(row.measure);
    ++found->count;
  }
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
    return a.verdict != b.verdict ? a.verdict < b.verdict : a.count > b.count;
  });
  StudyTable table{"published-reasons",
                   "Why they differ or cannot be compared",
                   "",
                   {{"verdict", "Verdict", "", -1},
                    {"count", "Numbers", "", 0},
                    {"measures", "Of", "", -1},
                    {"remark", "Why", "", -1}},
                   {}};
  for (const Reason& reason : reasons) {
    std::string measures;
    for (const std::string& measure : reason.measures) measures += (measures.empty() ? "" : "; ") + measure;
    table.rows.push_back(
        {plain_verdict(reason.verdict), static_cast<double>(reason.count), measures, text(reason.remark)});
  }
  return table;
}

}  // namespace reseed
