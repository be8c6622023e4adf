// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "paper.hpp"
#include "resampled_methods.hpp"
#include "reseed/study_report.hpp"
#include "spread.hpp"

namespace reseed::imm_reassessment {

struct ClaimOptions {
  double level = 0.05;
  /// Common seeds below which nothing is decided.
  std::int64_t fewest = 6;
};

/// The paper's claims about methods and measures, decided by intervals over seeds: a claim whose interval spans both
/// answers is "cannot_tell". Tasks that do not learn do not count.
///
/// `methods`: one for each comparison, over the paper's measures of the view; `spread`: of tasks that learn;
/// `id_suffix` and `form` tell claims about another form of the measures apart ("", "-as_published").
std::vector<StudyClaim> claims(const View& view, const std::vector<ResampledMethods>& methods,
                               const std::vector<SpreadAgainstAgreement>& spread, const published::Facts& facts,
                               const ClaimOptions& options, const std::string& id_suffix, const std::string& form);

}  // namespace reseed::imm_reassessment
