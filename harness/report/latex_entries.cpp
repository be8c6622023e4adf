// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/number.hpp"
#include "report/latex.hpp"
#include "report/latex_parts.hpp"

namespace reseed {
namespace {

constexpr double kDigit = 4.25;   // points: of \footnotesize
constexpr double kLine = 324.0;   // points: the class article's, without the space around two columns
constexpr double kWidest = 90.0;  // points: of the titles
constexpr const char* kSize = "\\footnotesize\\setlength{\\tabcolsep}{4pt}\n";

std::string entry(const std::vector<StudyCell>& row, const StudyTable& table) {
  std::string text = "    \\multicolumn{2}{p{" + fixed(kLine, 0) + "pt}}{\\raggedright\\bfseries " +
                     latex_cell(row.front(), table.columns.front()) + "} \\\\*\n";
  for (std::size_t c = 1; c < row.size(); ++c)
    if (!std::holds_alternative<std::monostate>(row[c]))
      text += "    \\raggedright " + latex_text(latex_plain_title(table.columns[c])) + " & \\raggedright " +
              latex_cell(row[c], table.columns[c]) + " \\tabularnewline\n";
  return text;
}

}  // namespace

std::string latex_entries(const StudyTable& table) {
  double titles = 0.0;
  for (std::size_t c = 1; c < table.columns.size(); ++c)
    titles = std::max(titles, kDigit * latex_width(latex_plain_title(table.columns[c])));
  titles = std::min(titles, kWidest);
  std::string rows = table.rows.empty() ? "    \\multicolumn{2}{p{" + fixed(kLine, 0) + "pt}}{no rows}\\\\\n" : "";
  for (const auto& row : table.rows) rows += (rows.empty() ? "" : "    \\addlinespace\n") + entry(row, table);
  return std::string("{\n") + kSize + "\\begin{longtable}{p{" + fixed(titles, 0) + "pt}p{" + fixed(kLine - titles, 0) +
         "pt}}\n    \\caption{" + latex_caption(table) + "}\n    \\label{tab:" + table.id +
         "}\\\\\n    \\toprule\n    \\endfirsthead\n    \\toprule\n    \\endhead\n    \\bottomrule\n    "
         "\\endfoot\n" +
         rows + "\\end{longtable}\n}\n";
}

}  // namespace reseed
