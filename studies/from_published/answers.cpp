// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../common/sentences.hpp"
#include "context.hpp"

namespace reseed::from_published {
namespace {

StudyTable summary(const std::vector<Count>& counts) {
  StudyTable table{"summary",
                   "Published numbers recomputed from published numbers",
                   "Nothing was trained: every line follows from the facts of the paper and its notebook. Row: of the "
                   "paper-versus-code list (published facts, paper-versus-code.toml).",
                   {{"where", "Where", "", -1},
                    {"what", "What", "", -1},
                    {"right", "Right", "", 0},
                    {"of", "Of", "", 0},
                    {"row", "Row", "", 0}},
                   {}};
  for (const Count& count : counts)
    table.rows.push_back({count.where, count.what, static_cast<double>(count.right), static_cast<double>(count.of),
                          static_cast<double>(count.row)});
  return table;
}

/// Long items, one after the other.
std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : "; ") + item;
  return text;
}

const StudyClaim* claim_of(const StudyReport& report, const std::string& id) {
  for (const StudyClaim& claim : report.claims)
    if (claim.id == id) return &claim;
  return nullptr;
}

/// Do the numbers fit together?
StudyAnswer consistency(const Context& context) {
  int right = 0;
  int all = 0;
  std::vector<std::string> wrong;
  for (const Count& count : context.counts) {
    right += count.right;
    all += count.of;
    if (!count.all())
      wrong.push_back(count.where + ": " + count.what + " in " + of(count) +
                      (count.first_wrong.empty() ? "" : " (not: " + count.first_wrong + ")"));
  }
  const std::string sum = std::to_string(right) + " of " + std::to_string(all) + " checks of published numbers hold";
  if (all == 0) return {"Do the published numbers fit together?", "cannot tell", "No published numbers were found."};
  return {"Do the published numbers fit together?", wrong.empty() ? "yes" : "no",
          sum + (wrong.empty() ? ": tables, rankings, correlations and label counts follow from each other."
                               : ". Not: " + listed(wrong) + ".")};
}

/// Which numbers are made by the code, not by the models?
StudyAnswer artefacts(const Context& context) {
  const std::string question = "Which published numbers come from the code alone?";
  const StudyClaim* fleiss = claim_of(context.report, "kappa_is_fleiss");
  const StudyClaim* multiple = claim_of(context.report, "kappa_is_multiple");
  if (fleiss == nullptr || multiple == nullptr) return {question, "cannot tell", "The facts of kappa are missing."};
  if (fleiss->verdict == "holds" || multiple->verdict != "holds")
    return {question, "cannot tell",
            "Kappa is not a constant multiple of the pairwise disagreement: " + multiple->remark};
  std::string by_code;
  for (const published::MeasureName& name : published::measure_names())
    if (name.row_of_form > 0 && name.paper != "kappa")
      by_code += (by_code.empty() ? "" : ", ") + name.title + " (row " + std::to_string(name.row_of_form) + ")";
  return {question, "provable from numbers alone: kappa",
          "It is no Fleiss' kappa but the pairwise disagreement times n/(n-1) in " + multiple->remark +
              " It tells nothing that the disagreement does not. Read in the code, and no number can show it: " +
              by_code + "."};
}

/// "5 of the paper's own 7": what holds of one source, with what does not named in sentences.
struct Tally {
  std::size_t all = 0, held = 0;
  std::vector<std::string> not_held, open;

  Tally(const std::vector<StudyClaim>& claims, const std::string& source) {
    for (const StudyClaim& claim : claims) {
      if (claim.source != source) continue;
      ++all;
      held += claim.verdict == "holds" ? 1 : 0;
      if (claim.verdict == "does_not_hold") not_held.push_back("\"" + claim.text + "\"");
      if (claim.verdict == "cannot_tell") open.push_back("\"" + claim.text + "\"");
    }
  }
};

/// Which claims hold? The paper's own; what its list of defects says is counted apart.
StudyAnswer claims(const Context& context) {
  const Tally own(context.report.claims, kClaimOfPaper);
  const Tally of_list(context.report.claims, kStatementOfList);
  const auto number = [](std::size_t n) { return std::to_string(n); };
  std::string sentence;
  if (!own.not_held.empty()) studies::add_sentence(sentence, "Does not hold: " + listed(own.not_held) + ".");
  if (!own.open.empty())
    studies::add_sentence(sentence, "Cannot be told from published numbers: " + listed(own.open) + ".");
  return {"Which claims hold?",
          "of the paper's own " + number(own.all) + ": " + number(own.held) + " hold, " + number(own.not_held.size()) +
              " do not, " + number(own.open.size()) + " cannot be told; of the list's statements " +
              number(of_list.held) + " of " + number(of_list.all) + " hold",
          sentence.empty() ? "All of them." : sentence};
}

}  // namespace

void add_answers(Context& context) {
  context.report.answers = {consistency(context), artefacts(context), claims(context)};
  context.report.tables.insert(context.report.tables.begin(), summary(context.counts));
}

}  // namespace reseed::from_published
