// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "published.hpp"
#include "reseed/study.hpp"

namespace reseed::studies {

/// A published number beside ours, and the paper's measures behind it ("cka"); none for a score.
struct JudgedNumber {
  StudyPublished row;
  std::vector<std::string> names;
};

/// Fills verdict and remark of a published number of which `ours` is set: agrees when it lies in our 95 % interval,
/// widened by `tolerance` (of its printed decimals, or of reading it off a picture), all in the unit of the row. The
/// remark is that interval.
///
/// `limits`: why the two are not compared at all; "" where they are.
void judge(const std::optional<double>& low, const std::optional<double>& high, double tolerance,
           const std::string& limits, StudyPublished& row);

/// What is said of a number that differs where no row of the paper-versus-code list is known to be the reason.
inline constexpr const char* kUnexplained = "not explained by a known row";

/// "because row 5 of the paper-versus-code list: ...", "because rows 5 and 8 of ...".
std::string because(const published::Facts& facts, const std::set<int>& rows);

/// The rows with their reason put in front of what they were judged by, joined by "; ". A number in its textbook form
/// that differs does so because of a row of the paper-versus-code list when that row parts the form from the published
/// one and the same number in its as_published form agrees; else no known row explains it, and the remark says so.
std::vector<StudyPublished> explained(const published::Facts& facts, const std::vector<JudgedNumber>& numbers);

}  // namespace reseed::studies
