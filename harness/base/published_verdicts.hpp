// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reseed/study_report.hpp"

namespace reseed {

/// The name that claims have in the column `table` of published.csv.
inline constexpr const char* kClaimsTable = "claims";
/// And statements of the list of what was found out about a publication, which are no claims of its own.
inline constexpr const char* kStatementsTable = "statements of the list";

/// Closed lists of verdicts: agrees | differs | not_comparable, and holds | does_not_hold | cannot_tell.
inline bool is_value_verdict(std::string_view verdict) {
  return verdict == "agrees" || verdict == "differs" || verdict == "not_comparable";
}
inline bool is_claim_verdict(std::string_view verdict) {
  return verdict == "holds" || verdict == "does_not_hold" || verdict == "cannot_tell";
}

/// What is wrong with a published value beside ours, in words; empty when nothing is.
inline std::string mistake_of(const StudyPublished& row) {
  if (row.table.empty() || row.table == kClaimsTable || row.table == kStatementsTable)
    return "want the name of a table or figure, found \"" + row.table + '"';
  if (!is_value_verdict(row.verdict))
    return "want the verdict agrees, differs or not_comparable, found \"" + row.verdict + '"';
  if (row.verdict != "not_comparable" && !row.ours)
    return "want our value beside the verdict " + row.verdict + ", found none";
  if (row.verdict == "not_comparable" && row.remark.empty())
    return "want the reason why it cannot be compared, found none";
  return "";
}

/// The same for a claim.
inline std::string mistake_of(const StudyClaim& claim) {
  if (claim.id.empty() || claim.text.empty()) return "want a claim's id and text, found none";
  if (!is_claim_verdict(claim.verdict))
    return "claim " + claim.id + ": want the verdict holds, does_not_hold or cannot_tell, found \"" + claim.verdict +
           '"';
  if (claim.source != kClaimOfPaper && claim.source != kStatementOfList)
    return "claim " + claim.id + ": want the source " + kClaimOfPaper + " or " + kStatementOfList + ", found \"" +
           claim.source + '"';
  if (claim.remark.empty()) return "claim " + claim.id + ": want the reason of its verdict, found none";
  return "";
}

}  // namespace reseed
