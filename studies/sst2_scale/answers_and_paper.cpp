// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "../common/layer_correlation_figure.hpp"
#include "../common/learning.hpp"
#include "../common/paper_scale.hpp"
#include "../common/sentences.hpp"
#include "sections.hpp"

namespace reseed::sst2_scale {
namespace {

using namespace studies;

/// The three correlations of the textbook forms of CKA, OP and SVCCA distance; null where one is not there.
struct Three {
  const LayerCorrelation* cka_op = nullptr;
  const LayerCorrelation* cka_svcca = nullptr;
  const LayerCorrelation* op_svcca = nullptr;
};

Three three_of(const Findings& findings, const StudyGroup& group, const std::string& variant) {
  Three three;
  for (const LayerCorrelation& row : findings.correlations) {
    if (row.group != &group || row.a.variant != variant || !row.r) continue;
    const std::string key = pair_key(row);
    if (key == "cka_op") three.cka_op = &row;
    if (key == "cka_svcca") three.cka_svcca = &row;
    if (key == "op_svcca") three.op_svcca = &row;
  }
  return three;
}

/// Whether CKA and OP agree more with each other than either with SVCCA: by their intervals, which must not overlap.
std::string closest(const Three& three) {
  const LayerCorrelation* pair = three.cka_op;
  if (pair == nullptr || three.cka_svcca == nullptr || three.op_svcca == nullptr || !pair->low) return "cannot_tell";
  bool above = true;
  for (const LayerCorrelation* other : {three.cka_svcca, three.op_svcca}) {
    if (!other->low) return "cannot_tell";
    if (*pair->high < *other->low) return "does_not_hold";
    above = above && *pair->low > *other->high;
  }
  return above ? "holds" : "cannot_tell";
}

StudyAnswer agreement_answer(const Findings& findings) {
  StudyAnswer answer{"Do the measures of representations agree across layers on the large task?", "cannot tell", ""};
  const LayerCorrelation* lowest = nullptr;
  const LayerCorrelation* highest = nullptr;
  std::size_t pairs = 0;
  std::string reason;
  const Tasks flat = not_learning(findings.data);
  for (const LayerCorrelation& row : findings.correlations) {
    if (!is_large(findings.data, *row.group) || row.a.variant != "textbook" ||
        flat.contains({row.group->model, row.group->task}))
      continue;
    if (reason.empty()) reason = row.reason;
    if (!row.r) continue;
    ++pairs;
    if (lowest == nullptr || *row.r < *lowest->r) lowest = &row;
    if (highest == nullptr || *row.r > *highest->r) highest = &row;
  }
  if (lowest == nullptr) {
    answer.sentence = reason.empty() ? "No group of the large task that is learned has two measures of representations."
                                     : sentence("No two curves could be correlated: " + reason);
  } else {
    const auto named = [](const LayerCorrelation& row) {
      const std::string interval = interval_text(row.low, row.high, 2);
      return fixed(*row.r, 2) + (interval.empty() ? "" : " (" + interval + " over seeds)") + " for " +
             pair_title(row.a, row.b) + " of " + title_of(*row.group);
    };
    answer.verdict = "r from " + fixed(*lowest->r, 2) + " to " + fixed(*highest->r, 2);
    answer.sentence = "Pearson's r across layers of " + counted(pairs, "pair of curves", "pairs of curves") +
                      (pairs == 1 ? " is " : " is lowest with ") + named(*lowest) +
                      "; all stand in the table Correlation across layers.";
  }
  add_sentence(answer.sentence, left_out(flat));
  return answer;
}

StudyAnswer score_answer(const Findings& findings) {
  constexpr std::size_t kNamed = 3;
  StudyAnswer answer{"How far apart do seeds end on the large task?", "cannot tell", ""};
  std::optional<double> most;
  std::size_t groups = 0;
  std::size_t named = 0;
  for (const ScoreRow& row : findings.scores) {
    if (!is_large(findings.data, *row.group)) continue;
    ++groups;
    if (row.runs > 1) most = std::max(most.value_or(0.0), *row.highest - *row.lowest);
    if (named == kNamed) continue;
    ++named;
    add_sentence(answer.sentence,
                 row.runs < 2
                     ? sentence("With " + title_of(*row.group) + " " + counted(row.runs, "run", "runs") + " ended well")
                     : sentence(measure_words(row.group->metric) + " x 100 is " + fixed(100.0 * *row.lowest, 1) +
                                " to " + fixed(100.0 * *row.highest, 1) + " over " + std::to_string(row.runs) +
                                " seeds of " + title_of(*row.group)));
  }
  if (most) answer.verdict = "up to " + fixed(100.0 * *most, 1) + " points";
  if (groups > named)
    add_sentence(answer.sentence,
                 "The other " + std::to_string(groups - named) + " stand in the table of scores and instability.");
  if (groups == 0) answer.sentence = "No group of the manifest is of the large task.";
  return answer;
}

/// Instability of predictions of the large task against the smaller ones of the same model, by intervals over seeds.
StudyAnswer smaller_answer(const Findings& findings) {
  StudyAnswer answer{"Is the large task more stable than the smaller ones?", "cannot tell", ""};
  std::size_t lower = 0;
  std::size_t higher = 0;
  std::size_t compared = 0;
  const auto flat = not_learning(findings.data);  // nothing follows from these
  for (const StudyValue& large : findings.data.values())
    for (const StudyValue& small : findings.data.values()) {
      if (flat.contains({large.model, large.task}) || flat.contains({small.model, small.task})) continue;
      const auto group_of = [&](const StudyValue& value) {
        return std::find_if(findings.data.groups().begin(), findings.data.groups().end(), [&](const StudyGroup& group) {
          return group.name == value.group && group.model == value.model && group.task == value.task;
        });
      };
      if (large.measure != small.measure || large.options != small.options || large.model != small.model ||
          large.group != small.group || !large.layer.empty() || large.variant != "textbook" ||
          small.variant != "textbook" || large.test_set != "test" || small.test_set != "test" ||
          !is_large(findings.data, *group_of(large)) || is_large(findings.data, *group_of(small)))
        continue;
      if (!large.low || !small.low) continue;
      ++compared;
      lower += *large.high < *small.low ? 1 : 0;
      higher += *large.low > *small.high ? 1 : 0;
    }
  if (compared == 0) {
    answer.sentence =
        "The manifest runs no smaller task that is learned with the same model and group, or there are no intervals.";
    add_sentence(answer.sentence, left_out(flat));
    return answer;
  }
  answer.verdict = lower > 0 && higher == 0   ? "yes, where it can be told"
                   : higher > 0 && lower == 0 ? "no, where it can be told"
                   : lower + higher > 0       ? "depends on the measure"
                                              : "cannot tell";
  answer.sentence = "Of " + counted(compared, "comparison", "comparisons") +
                    " of a measure of predictions, the large "
                    "task is more stable in " +
                    std::to_string(lower) + " and less stable in " + std::to_string(higher) +
                    " with intervals over seeds that do not overlap. Tasks differ in their items: no test is made.";
  add_sentence(answer.sentence, left_out(flat));
  return answer;
}

/// How many tasks on SST-2 a model has a group of Standard of.
std::size_t tasks_of(const Findings& findings, const std::string& model) {
  std::set<std::string> tasks;
  for (const StudyGroup& group : findings.data.groups())
    if (group.model == model && is_large(findings.data, group) && is_standard(group)) tasks.insert(group.task);
  return tasks.size();
}

void add_claims(const Findings& findings, StudyReport& report) {
  const Tasks flat = not_learning(findings.data);
  for (const StudyGroup& group : findings.data.groups()) {
    if (!is_large(findings.data, group) || !is_standard(group)) continue;
    const PaperModel model = paper_model_beside(group);
    const Three three = three_of(findings, group, "as_published").cka_op != nullptr
                            ? three_of(findings, group, "as_published")
                            : three_of(findings, group, "textbook");
    const bool learns = !flat.contains({group.model, group.task});
    StudyClaim claim;
    claim.id = "cka_op_closest." + file_part(group.model);
    if (tasks_of(findings, group.model) > 1) claim.id += "." + file_part(group.task);
    claim.text = "On SST-2 CKA and OP agree more with each other across layers than either does with SVCCA (Table 3, " +
                 paper_checkpoint(model.name) + "); here: " + group.task + ", " + group.model;
    claim.verdict = learns ? closest(three) : "cannot_tell";
    claim.remark = !learns                   ? "Nothing follows from a task that does not learn."
                   : three.cka_op == nullptr ? "The three correlations are not all there."
                                             : "Decided by intervals over seeds that must not overlap; variant " +
                                                   three.cka_op->a.variant + ".";
    if (!model.same_scale)
      add_sentence(claim.remark, "Another scale: " + group.model + " is not " + paper_checkpoint(model.name) + ".");
    report.claims.push_back(std::move(claim));
  }
}

}  // namespace

std::vector<StudyAnswer> answers(const Findings& findings) {
  return {agreement_answer(findings), score_answer(findings), smaller_answer(findings)};
}

void report_against_paper(const Findings& findings, StudyReport& report) {
  report_numbers_against_paper(findings, report);
  add_claims(findings, report);
  for (const std::string& model : published::kModels)
    if (std::none_of(findings.data.groups().begin(), findings.data.groups().end(), [&](const StudyGroup& group) {
          return is_large(findings.data, group) && paper_model_beside(group).name == model;
        }))
      report.notes.push_back("Table 3 of " + paper_checkpoint(model) +
                             " is not compared: the manifest does not run this model on SST-2.");
  report.notes.push_back("The curves of Figure 4 are no published numbers: ours stand alone.");
  report.notes.push_back(row_sentence(findings.facts, 27));
}

}  // namespace reseed::sst2_scale
