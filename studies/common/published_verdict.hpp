// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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

/// Our number with its 95 % interval over seeds, in the unit of the published one.
struct OurNumber {
  std::optional<double> value, low, high;
};

/// How much is behind our number and behind the published one.
struct Evidence {
  double ours = 0.0, published = 0.0;  ///< numbers of seeds, or what counts as such: the variance falls with them
  std::string ours_words;              ///< "8 seeds"
  std::string published_words;         ///< "10"
};
/// Of a number over the seeds of a group.
Evidence by_seeds(std::size_t ours, std::int64_t published);
/// Of a difference between failed and successful runs: its variance goes with the sum of 1 / n of the two.
Evidence by_two_lists(std::size_t failed, std::size_t successful, std::int64_t published_failed,
                      std::int64_t published_successful);

/// Seeds behind the numbers of a table of the paper; all names are the paper's. 0 where it has no such table.
std::int64_t published_seeds(const published::Facts& facts, const std::string& model, const std::string& task,
                             const std::string& method);

/// Our 95 % interval as one of the difference of two independent numbers: the published one is taken to be as uncertain
/// as ours, each by its own evidence, so that both ends lie sqrt(1 + ours / published) times as far from our value.
/// An end that lies beyond our value - percentiles may - is our value. All three numbers must be there.
struct Widened {
  double low = 0.0, high = 0.0;
};
Widened widened(const OurNumber& ours, const Evidence& evidence);

/// Fills our value, verdict and remark of a published number: agrees when it lies in our interval, widened for its own
/// uncertainty (widened()) and by `tolerance` (of its printed decimals, or of reading it off a picture), all in the
/// unit of the row. The remark is that interval.
///
/// `limits`: why the two are not compared at all; "" where they are.
void judge(const OurNumber& ours, const Evidence& evidence, double tolerance, const std::string& limits,
           StudyPublished& row);

/// What is said of a number that differs where no row of the paper-versus-code list is known to be the reason.
inline constexpr const char* kUnexplained = "not explained by a known row";

/// "because row 5 of the paper-versus-code list: ...", "because rows 5 and 8 of ...".
std::string because(const published::Facts& facts, const std::set<int>& rows);

/// The rows with their reason put in front of what they were judged by, joined by "; ". A number in its textbook form
/// that differs does so because of a row of the paper-versus-code list when that row parts the form from the published
/// one and the same number in its as_published form agrees; else no known row explains it, and the remark says so.
std::vector<StudyPublished> explained(const published::Facts& facts, const std::vector<JudgedNumber>& numbers);

}  // namespace reseed::studies
