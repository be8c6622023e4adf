// SPDX-License-Identifier: Apache-2.0
#include "published_verdict.hpp"

#include <algorithm>
#include <cmath>

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

Evidence by_seeds(std::size_t ours, std::int64_t published) {
  return {static_cast<double>(ours), static_cast<double>(published), counted(ours, "seed", "seeds"),
          std::to_string(published)};
}

Evidence by_two_lists(std::size_t failed, std::size_t successful, std::int64_t published_failed,
                      std::int64_t published_successful) {
  const auto together = [](double a, double b) { return a > 0.0 && b > 0.0 ? 1.0 / (1.0 / a + 1.0 / b) : 0.0; };
  return {together(static_cast<double>(failed), static_cast<double>(successful)),
          together(static_cast<double>(published_failed), static_cast<double>(published_successful)),
          std::to_string(failed) + " failed and " + std::to_string(successful) + " successful runs",
          std::to_string(published_failed) + " and " + std::to_string(published_successful)};
}

std::int64_t published_seeds(const published::Facts& facts, const std::string& model, const std::string& task,
                             const std::string& method) {
  const published::Cell* cell = facts.cell(model, task, method, "sd");
  return cell == nullptr ? 0 : cell->seeds;
}

Widened widened(const OurNumber& ours, const Evidence& evidence) {
  const double factor = std::sqrt(1.0 + evidence.ours / evidence.published);
  return {*ours.value - factor * std::max(0.0, *ours.value - *ours.low),
          *ours.value + factor * std::max(0.0, *ours.high - *ours.value)};
}

void judge(const OurNumber& ours, const Evidence& evidence, double tolerance, const std::string& limits,
           StudyPublished& row) {
  row.ours = ours.value;
  if (!limits.empty() || !ours.value || !ours.low || !ours.high || !(evidence.published > 0.0)) {
    row.verdict = "not_comparable";
    row.remark = !limits.empty()           ? limits
                 : !ours.value             ? "we have no value"
                 : !ours.low || !ours.high ? "we have no interval over seeds"
                                           : "the seeds behind the published number are not known";
    return;
  }
  const Widened interval = widened(ours, evidence);
  row.verdict =
      row.published >= interval.low - tolerance && row.published <= interval.high + tolerance ? "agrees" : "differs";
  row.remark = "our 95 % interval over " + evidence.ours_words + ", widened for the " + evidence.published_words +
               " of the published one: " + interval_text(interval.low, interval.high, 3);
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
