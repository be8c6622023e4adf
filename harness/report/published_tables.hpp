// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reseed/study_report.hpp"

namespace reseed {

/// Verdicts of published.csv in plain words: "differs", "cannot be compared",
/// "does not hold", "cannot tell".
std::string plain_verdict(const std::string& verdict);

/// "160 published numbers are held against ours: 158 agree, 1 differs, 1 cannot
/// be compared."
std::string published_sentence(const std::vector<StudyPublished>& rows);
/// "12 claims: 9 hold, 2 do not hold, 1 cannot be told."
std::string claims_sentence(const std::vector<StudyClaim>& claims);

/// Verdicts by table of the paper.
StudyTable published_counts(const std::vector<StudyPublished>& rows);
/// The rows of one verdict, or all of them (""). Reasons that all rows give are in the caption; published numbers have
/// the decimals that they were printed with.
StudyTable published_table(const std::vector<StudyPublished>& rows, const std::string& verdict, std::string title);
/// Why numbers differ or cannot be compared, the most common reason first: a row of the paper-versus-code list that
/// a remark names stands for all remarks that name it. No rows where there is nothing to explain.
StudyTable published_reasons(const std::vector<StudyPublished>& rows);

}  // namespace reseed
