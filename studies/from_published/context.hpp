// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../common/published.hpp"
#include "reseed/study_report.hpp"

namespace reseed::from_published {

using published::Facts;

/// Sum of one check: how many of the published numbers follow from other published numbers.
struct Count {
  std::string what;   ///< "cells of Tables 1 and 4 as roundings"
  std::string where;  ///< "Tables 1, 4"
  int row = 0;        ///< of the paper-versus-code list
  int right = 0;
  int of = 0;
  std::string first_wrong;  ///< names the first that does not follow

  void add(bool follows, const std::string& name);
  bool all() const { return right == of && of > 0; }
};

/// What the checks read and fill.
struct Context {
  const Facts& facts;
  std::uint64_t seed = 0;       ///< of permutations
  std::int64_t samples = 1000;  ///< permutations
  StudyReport& report;
  std::vector<Count> counts;

  /// A published number beside the one recomputed. `remark` may be empty.
  void compare(const std::string& table, const std::string& model, const std::string& task, const std::string& method,
               const std::string& measure, double published, double ours, bool agrees, const std::string& remark = "");
  /// A claim of claim_texts(). `holds`: empty = cannot tell.
  void claim(const std::string& id, std::optional<bool> holds, const std::string& remark);
  /// A count with the claim that all of it follows.
  void claim_all(const std::string& id, const Count& count, const std::string& remark);
};

/// What is claimed, and which part of the study judges it. `source`: kClaimOfPaper, or kStatementOfList for what was
/// found out about the paper's numbers.
struct ClaimText {
  std::string part, id, text, source;
};
const std::vector<ClaimText>& claim_texts();

/// "150 of 150".
std::string of(const Count& count);
/// "1.7e-15".
std::string scientific(double number);
/// "first", "second", ... of a small rank.
std::string ordinal(int rank);
/// The paper's names as it prints them: "BERT-large", "RTE", "Re-init", "CKA".
std::string title(const std::string& paper_name);

/// Measures with which the paper ranks schemes: kColumns without the score, then cka and op of the top layer.
const std::vector<std::string>& ranked_measures();
/// Value of a ranked measure for each of kMethods. Errors: Error(data) when the facts lack one.
std::vector<double> by_method(const Facts& facts, const std::string& model, const std::string& task,
                              const std::string& measure);

/// Tables 1, 3 and 4 are the notebook's numbers, rounded; Table 3's correlations are Figure 1's.
void check_roundings(Context& context);
/// The published kappa is the disagreement times n/(n-1), the disagreement counts whole pairs.
void check_kappa(Context& context);
/// Table 2 and the majority shares, counted from labels and halves.
void check_halves(Context& context);
/// Kendall's tau between the rankings by every two measures.
void check_rankings(Context& context);
/// r of SD against average correlation from the bootstrap matrices; SDs with 10 and 20 seeds.
void check_spreads(Context& context);
/// What the text claims of rankings and of failed runs.
void check_claims(Context& context);

/// The answers at the top and the summary table, from the counts and claims.
void add_answers(Context& context);

/// The whole report from the facts, TOML text by file name. A part whose facts are missing or malformed cannot be told:
/// a note says so and the rest goes on. `seed` and `samples` are those of the permutations.
StudyReport recompute(const std::map<std::string, std::string>& files, std::uint64_t seed, std::int64_t samples);

}  // namespace reseed::from_published
