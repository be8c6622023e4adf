// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "../common/axis_title.hpp"
#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "context.hpp"
#include "reseed/error.hpp"
#include "reseed/philox.hpp"

namespace reseed::from_published {
namespace {

constexpr const char* kMaps = "bootstrap-correlations.toml";

/// One cell of a bootstrap matrix with the interval that its printed digits leave.
struct Rounded {
  double value = 1.0, low = 1.0, high = 1.0;
};

/// A number printed with two significant digits; 1.0 means 0.995 or more.
Rounded rounded(double printed) {
  if (std::abs(printed) >= 1.0) return {printed, printed > 0 ? 0.995 : -1.0, printed > 0 ? 1.0 : -0.995};
  const double digits = printed == 0.0 ? 2.0 : 1.0 - std::floor(std::log10(std::abs(printed)) + 1e-12);
  const double half = 0.5 * std::pow(10.0, -digits);
  return {printed, printed - half, std::min(1.0, printed + half)};
}

/// One group's matrix of the six measures: [a][b], its own 1 on the diagonal.
using Matrix = std::vector<std::vector<Rounded>>;

struct Group {
  std::string task, method;
  double sd = 0.0;  ///< of seeds 0-9
  Matrix r;
};

Rounded cell_of(const TomlNode& map, const std::string& a, const std::string& b) {
  const std::string key = map.find(a + '_' + b) != nullptr ? a + '_' + b : b + '_' + a;
  const double printed = Facts::number(map, key);
  // kappa is a multiple of the disagreement: exactly 1, whatever the digits.
  const bool exact = printed == 1.0 && (key == "kappa_pwd" || key == "pwd_kappa");
  return exact ? Rounded{} : rounded(printed);
}

/// The 15 groups of a model: five schemes on the three tasks of Tables 1 and 4.
std::vector<Group> groups_of(const Facts& facts, const std::string& model) {
  std::vector<Group> groups;
  for (const std::string& task : published::kTasks)
    for (const std::string& method : published::kMethods) {
      const TomlNode* map = facts.table(kMaps, model + '.' + task + '.' + method);
      if (map == nullptr)
        throw Error(ErrorKind::data, kMaps, "want the matrix of " + model + '.' + task + '.' + method + ", found none");
      Group group{task, method, Facts::number(*map, "sd_10"), {}};
      for (const std::string& a : ranked_measures()) {
        auto& row = group.r.emplace_back();
        for (const std::string& b : ranked_measures()) row.push_back(a == b ? Rounded{} : cell_of(*map, a, b));
      }
      groups.push_back(std::move(group));
    }
  return groups;
}

/// Mean correlation of each measure with all (its own 1 included), z-scored over the groups with divisor n.
std::vector<std::vector<double>> standardised(const std::vector<Group>& groups) {
  std::vector<std::vector<double>> by_measure;
  for (std::size_t a = 0; a < ranked_measures().size(); ++a) {
    std::vector<double> means;
    for (const Group& group : groups) {
      double sum = 0.0;
      for (const Rounded& cell : group.r[a]) sum += cell.value;
      means.push_back(sum / static_cast<double>(group.r[a].size()));
    }
    const double middle = mean(means);
    const double spread = standard_deviation(means, 0);
    for (double& value : means) value = spread == 0.0 ? 0.0 : (value - middle) / spread;
    by_measure.push_back(std::move(means));
  }
  return by_measure;
}

/// r over measures x groups points; SDs in the order of the groups.
double r_of(const std::vector<double>& sds, const std::vector<std::vector<double>>& by_measure) {
  std::vector<double> x;
  std::vector<double> y;
  for (const std::vector<double>& values : by_measure) {
    x.insert(x.end(), sds.begin(), sds.end());
    y.insert(y.end(), values.begin(), values.end());
  }
  const auto found = pearson(x, y);
  return found ? found->coefficient : 0.0;
}

std::vector<double> sds_of(const std::vector<Group>& groups) {
  std::vector<double> sds;
  for (const Group& group : groups) sds.push_back(group.sd);
  return sds;
}

/// The most that r can move to one side while every cell keeps its printed digits: all cells go to the end of their
/// interval at which r is larger (smaller), as long as that helps.
double extreme_r(std::vector<Group> groups, bool up) {
  const std::vector<double> sds = sds_of(groups);
  double best = r_of(sds, standardised(groups));
  for (int round = 0; round < 4; ++round) {
    std::vector<Group> next = groups;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t a = 0; a < groups[g].r.size(); ++a)
        for (std::size_t b = a + 1; b < groups[g].r.size(); ++b) {
          const Rounded cell = groups[g].r[a][b];
          if (cell.low == cell.high) continue;
          const auto with = [&](double value) {
            groups[g].r[a][b].value = groups[g].r[b][a].value = value;
            const double r = r_of(sds, standardised(groups));
            groups[g].r[a][b].value = groups[g].r[b][a].value = cell.value;
            return r;
          };
          const bool high_is_larger = with(cell.high) > with(cell.low);
          next[g].r[a][b].value = next[g].r[b][a].value = high_is_larger == up ? cell.high : cell.low;
        }
    const double r = r_of(sds, standardised(next));
    if (up ? r <= best : r >= best) break;
    best = r;
    groups = std::move(next);
  }
  return best;
}

/// Permutation of the SDs over the groups, the same for all measures: two-sided, (1 + extreme) / (1 + B).
double permutation_p(const Context& context, const std::string& model, const std::vector<Group>& groups) {
  const auto by_measure = standardised(groups);
  const double seen = std::abs(r_of(sds_of(groups), by_measure)) - 1e-9;
  const Stream stream(context.seed, "sd_permutation." + model);
  std::int64_t extreme = 0;
  for (std::int64_t b = 0; b < context.samples; ++b) {
    std::vector<double> sds = sds_of(groups);
    Draws(stream, 0, static_cast<std::uint32_t>(b)).shuffle(sds);
    extreme += std::abs(r_of(sds, by_measure)) >= seen ? 1 : 0;
  }
  return static_cast<double>(1 + extreme) / static_cast<double>(1 + context.samples);
}

StudyFigure figure_of(const std::string& model, const std::vector<Group>& groups, double r) {
  StudyFigure figure;
  figure.id = "sd-correlation-" + model;
  figure.title = title(model) + ": SD of the score against mean correlation with the other measures";
  figure.caption =
      "As " + std::string(model == "bert" ? "Figure 3(c)" : "Figure 26") +
      ", from the printed bootstrap matrices: 15 groups (5 schemes, 3 tasks), six measures each. r = " + fixed(r, 3) +
      " over all marks; groups that share a task are not independent.";
  figure.alternative =
      "Scatter of 90 marks: the larger a group's SD, the closer the measures go together; r = " + fixed(r, 3);
  figure.x_title = "SD of the score, 10 seeds, × 100";
  figure.y_title = studies::axis_title("mean correlation, z-scored over groups", "", "higher = agrees more");
  const auto by_measure = standardised(groups);
  for (std::size_t a = 0; a < by_measure.size(); ++a) {
    StudySeries series{title(ranked_measures()[a]), StudySeries::Mark::hollow, {}};
    for (std::size_t g = 0; g < groups.size(); ++g)
      series.points.push_back(
          {100.0 * groups[g].sd, by_measure[a][g], {}, {}, title(groups[g].task) + ", " + title(groups[g].method)});
    figure.series.push_back(std::move(series));
  }
  return figure;
}

StudyTable table() {
  return {
      "sd_correlation",
      "SD of the score against mean correlation with the other measures",
      "Recomputed from the printed bootstrap matrices. Range: what the rounding of their cells to 2 digits leaves. "
      "p of the points takes each group six times as independent; p of the groups is that of as many groups; permuted: "
      "the 15 SDs in another order, the same for all six measures. Groups that share a task are not independent "
      "either.",
      {{"model", "Model", "", -1},
       {"r_published", "r", "published", 4},
       {"r", "r", "recomputed", 4},
       {"low", "From", "by rounding", 4},
       {"high", "To", "by rounding", 4},
       {"n_points", "Points", "as independent", 0},
       {"p_points", "p", "of the points", 4},
       {"n_groups", "Groups", "", 0},
       {"p_groups", "p", "of the groups", 4},
       {"p_permuted", "p", "permuted", 4},
       {"test", "Test", "", -1}},
      {}};
}

/// SDs of seeds 0-9 beside those of the tables: equal for the methods, not for standard, which has 20 seeds there.
void check_seeds(Context& context) {
  Count equal{"SDs of the methods equal in the tables and the bootstrap", "cells 10, 12", 41, 0, 0, ""};
  StudyTable rows{"seeds",
                  "SD of standard with 10 and with 20 seeds",
                  "Tables 1, 3 and 4 use 20 seeds for standard, the bootstrap and the figure of SD against correlation "
                  "10 (row 30 of the paper-versus-code list).",
                  {{"model", "Model", "", -1},
                   {"task", "Task", "", -1},
                   {"sd_20", "SD, 20 seeds", "x 100", 1},
                   {"sd_10", "SD, 10 seeds", "x 100", 1},
                   {"ratio", "Ratio", "10 to 20", 2}},
                  {}};
  for (const published::Cell& cell : context.facts.cells()) {
    if (cell.measure != "sd") continue;
    const TomlNode* map = context.facts.table(kMaps, cell.model + '.' + cell.task + '.' + cell.method);
    if (map == nullptr) continue;
    const double ten = Facts::number(*map, "sd_10");
    if (cell.method == "standard")
      rows.rows.push_back({title(cell.model), title(cell.task), 100.0 * cell.value, 100.0 * ten, ten / cell.value});
    else
      equal.add(ten == cell.value, title(cell.model) + ", " + title(cell.task) + ", " + title(cell.method));
  }
  context.claim_all("sds_of_methods", equal, "");
  context.report.tables.push_back(std::move(rows));
}

}  // namespace

void check_spreads(Context& context) {
  Count count{"r of SD against mean correlation, within rounding", "Figures 3(c), 26", 32, 0, 0, ""};
  StudyTable rows = table();
  std::string remark;
  for (const std::string& model : published::kModels) {
    const TomlNode* printed = context.facts.table("sd-vs-correlation.toml", model);
    if (printed == nullptr) continue;
    const double published = Facts::number(*printed, "r");
    const std::vector<Group> groups = groups_of(context.facts, model);
    const double r = r_of(sds_of(groups), standardised(groups));
    const double low = extreme_r(groups, false);
    const double high = extreme_r(groups, true);
    const bool agrees = low <= published && published <= high;
    const double p_15 = pearson_p(published, groups.size());
    const double p = permutation_p(context, model, groups);
    const std::size_t points = groups.size() * ranked_measures().size();
    count.add(agrees, title(model));
    context.compare("SD against correlation", model, "", "", "r", published, r, agrees,
                    "range by rounding " + fixed(low, 4) + " to " + fixed(high, 4));
    const double p_90 = Facts::number(*printed, "p_value");
    const double ours = pearson_p(published, points);
    context.compare("SD against correlation", model, "", "", "p of 90 points", p_90, ours,
                    std::abs(ours - p_90) <= 1e-6 * p_90);
    rows.rows.push_back({title(model), published, r, low, high, static_cast<double>(points), p_90,
                         static_cast<double>(groups.size()), p_15, p,
                         "Pearson's r, t; permuted: " + std::to_string(context.samples) + " orders of the SDs"});
    context.report.figures.push_back(figure_of(model, groups, r));
    remark += (remark.empty() ? "" : "; ") + title(model) + " r = " + fixed(r, 3) + " for " + fixed(published, 3) +
              ", n = " + std::to_string(groups.size()) + " groups: p = " + fixed(p_15, 4) + ", permuted " +
              fixed(p, 4) + " (B = " + std::to_string(context.samples) + ")";
  }
  context.claim_all("sd_correlation", count,
                    remark.empty() ? "" : remark + "; the printed p takes 90 points as independent (row 32)");
  context.report.tables.push_back(std::move(rows));
  check_seeds(context);
}

}  // namespace reseed::from_published
