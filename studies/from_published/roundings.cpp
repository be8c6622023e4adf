// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

namespace reseed::from_published {
namespace {

constexpr int kDecimals = 1;  // of Tables 1, 3 and 4, which print x 100

/// Table 3 prints the correlations of Figure 1 for SST-2 once more.
void check_correlations(Context& context, Count& count) {
  for (const std::string& model : published::kModels) {
    const TomlNode* printed = context.facts.table("table3.toml", model);
    const TomlNode* figure = context.facts.table("convergent-validity.toml", model + ".sst2");
    if (printed == nullptr || figure == nullptr) continue;
    for (const TomlMember& cell : figure->members) {
      const double wanted = Facts::number(*printed, cell.key);
      const double found = Facts::number(*figure, cell.key);
      const bool same = wanted == found;
      count.add(same, "Table 3, " + title(model) + ", r of " + cell.key);
      context.compare("Table 3, correlations", model, "sst2", "standard", cell.key, wanted, found, same);
    }
  }
}

}  // namespace

void check_roundings(Context& context) {
  Count main{"cells are correct roundings of the notebook's numbers", "Tables 1, 4", 39, 0, 0, ""};
  Count third{"cells are correct roundings, correlations those of Figure 1", "Table 3", 39, 0, 0, ""};
  for (const published::Cell& cell : context.facts.cells()) {
    if (!cell.printed) continue;
    const double ours = 100.0 * cell.value;
    const bool agrees = published::rounds_to(ours, *cell.printed, kDecimals);
    const std::string table = "Table " + cell.table.substr(5);
    (cell.table == "table3" ? third : main)
        .add(agrees, table + ", " + title(cell.model) + ", " + title(cell.task) + ", " + title(cell.method) + ", " +
                         title(cell.measure));
    context.compare(table + ", x 100", cell.model, cell.task, cell.method, cell.measure, *cell.printed, ours, agrees);
  }
  check_correlations(context, third);
  context.claim_all("tables_1_4", main, "");
  context.claim_all("table_3", third, "");
}

}  // namespace reseed::from_published
