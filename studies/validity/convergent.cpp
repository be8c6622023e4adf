// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "../common/cells.hpp"
#include "../common/comparability.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;

std::string pair_title(const MeasureForm& a, const MeasureForm& b) {
  MeasureForm x = a;
  MeasureForm y = b;
  x.variant = y.variant = "textbook";
  return x.title() + " and " + y.title();
}

StudyTable group_table(const std::vector<GroupAgreement>& rows) {
  StudyTable table{
      "convergent_groups",
      "Correlation over groups",
      "Measures of predictions over all groups of the manifest (n). p by permutation of one of the two, two-sided; "
      "\"within\": values change places within their model and task alone. Groups that share a task are not "
      "independent: "
      "where the two p differ, the levels of the tasks make the correlation.",
      {words("a", "Measure"),
       words("b", "and"),
       words("variant", "Variant"),
       count("n", "n"),
       count("n_tasks", "Models x tasks"),
       {"tau", "tau-b", "", 3},
       {"tau_p", "p", "", 4},
       {"tau_p_within", "p within", "", 4},
       {"r", "r", "", 3},
       {"r_p", "p", "of r", 4},
       words("test", "Test"),
       words("reason", "Remark")},
      {}};
  for (const GroupAgreement& row : rows)
    table.rows.push_back({row.a.title(), row.b.title(), row.a.variant, cell(row.groups), cell(row.tasks), cell(row.tau),
                          cell(row.tau_p), cell(row.tau_p_within), cell(row.r), cell(row.r_p),
                          text_cell(row.tau_p ? "permutation of one measure's values over the groups" : ""),
                          text_cell(row.reason)});
  return table;
}

/// One figure per model and variant: groups side by side, one mark per pair of measures.
struct Panel {
  StudyFigure figure;
  std::map<std::string, std::size_t> groups;  ///< title -> category
};

std::size_t category(Panel& panel, const StudyGroup& group) {
  const std::string title = group.task + ", " + group.name;
  const auto [found, is_new] = panel.groups.try_emplace(title, panel.groups.size());
  if (is_new) panel.figure.x_categories.push_back(title);
  return found->second;
}

StudySeries& series_named(StudyFigure& figure, const std::string& name, StudySeries::Mark mark) {
  for (StudySeries& series : figure.series)
    if (series.name == name) return series;
  return figure.series.emplace_back(StudySeries{name, mark, {}});
}

/// The published r of a row, where the paper has this model, task, method and pair.
std::optional<double> published_r(const published::Facts& facts, const LayerCorrelation& row) {
  if (facts.empty()) return std::nullopt;
  const PaperNames names = paper_names(*row.group);
  const auto* a = published::measure_named(row.a.id);
  const auto* b = published::measure_named(row.b.id);
  if (!names.model || !names.task || names.method != "standard" || a == nullptr || b == nullptr) return std::nullopt;
  const TomlNode* table = facts.table("convergent-validity.toml", *names.model + "." + *names.task);
  if (table == nullptr) return std::nullopt;
  for (const std::string& key : {a->paper + "_" + b->paper, b->paper + "_" + a->paper})
    if (table->find(key) != nullptr) return published::Facts::number(*table, key);
  return std::nullopt;
}

std::vector<StudyFigure> layer_figures(const Findings& findings) {
  std::map<std::pair<std::string, std::string>, Panel> panels;
  for (const LayerCorrelation& row : findings.layer_correlations) {
    if (!row.r) continue;
    Panel& panel = panels[{row.group->model, row.a.variant}];
    const double x = static_cast<double>(category(panel, *row.group));
    const std::string name = pair_title(row.a, row.b);
    series_named(panel.figure, name, StudySeries::Mark::points).points.push_back({x, *row.r, row.low, row.high, ""});
    if (const auto r = published_r(findings.facts, row))
      series_named(panel.figure, "published: " + name, StudySeries::Mark::hollow)
          .points.push_back({x, *r, std::nullopt, std::nullopt, ""});
  }
  std::vector<StudyFigure> figures;
  for (auto& [key, panel] : panels) {
    StudyFigure& figure = panel.figure;
    figure.id = "convergent-" + file_part(key.first) + "-" + file_part(key.second);
    figure.title = "Measures of representations across layers, " + key.first + " (" + key.second + ")";
    figure.caption = "Pearson's r between two layer curves with its interval over seeds; hollow: published.";
    figure.alternative = "For " + counted(figure.x_categories.size(), "group", "groups") +
                         " the correlation across layers of every two measures; numbers in the table of correlations "
                         "across layers.";
    figure.y_title = "Pearson's r across layers (1: the curves have one shape)";
    // A hollow mark looks like the mark whose published value it is: both have the same place among their kind.
    std::stable_partition(figure.series.begin(), figure.series.end(),
                          [](const StudySeries& series) { return series.mark != StudySeries::Mark::hollow; });
    figures.push_back(std::move(figure));
  }
  return figures;
}

StudyAnswer layers_answer(const Findings& findings) {
  StudyAnswer answer{"Do measures of representations agree across layers?", "cannot tell", ""};
  std::vector<double> all;
  const LayerCorrelation* lowest = nullptr;
  std::size_t forced = 0;
  for (const LayerCorrelation& row : findings.layer_correlations) {
    if (!row.r || row.a.variant != "textbook") continue;
    all.push_back(*row.r);
    forced += row.forced > 0 ? 1 : 0;
    if (lowest == nullptr || *row.r < *lowest->r) lowest = &row;
  }
  if (all.empty()) {
    answer.sentence = findings.layer_correlations.empty()
                          ? "The manifest has fewer than two measures of representations."
                          : "No two curves could be correlated: " + findings.layer_correlations.front().reason + ".";
    return answer;
  }
  const double average = mean(all);
  answer.verdict = average >= 0.7 ? "largely" : average >= 0.3 ? "partly" : "no";
  answer.sentence = "Pearson's r across layers is " + fixed(average, 2) + " on average over " +
                    counted(all.size(), "pair of curves", "pairs of curves") + ", lowest " + fixed(*lowest->r, 2);
  if (const std::string interval = interval_text(lowest->low, lowest->high, 2); !interval.empty())
    answer.sentence += " (" + interval + " over seeds)";
  answer.sentence += " for " + pair_title(lowest->a, lowest->b) + " of " + title_of(*lowest->group) + ".";
  if (forced > 0)
    answer.sentence += " In " + counted(forced, "of them", "of them") +
                       " a curve is forced by having fewer items than directions at some layer.";
  return answer;
}

StudyAnswer groups_answer(const Findings& findings) {
  StudyAnswer answer{"Do measures of predictions agree over groups?", "cannot tell", ""};
  std::vector<double> all;
  const GroupAgreement* lowest = nullptr;
  for (const GroupAgreement& row : findings.group_agreements) {
    if (!row.tau || row.a.variant != "textbook") continue;
    all.push_back(*row.tau);
    if (lowest == nullptr || *row.tau < *lowest->tau) lowest = &row;
  }
  if (all.empty()) {
    answer.sentence = findings.group_agreements.empty()
                          ? "The manifest has fewer than two measures of predictions."
                          : "No two measures could be correlated: " + findings.group_agreements.front().reason + ".";
    return answer;
  }
  const double average = mean(all);
  answer.verdict = average >= 0.7 ? "largely" : average >= 0.3 ? "partly" : "no";
  answer.sentence = "Kendall's tau-b over n = " + std::to_string(lowest->groups) + " groups is " + fixed(average, 2) +
                    " on average over " + counted(all.size(), "pair of measures", "pairs of measures") + ", lowest " +
                    fixed(*lowest->tau, 2) + " (permutation p = " + fixed(*lowest->tau_p, 3) + ") for " +
                    pair_title(lowest->a, lowest->b) + ". Groups that share a task are not independent.";
  return answer;
}

}  // namespace

void report_convergent(const Findings& findings, StudyReport& report) {
  report.answers.push_back(layers_answer(findings));
  report.answers.push_back(groups_answer(findings));
  report.tables.push_back(layer_correlations_table("convergent_layers", findings.layer_correlations));
  report.tables.push_back(group_table(findings.group_agreements));
  for (StudyFigure& figure : layer_figures(findings)) report.figures.push_back(std::move(figure));
}

}  // namespace reseed::validity
