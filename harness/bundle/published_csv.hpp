// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// Content of published.csv: published values beside ours, then the paper's claims.
struct PublishedRows {
  std::vector<StudyPublished> values;
  std::vector<StudyClaim> claims;
};

/// One row per value, then one per claim, whose `table` is "claims"; `difference` is ours - published.
std::string write_published_csv(const PublishedRows& rows);

/// Inverse of write_published_csv(). Errors: Error(data) naming `place` and row for other columns, a number that is
/// none, a verdict outside the lists, a difference that is not that of its numbers.
PublishedRows parse_published_csv(std::string_view text, const std::string& place);

}  // namespace reseed
