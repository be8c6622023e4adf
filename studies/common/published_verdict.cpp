// SPDX-License-Identifier: Apache-2.0
#include "published_verdict.hpp"

#include <algorithm>

#include "cells.hpp"
#include "comparability.hpp"

namespace reseed::studies {
namespace {

bool same_number(const StudyPublished& a, const StudyPublished& b) {
  return a.table == b.table && a.model == b.model && a.task == b.task && a.method == b.method && a.measure == b.measure;
}

/// The number in the form of the published code; null where it was not judged.
const StudyPublished* published_form(const StudyPublished& row, const std::vector<JudgedNumber>& numbers) {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const JudgedNumber& number) {
    return number.row.variant == "as_published" && same_number(number.row, row);
  });
  return found == numbers.end() ? nullptr : &found->row;
}

/// Why a number differs. `coded`: the same number in the form of the published code; null where there is none.
std::string reason_of(const published::Facts& facts, const JudgedNumber& number, const StudyPublished* coded) {
  std::set<int> rows;
  for (const std::string& name : number.names)
    if (const int row = published::row_of_form(name); row > 0) rows.insert(row);
  const std::string unknown = kUnexplained;
  if (number.row.variant != "textbook" || rows.empty()) return unknown;
  if (coded == nullptr || coded->verdict == "not_comparable")
    return both(unknown, "the as_published form was not compared");
  if (coded->verdict == "differs") return both(unknown, "the as_published form differs, too");
  return because(facts, rows);
}

}  // namespace

std::string because(const published::Facts& facts, const std::set<int>& rows) {
  if (rows.size() == 1) return facts.remark(*rows.begin());
  std::string numbers;
  std::string codes;
  for (const int row : rows) {
    numbers += (numbers.empty() ? "" : " and ") + std::to_string(row);
    codes = both(codes, facts.row(row).code);
  }
  return "because rows " + numbers + " of the paper-versus-code list: " + codes;
}

void judge(const std::optional<double>& low, const std::optional<double>& high, double tolerance,
           const std::string& limits, StudyPublished& row) {
  if (!limits.empty() || !row.ours || !low || !high) {
    row.verdict = "not_comparable";
    row.remark = !limits.empty() ? limits : row.ours ? "we have no interval over seeds" : "we have no value";
    return;
  }
  row.verdict = row.published >= *low - tolerance && row.published <= *high + tolerance ? "agrees" : "differs";
  row.remark = "our 95 % interval over seeds: " + interval_text(low, high, 3);
}

std::vector<StudyPublished> explained(const published::Facts& facts, const std::vector<JudgedNumber>& numbers) {
  std::vector<StudyPublished> rows;
  for (const JudgedNumber& number : numbers) {
    StudyPublished& row = rows.emplace_back(number.row);
    if (row.verdict == "differs")
      row.remark = both(reason_of(facts, number, published_form(number.row, numbers)), row.remark);
  }
  return rows;
}

}  // namespace reseed::studies
