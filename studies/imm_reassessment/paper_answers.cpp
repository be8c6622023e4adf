// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "../common/cells.hpp"
#include "../common/measure_form.hpp"
#include "../common/sentences.hpp"
#include "base/number.hpp"
#include "paper.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

using studies::add_sentence;
using studies::counted;

StudyAnswer claims_answer(const View& view, const std::vector<StudyClaim>& claims) {
  StudyAnswer answer{"Do the paper's claims hold here?", "", ""};
  // The textbook forms answer; the published code's forms are counted. Statements of the list are none of the claims.
  std::map<std::string, std::size_t> by_verdict, of_code, of_list;
  std::size_t textbook = 0;
  for (const StudyClaim& claim : claims) {
    const bool by_code = claim.id.ends_with("-as_published");
    if (claim.source == kStatementOfList) {
      if (!by_code) ++of_list[claim.verdict];
      continue;
    }
    ++(by_code ? of_code : by_verdict)[claim.verdict];
    textbook += by_code ? 0 : 1;
  }
  const std::size_t holds = by_verdict["holds"];
  const std::size_t fails = by_verdict["does_not_hold"];
  const std::size_t open = by_verdict["cannot_tell"];
  answer.verdict = holds + fails == 0
                       ? "cannot tell"
                       : "of the paper's own " + counted(textbook, "claim", "claims") + " " +
                             counted(holds, "holds", "hold") + ", " + counted(fails, "does not", "do not") +
                             (open == 0 ? "" : ", " + std::to_string(open) + " cannot be told");
  if (open > 0) answer.sentence = "Cannot be told: the interval holds both answers, or a part was not run.";
  if (!of_code.empty())
    add_sentence(answer.sentence, "By the published code's forms " + counted(of_code["holds"], "holds", "hold") +
                                      " and " + counted(of_code["does_not_hold"], "does not", "do not") + ".");
  if (!of_list.empty())
    add_sentence(answer.sentence, "Of the paper-versus-code list's own statements " +
                                      counted(of_list["holds"], "holds", "hold") + ", " +
                                      counted(of_list["does_not_hold"], "does not", "do not") + ".");
  std::string models;
  for (const Comparison& comparison : view.comparisons()) {
    const StudyGroup& group = *comparison.groups.front();
    const std::string name = group.checkpoint.empty() ? group.model : group.checkpoint;
    if (!paper_names(group).model && models.find(name) == std::string::npos)
      models += (models.empty() ? "" : ", ") + name;
  }
  if (!models.empty())
    add_sentence(answer.sentence,
                 "The paper speaks of BERT-large and RoBERTa-large, these runs are of " + models + ".");
  add_sentence(answer.sentence, "Reasons: under Claims.");
  return answer;
}

StudyAnswer numbers_answer(const std::vector<StudyPublished>& rows) {
  StudyAnswer answer{"Do the published numbers come back?", "", ""};
  std::size_t agree = 0;
  std::size_t differ = 0;
  std::size_t by_code = 0;
  std::map<std::string, std::size_t> why;
  for (const StudyPublished& row : rows) {
    agree += row.verdict == "agrees" ? 1 : 0;
    differ += row.verdict == "differs" ? 1 : 0;
    by_code += row.verdict == "differs" && row.remark.starts_with("because row") ? 1 : 0;
    if (row.verdict == "not_comparable") ++why[row.remark.substr(0, row.remark.find_first_of(":;,"))];
  }
  const std::size_t compared = agree + differ;
  answer.verdict = compared == 0
                       ? "cannot tell"
                       : std::to_string(agree) + " of " + std::to_string(compared) + " comparable numbers agree";
  if (compared > 0)
    answer.sentence = std::to_string(differ) + " differ, " + std::to_string(by_code) +
                      " of them because the paper's code computes something else than the paper says. With 95 % "
                      "intervals one number in twenty differs by chance.";
  if (rows.size() > compared) {
    std::vector<std::pair<std::size_t, std::string>> reasons;
    for (const auto& [reason, count] : why) reasons.emplace_back(count, reason);
    std::sort(reasons.rbegin(), reasons.rend());
    std::string why_not = std::to_string(rows.size() - compared) + " numbers cannot be compared: ";
    for (std::size_t i = 0; i < std::min<std::size_t>(3, reasons.size()); ++i)
      why_not += (i == 0 ? "" : "; ") + reasons[i].second + " (" + std::to_string(reasons[i].first) + ")";
    add_sentence(answer.sentence, why_not + ".");
  }
  return answer;
}

}  // namespace

std::vector<StudyAnswer> paper_answers(const View& view, const std::vector<StudyClaim>& claims,
                                       const std::vector<StudyPublished>& published) {
  return {claims_answer(view, claims), numbers_answer(published)};
}

std::vector<std::string> learning_notes(const View& view) {
  std::vector<std::string> notes;
  for (const Comparison& comparison : view.comparisons()) {
    const auto found = learning(view, comparison);
    if (!found || found->learns) continue;
    notes.push_back("The task " + comparison.title() + " does not learn: mean " +
                    studies::measure_words(comparison.metric) + " " + fixed(100.0 * found->score, 1) +
                    ", and always giving one class scores " + fixed(100.0 * found->baseline, 1) +
                    ". Its values are shown; nothing about the methods follows from them.");
  }
  return notes;
}

std::vector<std::string> repetition_notes(const View& view) {
  std::vector<std::string> notes;
  for (const Comparison& comparison : view.comparisons())
    for (std::size_t group = 0; group < comparison.groups.size(); ++group)
      if (const auto other = comparison.learns ? view.repeats(comparison, group) : std::nullopt)
        notes.push_back("On " + comparison.title() + " the runs of " + comparison.groups[group]->name +
                        " give what those of " + comparison.groups[*other]->name + " give: the same scores, every " +
                        "measure within " + fixed(100.0 * kSameValue, 1) +
                        " %. In rankings and correlations between groups the two count once.");
  return notes;
}

}  // namespace reseed::imm_reassessment
