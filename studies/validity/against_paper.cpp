// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "../common/code_forms.hpp"
#include "../common/paper_scale.hpp"
#include "../common/published_verdict.hpp"
#include "../common/sentences.hpp"
#include "sections.hpp"

namespace reseed::validity {
namespace {

using namespace studies;
using published::Facts;

constexpr double kRounded = 0.005;  ///< half a unit of the two published decimals
constexpr double kReadOff = 0.02;   ///< tolerance of values read off a picture

/// Rows of the paper-versus-code list about validity: the measures, the seeds of its figures, failed runs, sub-samples.
const std::vector<int> kRows = {1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 27, 30, 33, 34, 35, 40};

const std::string* paper_measure(const MeasureForm& form) {
  const published::MeasureName* name = published::measure_named(form.id);
  return name == nullptr ? nullptr : &name->paper;
}

void add_correlations(const Findings& findings, StudyReport& report) {
  std::vector<JudgedNumber> numbers;
  for (const LayerCorrelation& found : findings.layer_correlations) {
    const PaperNames names = paper_names(*found.group);
    const std::string* a = paper_measure(found.a);
    const std::string* b = paper_measure(found.b);
    if (!names.task || a == nullptr || b == nullptr || names.method != "standard") continue;
    const std::string model = paper_model_beside(*found.group).name;
    const TomlNode* table = findings.facts.table("convergent-validity.toml", model + "." + *names.task);
    if (table == nullptr) continue;
    std::string key = *a + "_" + *b;
    if (table->find(key) == nullptr) key = *b + "_" + *a;
    if (table->find(key) == nullptr) continue;
    StudyPublished row{*names.task == "sst2" ? "Table 3" : "Figure 1(a)",
                       model,
                       *names.task,
                       published::method_id("standard"),
                       layer_correlation_id(*a, *b),
                       found.a.variant,
                       Facts::number(*table, key),
                       std::nullopt,
                       "",
                       ""};
    const PublishedNumber number{model, *names.task, false, true, found.layers};
    const std::string why = limits(findings.data, findings.facts, *found.group, number);
    judge({found.r, found.low, found.high},
          by_seeds(found.runs, published_seeds(findings.facts, model, *names.task, "standard")), kRounded, why, row);
    if (why.empty() && row.verdict == "not_comparable" && !found.reason.empty()) row.remark = found.reason;
    numbers.push_back({std::move(row), {*a, *b}, found.group});
  }
  for (StudyPublished& row : explained(findings.facts, numbers)) report.published.push_back(std::move(row));
}

/// Whether a group can stand beside the published runs at a larger rate, of which some failed: nothing but the rate
/// changed, or it has the published rate. A Standard at the small rate is another experiment.
bool at_larger_rate(const StudyGroup& group, double published_rate) {
  if (!group.mitigation.empty() && group.mitigation != published::method_id("standard")) return false;
  return (group.training && group.training->learning_rate == published_rate) || paper_names(group).method != "standard";
}

/// Difference between the two lists of seeds at the highest layer.
void add_failure_differences(const Findings& findings, StudyReport& report) {
  std::vector<JudgedNumber> numbers;
  for (const FailedAgainstSuccessful& found : findings.failures) {
    const std::string model = paper_model_beside(*found.group).name;
    const auto task = paper_names(*found.group).task;
    const std::string* measure = paper_measure(found.form);
    if (!task || measure == nullptr || found.failed.empty()) continue;
    const std::string path = "runs." + model + "." + *task;
    const TomlNode* failed = findings.facts.table("layer-curves.toml", path + ".list_failed." + *measure);
    const TomlNode* successful = findings.facts.table("layer-curves.toml", path + ".list_successful." + *measure);
    if (failed == nullptr || successful == nullptr) continue;
    const TomlNode* lists = findings.facts.table("failed-runs.toml", model + "." + *task);
    if (lists == nullptr || !at_larger_rate(*found.group, Facts::number(*lists, "learning_rate"))) continue;
    StudyPublished row{"Figures 1(b), 7, 8",
                       model,
                       *task,
                       published::method_id("standard"),
                       measure_id(*measure) + " at the top layer, list named failed - list named successful",
                       found.form.variant,
                       as_printed(Facts::number(*failed, "l24") - Facts::number(*successful, "l24"), 2),
                       std::nullopt,
                       "",
                       ""};
    OurNumber ours;
    PublishedNumber number{model, *task, false, false, std::nullopt};
    number.learning_rate = Facts::number(*lists, "learning_rate");
    number.keep = "last";
    if (!found.layers.empty()) {
      ours = {found.top().difference, found.top().low, found.top().high};
      number.layers = static_cast<std::size_t>(parse_integer(found.top().layer).value_or(0));
    }
    const std::string why = limits(findings.data, findings.facts, *found.group, number);
    const auto listed = [&](const char* key) { return Facts::integer(*lists, key); };
    judge(ours, by_two_lists(found.failed.size(), found.successful.size(), listed("n_failed"), listed("n_successful")),
          2.0 * kReadOff, why, row);
    if (why.empty() && row.verdict == "not_comparable" && !found.reason.empty()) row.remark = found.reason;
    row.remark = both(row.remark, "group " + found.group->name +
                                      "; published: worked out of two values read off a "
                                      "picture, each within " +
                                      fixed(kReadOff, 2));
    numbers.push_back({std::move(row), {*measure}, found.group});
  }
  for (StudyPublished& row : explained(findings.facts, numbers)) report.published.push_back(std::move(row));
}

struct Directions {
  std::size_t told = 0, less = 0, more = 0;
  std::string reason;  ///< why one of them cannot be told

  void add(const FailedAgainstSuccessful& row) {
    told += row.p_holm ? 1 : 0;
    less += row.verdict == "failed runs less stable" ? 1 : 0;
    more += row.verdict == "failed runs more stable" ? 1 : 0;
    if (reason.empty()) reason = row.reason;
  }
  std::string counts() const {
    return "failed runs are less stable in " + std::to_string(less) + " and more stable in " + std::to_string(more) +
           " of " + counted(told, "tested curve", "tested curves");
  }
};

std::string scale_of(const StudyData& data) {
  std::set<std::string> models;
  for (const StudyGroup& group : data.groups()) models.insert(group.model);
  std::string names;
  for (const std::string& model : models) names += (names.empty() ? "" : ", ") + model;
  return names;
}

/// Verdicts of one of the paper's measures in one form.
Directions directions_of(const Findings& findings, const std::string& paper, const std::string& variant) {
  Directions directions;
  for (const FailedAgainstSuccessful& row : findings.failures)
    if (const std::string* name = paper_measure(row.form);
        name != nullptr && *name == paper && row.form.variant == variant && findings.counts(*row.group))
      directions.add(row);
  return directions;
}

/// "Failed runs have lower CKA and OP instability than successful ones": told by the textbook forms, what those of the
/// published code show is named beside.
void add_failure_claims(const Findings& findings, StudyReport& report) {
  for (const auto& [paper, title] : {std::pair("cka", "CKA"), {"op", "orthogonal Procrustes"}}) {
    const Directions directions = directions_of(findings, paper, "textbook");
    const Directions coded = directions_of(findings, paper, "as_published");
    StudyClaim claim;
    claim.id = std::string("failed_runs_lower_") + paper;
    claim.text = std::string("Failed runs have lower ") + title +
                 " instability than successful runs (Section 5.2, Figures 1(b), 7, 8)";
    claim.verdict = directions.told == 0 || directions.less + directions.more == 0 ? "cannot_tell"
                    : directions.less > 0                                          ? "does_not_hold"
                    : directions.more == directions.told                           ? "holds"
                                                                                   : "cannot_tell";
    claim.remark =
        sentence(directions.told == 0 ? (directions.reason.empty() ? "no such measure was computed" : directions.reason)
                                      : directions.counts() + "; models run: " + scale_of(findings.data));
    if (coded.told > 0) add_sentence(claim.remark, "By the form of the published code " + coded.counts() + ".");
    add_sentence(claim.remark, left_out(findings.flat));
    report.claims.push_back(std::move(claim));
  }
}

/// "9 to 13 failed runs out of 20".
void add_count_claim(const Findings& findings, StudyReport& report) {
  StudyClaim claim{"failed_runs_9_to_13", "Each group has 9 to 13 failed runs out of 20 (Section 5.2)", "cannot_tell",
                   ""};
  std::set<const StudyGroup*> groups;
  std::size_t compared = 0;
  std::size_t outside = 0;
  for (const FailedAgainstSuccessful& row : findings.failures) {
    if (row.rule.empty() || !findings.counts(*row.group) || !groups.insert(row.group).second) continue;
    const PaperNames names = paper_names(*row.group);
    if (!names.model || !names.task || row.failed.size() + row.successful.size() != 20) continue;
    ++compared;
    outside += row.failed.size() < 9 || row.failed.size() > 13 ? 1 : 0;
  }
  if (compared > 0) {
    claim.verdict = outside == 0 ? "holds" : "does_not_hold";
    claim.remark = std::to_string(outside) + " of " + counted(compared, "group", "groups") + " of 20 runs lie outside.";
  } else {
    claim.remark = "There is no group of 20 runs of the paper's models and tasks.";
  }
  add_sentence(claim.remark, row_sentence(findings.facts, 34));
  add_sentence(claim.remark, left_out(findings.flat));
  report.claims.push_back(std::move(claim));
}

/// Whether a model of the manifest is the paper's of that name.
bool is_run(const StudyData& data, const std::string& model, const std::string& paper_model) {
  return std::any_of(data.groups().begin(), data.groups().end(), [&](const StudyGroup& group) {
    return group.model == model && paper_names(group).model == paper_model;
  });
}

constexpr const char* kUntold = "cannot tell";

/// Whether a curve is of those that the paper's sentence is about: CKA and Procrustes, each once, by its textbook form.
bool asked_by_legend(const MeasureForm& form) {
  const std::string* name = paper_measure(form);
  return name != nullptr && (*name == "cka" || *name == "op") && form.variant == "textbook";
}

/// Row 33: whether the legend or the names of the seed lists are exchanged. Told where more than half of the tested
/// curves of a model show one direction and none the other: single curves do so by chance.
void add_legend_answer(const Findings& findings, StudyReport& report) {
  std::map<std::string, Directions> models;
  for (const FailedAgainstSuccessful& row : findings.failures)
    if (asked_by_legend(row.form)) {
      Directions& directions = models[row.group->model];
      if (findings.counts(*row.group)) directions.add(row);
    }
  StudyAnswer answer{"Are the failed runs of Figures 1(b), 7 and 8 the upper curves, against their legend (row 33)?",
                     "", ""};
  bool told = false;  // anything, of any model
  for (const auto& [model, directions] : models) {
    const std::size_t most = std::max(directions.less, directions.more);
    const bool mixed = directions.less > 0 && directions.more > 0;
    const std::string verdict = mixed || !decides(most, directions.told) ? kUntold : directions.less > 0 ? "yes" : "no";
    told = told || verdict != kUntold;
    answer.verdict += (answer.verdict.empty() ? "" : "; ") + model + ": " + verdict;
    if (verdict != kUntold)
      answer.verdict += ", by " + std::to_string(most) + " of " + counted(directions.told, "curve", "curves");
    std::string found = "With " + model + " ";
    found += directions.told > 0         ? directions.counts()
             : directions.reason.empty() ? "nothing could be tested"
                                         : "nothing could be tested: " + directions.reason;
    if (verdict == kUntold && most > 0)
      found += mixed ? ", which is no one direction" : ": more than half would have to say so";
    if (verdict == "yes") found += ", as if the legend were the exchanged one";
    if (verdict == "no") found += ", as if the names of the seed lists were the exchanged ones";
    add_sentence(answer.sentence, sentence(found));
  }
  std::string absent;
  for (const std::string& model : published::kModels) {
    const bool run = std::any_of(models.begin(), models.end(),
                                 [&](const auto& entry) { return is_run(findings.data, entry.first, model); });
    if (run) continue;
    answer.verdict += (answer.verdict.empty() ? "" : "; ") + paper_checkpoint(model) + ": " + kUntold;
    absent += (absent.empty() ? "" : " and ") + paper_checkpoint(model);
  }
  if (!told) answer.verdict = kUntold;  // of each of them
  if (!absent.empty()) add_sentence(answer.sentence, "The manifest does not run the paper's " + absent + ".");
  add_sentence(answer.sentence, left_out(findings.flat));
  report.answers.push_back(std::move(answer));
  report.notes.push_back(effect_sentences(findings.facts, 33));
}

}  // namespace

void report_against_paper(const Findings& findings, StudyReport& report) {
  if (findings.facts.empty()) return;
  add_correlations(findings, report);
  add_failure_differences(findings, report);
  add_failure_claims(findings, report);
  add_count_claim(findings, report);
  add_legend_answer(findings, report);
  for (StudyTable& table : published::code_part(findings.data, findings.facts, kRows))
    report.tables.push_back(std::move(table));
  std::vector<std::pair<std::string, std::string>> listed;
  for (const std::string& model : published::kModels)
    for (const std::string& task : published::kTasks) listed.emplace_back(model, task);
  if (const std::string absent = not_run(findings.data, listed); !absent.empty())
    report.notes.push_back(
        "Published values that nothing stands beside, because the manifest runs no counterpart at any scale: " +
        absent + ".");
  report.notes.push_back(
      "The paper's curves on sub-samples (Figures 5, 6, 9, 10) are pictures without numbers in the "
      "published facts: ours stand alone. " +
      row_sentence(findings.facts, 35));
}

}  // namespace reseed::validity
