// SPDX-License-Identifier: Apache-2.0
#include "bundle/published_csv.hpp"

#include <optional>

#include "base/csv.hpp"
#include "base/number.hpp"
#include "base/published_verdicts.hpp"
#include "reseed/error.hpp"

namespace reseed {
namespace {

const std::vector<std::string>& columns() {
  static const std::vector<std::string> names = {"table",      "model",   "task",      "method",    "measure",
                                                 "variant",    "claim",   "statement", "published", "ours",
                                                 "difference", "verdict", "remark"};
  return names;
}

/// Ours - published, of what can be compared.
std::string difference_of(const StudyPublished& row) {
  return row.ours && row.verdict != "not_comparable" ? shortest(*row.ours - row.published) : "";
}

/// What older bundles have of numbers that cannot be compared, too.
std::string difference_anyway(const StudyPublished& row) { return row.ours ? shortest(*row.ours - row.published) : ""; }

}  // namespace

std::string write_published_csv(const PublishedRows& rows) {
  CsvTable csv;
  csv.columns = columns();
  for (const StudyPublished& row : rows.values)
    csv.rows.push_back({row.table, row.model, row.task, row.method, row.measure, row.variant, "", "",
                        shortest(row.published), row.ours ? shortest(*row.ours) : "", difference_of(row), row.verdict,
                        row.remark});
  for (const StudyClaim& claim : rows.claims)
    csv.rows.push_back({claim.source == kStatementOfList ? kStatementsTable : kClaimsTable, "", "", "", "", "",
                        claim.id, claim.text, "", "", "", claim.verdict, claim.remark});
  return write_csv(csv);
}

PublishedRows parse_published_csv(std::string_view text, const std::string& place) {
  const CsvTable csv = parse_csv(text, place);
  if (csv.columns != columns()) throw Error(ErrorKind::data, place, "want the columns of published.csv, found others");
  PublishedRows rows;
  for (std::size_t r = 0; r < csv.rows.size(); ++r) {
    const std::vector<std::string>& cells = csv.rows[r];
    const std::string where = place + ": row " + std::to_string(r + 1);
    if (cells[0] == kClaimsTable || cells[0] == kStatementsTable) {
      rows.claims.push_back(
          {cells[6], cells[7], cells[11], cells[12], cells[0] == kClaimsTable ? kClaimOfPaper : kStatementOfList});
      if (const std::string mistake = mistake_of(rows.claims.back()); !mistake.empty())
        throw Error(ErrorKind::data, where, mistake);
      continue;
    }
    const auto number = [&](std::size_t column) {
      const auto found = parse_double(cells[column]);
      if (!found)
        throw Error(ErrorKind::data, where, columns()[column] + ": want a number, found \"" + cells[column] + '"');
      return *found;
    };
    StudyPublished row{
        cells[0],  cells[1], cells[2],  cells[3],
        cells[4],  cells[5], number(8), cells[9].empty() ? std::nullopt : std::optional<double>(number(9)),
        cells[11], cells[12]};
    if (const std::string mistake = mistake_of(row); !mistake.empty()) throw Error(ErrorKind::data, where, mistake);
    if (cells[10] != difference_of(row) && cells[10] != difference_anyway(row))
      throw Error(ErrorKind::data, where, "want difference = ours - published, found \"" + cells[10] + '"');
    rows.values.push_back(std::move(row));
  }
  return rows;
}

}  // namespace reseed
