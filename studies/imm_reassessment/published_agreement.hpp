// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "published_rows.hpp"

namespace reseed::imm_reassessment {

/// What the paper says of the agreement of the measures beside ours, of one form: Kendall's tau, the bootstrap
/// correlations, and r of SD against average correlation. Models that the paper does not have are left out.
///
/// Tau is judged as every number is (published_verdict.hpp), correlations by Fisher's z with the number of seeds (of
/// groups for SD against average correlation).
std::vector<StudyPublished> published_agreement(const std::vector<Form>& forms, const Form& form,
                                                const published::Facts& facts);

}  // namespace reseed::imm_reassessment
