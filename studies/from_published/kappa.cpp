// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "context.hpp"

namespace reseed::from_published {
namespace {

constexpr double kRelative = 1e-12;  // two float64 numbers that a few operations part
// With two labels the chance term of Fleiss' kappa is at least 1/2, so that 1 - kappa is at least twice the
// disagreement.
constexpr double kSmallestRatio = 2.0;

StudyTable table() {
  return {"kappa",
          "The published kappa and the pairwise disagreement",
          "Fleiss' kappa with two labels would make the ratio at least 2. n from both: kappa / (kappa - disagreement).",
          {{"model", "Model", "", -1},
           {"task", "Task", "", -1},
           {"method", "Method", "", -1},
           {"n", "Test items", "", 0},
           {"seeds", "Seeds", "", 0},
           {"pwd", "Disagreement", "", 6},
           {"kappa", "1 - kappa, as published", "", 6},
           {"ratio", "Ratio", "", 6},
           {"n_over_n_minus_1", "n/(n-1)", "", 6},
           {"n_from_both", "n from both", "", 3},
           {"differing_pairs", "Differing pairs", "items x pairs of runs", 3}},
          {}};
}

/// Row 2: agreement of the two measures, as far as the figures show it.
void check_agreement(Context& context) {
  int maps = 0;
  bool tau = true;
  bool r = true;
  bool columns = true;
  for (const std::string& model : published::kModels)
    for (const std::string task : {"rte", "mrpc", "cola", "sst2"}) {
      if (const TomlNode* map = context.facts.table("kendall-tau.toml", model + '.' + task); map != nullptr) {
        ++maps;
        tau = tau && Facts::number(*map, "kappa_pwd") == 1.0;
      }
      for (const std::string& method : published::kMethods)
        if (const TomlNode* map =
                context.facts.table("bootstrap-correlations.toml", model + '.' + task + '.' + method)) {
          ++maps;
          r = r && Facts::number(*map, "kappa_pwd") == 1.0;
          for (const TomlMember& cell : map->members)
            if (const std::size_t at = cell.key.find("kappa"); at != cell.key.npos && cell.key != "kappa_pwd")
              columns = columns && Facts::number(*map, cell.key) ==
                                       Facts::number(*map, std::string(cell.key).replace(at, 5, "pwd"));
        }
    }
  context.claim("kappa_agrees_with_disagreement", maps == 0 ? std::nullopt : std::optional<bool>(tau && r && columns),
                tau && r && columns
                    ? "tau and r are 1 and the columns of the two equal in " + std::to_string(maps) +
                          " maps, but by construction: one is a multiple of the other (row 1), so that nothing is found"
                    : "not in all of " + std::to_string(maps) + " maps; row 2 of the paper-versus-code list");
}

}  // namespace

void check_kappa(Context& context) {
  Count multiple{"published kappa = disagreement x n/(n-1)", "Tables 1, 3, 4", 1, 0, 0, ""};
  Count whole{"disagreements are whole numbers of pairs", "Tables 1, 3, 4", 11, 0, 0, ""};
  StudyTable rows = table();
  double low = HUGE_VAL;
  double high = 0.0;
  double largest = 0.0;
  for (const published::Cell& kappa : context.facts.cells()) {
    if (kappa.measure != "kappa") continue;
    const published::Cell* pwd = context.facts.cell(kappa.model, kappa.task, kappa.method, "pwd");
    if (pwd == nullptr || kappa.items < 2 || kappa.value == 0.0) continue;
    const std::string name = title(kappa.model) + ", " + title(kappa.task) + ", " + title(kappa.method);
    const double n = static_cast<double>(kappa.items);
    const double ours = pwd->value * n / (n - 1.0);
    const double relative = std::abs(kappa.value - ours) / std::abs(kappa.value);
    const double ratio = kappa.value / pwd->value;
    largest = std::max(largest, relative);
    low = std::min(low, ratio);
    high = std::max(high, ratio);
    multiple.add(relative <= kRelative, name);
    context.compare("kappa from disagreement", kappa.model, kappa.task, kappa.method, "kappa", kappa.value, ours,
                    relative <= kRelative, relative <= kRelative ? context.facts.remark(1) : "");
    const double m = static_cast<double>(pwd->seeds);
    const double pairs = pwd->value * n * m * (m - 1.0) / 2.0;
    whole.add(std::abs(pairs - std::round(pairs)) <= 1e-6, name);
    rows.rows.push_back({title(kappa.model), title(kappa.task), title(kappa.method), n, m, pwd->value, kappa.value,
                         ratio, n / (n - 1.0), kappa.value / (kappa.value - pwd->value), pairs});
  }
  if (multiple.of > 0)
    context.claim("kappa_is_fleiss", low >= kSmallestRatio,
                  "kappa is " + fixed(low, 4) + " to " + fixed(high, 4) +
                      " times the disagreement; by the printed formula it would be at least twice it; " +
                      context.facts.remark(1));
  context.claim_all("kappa_is_multiple", multiple, "largest relative deviation " + scientific(largest));
  context.claim_all("disagreement_counts_pairs", whole, "");
  check_agreement(context);
  context.report.tables.push_back(std::move(rows));
}

}  // namespace reseed::from_published
