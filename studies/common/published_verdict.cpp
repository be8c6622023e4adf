// SPDX-License-Identifier: Apache-2.0
#include "published_verdict.hpp"

#include <map>
#include <set>

#include "cells.hpp"

namespace reseed::studies {
namespace {

/// The row of the paper-versus-code list that tells a measure's textbook form from what the paper's code computes.
std::set<int> rows_behind(const std::vector<std::string>& names) {
  static const std::map<std::string, int> kRows = {{"kappa", 1}, {"cka", 5}, {"svcca", 8}, {"sd", 10}};
  std::set<int> rows;
  for (const std::string& name : names)
    if (const auto row = kRows.find(name); row != kRows.end()) rows.insert(row->second);
  return rows;
}

}  // namespace

void judge(const published::Facts& facts, const std::optional<double>& low, const std::optional<double>& high,
           double tolerance, const std::vector<std::string>& names, const std::string& scale, StudyPublished& row) {
  if (!scale.empty() || !row.ours || !low || !high) {
    row.verdict = "not_comparable";
    row.remark = !scale.empty() ? scale : row.ours ? "we have no interval over seeds" : "we have no value";
    return;
  }
  row.remark = "our 95 % interval over seeds: " + interval_text(low, high, 3);
  if (row.published >= *low - tolerance && row.published <= *high + tolerance) {
    row.verdict = "agrees";
    return;
  }
  row.verdict = "differs";
  const std::set<int> rows = row.variant == "textbook" ? rows_behind(names) : std::set<int>();
  for (const int number : rows) row.remark += "; " + facts.remark(number);
  if (rows.empty()) row.remark += "; no row of the paper-versus-code list explains it";
}

}  // namespace reseed::studies
