// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../../studies/validity/label_permutation.hpp"
#include "../../studies/validity/sections.hpp"
#include "support/made_study.hpp"

namespace reseed::test {

/// Distances of k runs, the first m of them marked: among marked, among others, across.
inline arma::mat blocks(std::size_t k, std::size_t m, double marked, double others, double across) {
  arma::mat distances(k, k, arma::fill::zeros);
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      if (i != j) distances(i, j) = i < m && j < m ? marked : i >= m && j >= m ? others : across;
  return distances;
}

inline std::vector<bool> first_marked(std::size_t k, std::size_t m) {
  std::vector<bool> marked(k, false);
  std::fill(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(m), true);
  return marked;
}

/// Runs of which the first `failed` failed, and three layers of a distance at which failed runs lie far apart.
inline MadeStudy failing(std::size_t failed, std::size_t successful) {
  MadeStudy study;
  study.failure_ = StudyFailure{"accuracy", 0.5, "test"};
  study.labels_ = {0, 1, 0, 1};
  std::vector<double> scores(failed, 0.5);
  scores.resize(failed + successful, 0.9);
  study.add_group("original (learning_rate=5e-05)", scores);
  for (const char* layer : {"1", "2", "3"})
    study.add_value("linear_cka_distance", layer, [&](std::size_t i, std::size_t j) {
      const double far = i < failed && j < failed ? 0.8 : i >= failed && j >= failed ? 0.2 : 0.6;
      return far + 0.001 * static_cast<double>(i + 3 * j);
    });
  return study;
}

inline validity::Findings findings_of(const StudyData& data, const published::Facts& facts) {
  using namespace validity;
  return {data,
          facts,
          studies::layer_correlations(data, false),
          group_agreements(data, 500),
          failed_against_successful(data, {}),
          studies::sample_spreads(data, false),
          0.05,
          false,
          studies::not_learning(data),
          group_agreements(data, 500, studies::not_learning(data))};
}

inline StudyReport report_of(const StudyData& data) {
  using namespace validity;
  const published::Facts facts(data.published());
  const Findings findings = findings_of(data, facts);
  StudyReport report;
  report.tables.push_back(summary(findings));
  report_convergent(findings, report);
  report_failures(findings, report);
  report_samples(findings, report);
  report_against_paper(findings, report);
  check_well_formed(report);
  return report;
}

/// Groups whose measures of predictions are `a` and `b`.
inline MadeStudy groups_with(const std::vector<double>& a, const std::vector<double>& b) {
  MadeStudy study;
  study.labels_ = {0, 1, 0, 1};
  for (std::size_t i = 0; i < a.size(); ++i) {
    study.add_group("group" + std::to_string(i), {0.8, 0.81}, i % 2 == 0 ? "rte" : "mrpc");
    study.add_number("pairwise_disagreement", "", a[i]);
    study.add_number("performance_sd", "", b[i]);
  }
  return study;
}

/// The answer to the question that begins so.
inline StudyAnswer answer_of(const StudyReport& report, const std::string& start) {
  for (const StudyAnswer& one : report.answers)
    if (one.question.starts_with(start)) return one;
  BOOST_FAIL("no answer to " + start);
  return {};
}

}  // namespace reseed::test
