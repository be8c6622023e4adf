// SPDX-License-Identifier: Apache-2.0
#include "cli/values_table.hpp"

#include <tuple>

#include "base/number.hpp"
#include "report/screen.hpp"

namespace reseed::cli {
namespace {

StudyCell number_cell(const std::optional<double>& number) {
  return number ? StudyCell(*number) : StudyCell(std::monostate());
}

std::string remarks(const MeasureRow& row) {
  std::string text;
  for (const Flag flag : row.flags) text += (text.empty() ? "" : " ") + std::string(to_string(flag));
  return text;
}

}  // namespace

std::string bytes_text(double bytes) {
  if (bytes >= 1e9) return fixed(bytes / 1e9, 1) + " GB";
  if (bytes >= 1e6) return fixed(bytes / 1e6, 0) + " MB";
  return fixed(bytes / 1e3, 0) + " kB";
}

std::string values_table(const BundleContent& content) {
  StudyTable table;
  table.id = "values";
  table.columns = {{"group", "group", "", 0}, {"test_set", "test set", "", 0}, {"measure", "measure", "", 0},
                   {"layer", "layer", "", 0}, {"value", "value", "", 4},       {"low", "95 % from", "", 4},
                   {"high", "to", "", 4},     {"n_runs", "runs", "", 0},       {"flags", "flags", "", 0}};
  for (std::size_t i = 0; i < content.measures.size(); ++i) {
    const MeasureRow& row = content.measures[i];
    if (!row.subset.empty()) continue;
    const auto same = [](const MeasureRow& r) {
      return std::tie(r.group, r.model, r.task, r.test_set, r.measure, r.variant, r.options);
    };
    if (i + 1 < content.measures.size() && content.measures[i + 1].subset.empty() &&
        same(row) == same(content.measures[i + 1]))
      continue;  // a lower layer
    table.rows.push_back(
        {row.group, row.test_set, row.variant == "textbook" ? row.measure : row.measure + " (" + row.variant + ")",
         row.layer ? StudyCell(static_cast<double>(*row.layer)) : StudyCell(std::monostate()), number_cell(row.value),
         number_cell(row.low), number_cell(row.high), static_cast<double>(row.n_runs), remarks(row)});
  }
  return plain(table);
}

}  // namespace reseed::cli
