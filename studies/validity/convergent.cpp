// SPDX-License-Identifier: Apache-2.0
#include "../common/cells.hpp"
#include "../common/comparability.hpp"
#include "../common/layer_correlation_figure.hpp"
#include "../common/paper_scale.hpp"
#include "../common/sentences.hpp"
#include "analysis/statistics.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;

StudyTable group_table(const Findings& findings) {
  StudyTable table{
      "convergent_groups",
      "Correlation over groups",
      "Measures of predictions over the groups of the manifest (n): all of them, and, where some tasks do not learn, "
      "those of the others. Equal: groups left out, because their runs predict the same as those of another one. p by "
      "permutation of one of the two, two-sided; \"within\": values change places within their model and task alone. "
      "Holm: p of tau-b adjusted over the pairs of measures of one variant; all other p are not adjusted. Groups that "
      "share a task are not independent: where p and p within differ, the levels of the tasks make the correlation.",
      {words("a", "Measure"),
       words("b", "and"),
       words("variant", "Variant"),
       words("groups", "Groups"),
       count("n", "n"),
       count("n_equal", "Equal"),
       count("n_tasks", "Models x tasks"),
       {"tau", "tau-b", "", 3},
       {"tau_p", "p", "", 4},
       {"tau_p_holm", "p", "Holm", 4},
       {"tau_p_within", "p within", "", 4},
       {"r", "r", "", 3},
       {"r_p", "p", "of r", 4},
       words("test", "Test"),
       words("reason", "Remark")},
      {}};
  const auto add = [&](const std::vector<GroupAgreement>& rows, const char* groups) {
    for (const GroupAgreement& row : rows)
      table.rows.push_back(
          {row.a.title(), row.b.title(), row.a.variant, groups, cell(row.groups), cell(row.equal), cell(row.tasks),
           cell(row.tau), cell(row.tau_p), cell(row.tau_p_holm), cell(row.tau_p_within), cell(row.r), cell(row.r_p),
           text_cell(row.tau_p ? "permutation of one measure's values over the groups" : ""), text_cell(row.reason)});
  };
  add(findings.group_agreements, "all");
  add(findings.learned_agreements, "of tasks that learn");
  return table;
}

/// The published r of a row, where the paper has this task, method and pair, of the model beside its own: itself or the
/// one of its family at another scale.
std::optional<double> published_r(const published::Facts& facts, const LayerCorrelation& row) {
  if (facts.empty()) return std::nullopt;
  const PaperNames names = paper_names(*row.group);
  const auto* a = published::measure_named(row.a.id);
  const auto* b = published::measure_named(row.b.id);
  if (!names.task || names.method != "standard" || a == nullptr || b == nullptr) return std::nullopt;
  const std::string model = paper_model_beside(*row.group).name;
  const TomlNode* table = facts.table("convergent-validity.toml", model + "." + *names.task);
  if (table == nullptr) return std::nullopt;
  for (const std::string& key : {a->paper + "_" + b->paper, b->paper + "_" + a->paper})
    if (table->find(key) != nullptr) return published::Facts::number(*table, key);
  return std::nullopt;
}

/// How a mean correlation is called.
std::string agreement_word(double average) { return average >= 0.7 ? "largely" : average >= 0.3 ? "partly" : "no"; }
constexpr const char* kAgreementWords = "(largely: 0.7 or more, partly: 0.3 or more)";

StudyAnswer layers_answer(const Findings& findings) {
  StudyAnswer answer{"Do measures of representations agree across layers?", "cannot tell", ""};
  std::vector<double> all;
  const LayerCorrelation* lowest = nullptr;
  std::size_t forced = 0;
  std::string reason;
  for (const LayerCorrelation& row : findings.layer_correlations) {
    if (!findings.counts(*row.group)) continue;
    if (reason.empty()) reason = row.reason;
    if (!row.r || row.a.variant != "textbook") continue;
    all.push_back(*row.r);
    forced += row.forced > 0 ? 1 : 0;
    if (lowest == nullptr || *row.r < *lowest->r) lowest = &row;
  }
  if (all.empty()) {
    answer.sentence = findings.layer_correlations.empty()
                          ? "The manifest has fewer than two measures of representations."
                          : sentence("No two curves could be correlated" + (reason.empty() ? "" : ": " + reason));
  } else {
    const double average = mean(all);
    answer.verdict = agreement_word(average);
    answer.sentence = "Pearson's r across layers is " + fixed(average, 2) + " on average over " +
                      counted(all.size(), "pair of curves ", "pairs of curves ") + kAgreementWords + "; the lowest, " +
                      fixed(*lowest->r, 2) + ", is that of " + pair_title(lowest->a, lowest->b) + " of " +
                      title_of(*lowest->group) + ".";
    if (forced > 0)
      add_sentence(answer.sentence, "In " + counted(forced, "pair", "pairs") + " a value is forced by too few items.");
  }
  add_sentence(answer.sentence, left_out(findings.flat));
  return answer;
}

std::vector<double> textbook_taus(const std::vector<GroupAgreement>& rows) {
  std::vector<double> all;
  for (const GroupAgreement& row : rows)
    if (row.tau && row.a.variant == "textbook") all.push_back(*row.tau);
  return all;
}

StudyAnswer groups_answer(const Findings& findings) {
  StudyAnswer answer{"Do measures of predictions agree over groups?", "cannot tell", ""};
  const auto& rows = findings.flat.empty() ? findings.group_agreements : findings.learned_agreements;
  const std::vector<double> all = textbook_taus(rows);
  if (all.empty()) {
    answer.sentence = rows.empty() ? "The manifest has fewer than two measures of predictions."
                                   : sentence("No two measures could be correlated: " + rows.front().reason);
    if (const std::vector<double> whole = textbook_taus(findings.group_agreements); !whole.empty())
      add_sentence(answer.sentence, "Over all " + std::to_string(findings.group_agreements.front().groups) +
                                        " groups Kendall's tau-b is " + fixed(mean(whole), 2) + " on average.");
  } else {
    const GroupAgreement* lowest = nullptr;
    for (const GroupAgreement& row : rows)
      if (row.tau && row.a.variant == "textbook" && (lowest == nullptr || *row.tau < *lowest->tau)) lowest = &row;
    const double average = mean(all);
    answer.verdict = agreement_word(average);
    answer.sentence = "Kendall's tau-b over n = " + std::to_string(lowest->groups) + " groups is " + fixed(average, 2) +
                      " on average over " + counted(all.size(), "pair of measures ", "pairs of measures ") +
                      kAgreementWords + "; the lowest, " + fixed(*lowest->tau, 2) + " (permutation " +
                      p_text(*lowest->tau_p) + ", not adjusted), is that of " + pair_title(lowest->a, lowest->b) +
                      ". Groups that share a task are not independent.";
  }
  add_sentence(answer.sentence, left_out(findings.flat));
  return answer;
}

}  // namespace

void report_convergent(const Findings& findings, StudyReport& report) {
  report.answers.push_back(layers_answer(findings));
  report.answers.push_back(groups_answer(findings));
  report.tables.push_back(layer_correlations_table("convergent_layers", findings.layer_correlations));
  report.tables.push_back(group_table(findings));
  const auto published = [&](const LayerCorrelation& row) { return published_r(findings.facts, row); };
  for (StudyFigure& figure : layer_correlation_figures("convergent", findings.layer_correlations, published))
    report.figures.push_back(std::move(figure));
}

}  // namespace reseed::validity
