// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "../common/cells.hpp"
#include "../common/learning.hpp"
#include "../common/measure_form.hpp"
#include "../common/sentences.hpp"
#include "analysis/correlation.hpp"
#include "analysis/statistics.hpp"
#include "base/number.hpp"
#include "paper.hpp"
#include "sections.hpp"

namespace reseed::imm_reassessment {
namespace {

using studies::add_sentence;
using studies::capitalised;
using studies::counted;
using studies::left_out;
using studies::measure_words;
using studies::readable;

std::string points(double share) { return fixed(100.0 * share, 1); }

/// "original 77.0 to 81.7 over 5 seeds, which disagree on 20.0 % of the test items".
std::string stability_of(const View& view, const StudyGroup& group, const std::vector<double>& values) {
  if (values.size() < 2) return group.name + " of " + counted(values.size(), "run", "runs") + ", too few to tell";
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  std::string text =
      group.name + " " + points(*low) + " to " + points(*high) + " over " + counted(values.size(), "seed", "seeds");
  if (const auto disputed = share_disputed(view.data(), group, "test"))
    text += ", which disagree on " + points(*disputed) + " % of the test items";
  return text;
}

/// "4.7 to 6.3", or "4.7" where both are that.
std::string span_of(double least, double most) {
  return points(least) == points(most) ? points(most) : points(least) + " to " + points(most);
}

/// "method", or "group" where all groups are trained by one mitigation method and differ in something else.
std::string noun_of(const View& view) {
  std::set<std::string> mitigations;
  std::size_t groups = 0;
  for (const Comparison& comparison : view.comparisons())
    for (const StudyGroup* group : comparison.groups) {
      mitigations.insert(group->mitigation);
      ++groups;
    }
  return groups > 1 && mitigations.size() == 1 && !mitigations.begin()->empty() ? "group" : "method";
}

/// The first `named` of a list, and where the others stand.
std::string listed(const std::vector<std::string>& all, std::size_t named, const std::string& where) {
  std::string text;
  for (std::size_t i = 0; i < std::min(named, all.size()); ++i) text += (i == 0 ? "" : "; ") + all[i];
  return all.size() > named ? text + "; " + std::to_string(all.size() - named) + " more in " + where : text;
}

/// "paired sign flips over 8 seeds": what an adjusted p rests on.
std::string test_words(const Difference& row) {
  return (row.of_score ? "paired sign flips over " : "bootstrap of ") +
         counted(static_cast<std::size_t>(row.n), "seed", "seeds");
}

/// "by CKA distance mixout is less stable than original on rte, bert (0.052, 0.009 more than 0.043; ...)".
std::string difference_words(const Difference& row, bool several) {
  const bool more = *row.difference > 0.0;
  const auto number = [&](double value) { return row.of_score ? points(value) : readable(value, 3); };
  const std::string unit = row.of_score ? " points" : row.unit.empty() ? "" : " " + row.unit;
  return "by " + row.quantity + " " + row.method +
         (row.of_score ? (more ? " is better than " : " is worse than ")
                       : (more ? " is less stable than " : " is more stable than ")) +
         row.reference + (several ? " on " + row.task + ", " + row.model : "") + " (" +
         number(*row.reference_value + *row.difference) + unit + ", " + number(std::abs(*row.difference)) +
         (more ? " more than " : " less than ") + number(*row.reference_value) + "; " + test_words(row) +
         ", adjusted " + studies::p_text(*row.p_holm) + ")";
}

/// "6 more differ by less than 1 %: wd_pre."
std::string negligible_words(const std::vector<const Difference*>& rows, bool more) {
  if (rows.empty()) return "";
  std::string names;
  for (const Difference* row : rows)
    if ((", " + names + ",").find(", " + row->method + ",") == std::string::npos)
      names += (names.empty() ? "" : ", ") + row->method;
  return std::to_string(rows.size()) + (more ? " more " : " ") + (rows.size() == 1 ? "differs" : "differ") +
         " by less than " + fixed(100.0 * kNegligible, 0) + " %: " + names + ".";
}

/// Titles of the comparisons whose task is known not to learn.
std::set<std::string> not_learning(const View& view) {
  std::set<std::string> titles;
  for (const Comparison& comparison : view.comparisons())
    if (!comparison.learns) titles.insert(comparison.title());
  return titles;
}

/// "is it stable?": range of the scores and share of disputed items; method by method where there is one comparison,
/// else over the methods of each.
StudyAnswer stable(const View& view) {
  // Below these, equal scores say little: 5 runs that each differ with probability 0.45 look alike once in ten times.
  constexpr std::size_t kFewestSeeds = 5;
  constexpr std::size_t kFewestItems = 50;
  StudyAnswer answer{"Is it stable?", "", ""};
  const bool several = view.comparisons().size() > 1;
  std::set<std::string> flat = not_learning(view);
  if (flat.size() == view.comparisons().size()) flat.clear();  // that the seeds differ is said all the same
  double least = INFINITY;
  double most = 0.0;
  double disputed = 0.0;  // largest share of items on which the seeds of a group disagree
  std::size_t seeds = SIZE_MAX, items = SIZE_MAX;
  std::vector<std::string> found;
  for (const Comparison& comparison : view.comparisons()) {
    if (flat.contains(comparison.title())) continue;
    double low = INFINITY;
    double high = 0.0;
    for (const StudyGroup* group : comparison.groups) {
      const std::vector<double> values = scores(*group, "test");
      if (!several) found.push_back(stability_of(view, *group, values));
      if (values.size() < 2) continue;
      disputed = std::max(disputed, share_disputed(view.data(), *group, "test").value_or(0.0));
      seeds = std::min(seeds, values.size());
      if (const auto read = view.data().predictions(group->runs.front(), "test"))
        items = std::min<std::size_t>(items, read->labels.n_elem);
      const auto [worst, best] = std::minmax_element(values.begin(), values.end());
      low = std::min(low, *best - *worst);
      high = std::max(high, *best - *worst);
    }
    if (several)
      found.push_back((std::isfinite(low) ? span_of(low, high) + " points of " + measure_words(comparison.metric)
                                          : "too few runs to tell") +
                      " on " + comparison.title());
    least = std::min(least, low);
    most = std::max(most, high);
  }
  if (!std::isfinite(least))
    answer.verdict = "cannot tell";
  else if (most == 0.0 && disputed > 0.0)
    answer.verdict = "only the score: the seeds disagree on up to " + points(disputed) + " % of the test items";
  else if (most == 0.0 && (seeds < kFewestSeeds || items < kFewestItems))
    answer.verdict = "cannot tell: " + counted(seeds, "seed", "seeds") +
                     (items == SIZE_MAX ? "" : " on " + counted(items, "item", "items")) + " are too few to see any";
  else if (most == 0.0)
    answer.verdict = "yes, as far as these seeds tell: all predict the same";
  else
    answer.verdict = span_of(least, most) + " points between the seeds of a " + noun_of(view);
  if (!found.empty())
    answer.sentence = (several ? "Seeds of one " + noun_of(view) + " lie apart by "
                               : capitalised(measure_words(view.comparisons().front().metric)) + " x 100: ") +
                      listed(found, 3, "the table Scores by test set") + ".";
  add_sentence(answer.sentence, left_out(flat));
  return answer;
}

StudyAnswer differ(const View& view, const std::vector<Difference>& all) {
  StudyAnswer answer{"Do the " + noun_of(view) + "s differ?", "", ""};
  const std::set<std::string> flat = not_learning(view);
  std::vector<Difference> differences;
  for (const Difference& row : all)
    if (!flat.contains(row.task + ", " + row.model)) differences.push_back(row);
  if (differences.empty() && !all.empty()) {
    answer.verdict = "cannot tell";
    answer.sentence = left_out(flat);
    return answer;
  }
  const bool several = view.comparisons().size() > 1;
  std::size_t told = 0;
  std::vector<std::string> found;
  std::vector<const Difference*> negligible;
  std::string score_remark;
  for (const Difference& row : differences) {
    told += row.verdict == "cannot tell" ? 0 : 1;
    if (row.verdict == "differs") found.push_back(difference_words(row, several));
    if (row.verdict == "differs negligibly") negligible.push_back(&row);
    if (row.verdict == "cannot tell" && row.of_score && score_remark.empty())
      score_remark = "Of " + row.method + " against " + row.reference + ": " + row.remark + ".";
  }
  const std::string all_of_them = counted(differences.size(), "comparison", "comparisons");
  if (differences.empty()) {
    answer.verdict = "cannot tell";
    answer.sentence = "There is one " + noun_of(view) + " only.";
  } else if (told == 0) {
    answer.verdict = "cannot tell";
    answer.sentence = "None of " + all_of_them + " can be decided.";
    add_sentence(answer.sentence, score_remark);
  } else if (found.empty()) {
    answer.verdict = negligible.empty()
                         ? "no difference seen"
                         : "only negligibly, in " + std::to_string(negligible.size()) + " of " + all_of_them;
    answer.sentence = "Of " + all_of_them + ", " + std::to_string(told) + " could be decided, none " +
                      (negligible.empty() ? "with an adjusted p below the level." : "beyond that.");
    add_sentence(answer.sentence, negligible_words(negligible, false));
  } else {
    answer.verdict = "yes, in " + std::to_string(found.size()) + " of " + all_of_them;
    answer.sentence = capitalised(listed(found, 1, "the table of differences")) + ".";  // a short paragraph
    add_sentence(answer.sentence, negligible_words(negligible, true));
  }
  add_sentence(answer.sentence, left_out(flat));
  return answer;
}

StudyAnswer agree(const View& view) {
  constexpr double kLevel = 0.05;
  StudyAnswer answer{"Do the measures agree?", "", ""};
  std::vector<double> all;
  std::size_t methods = 0, alike = 0, reversed = 0;
  double least_p = 1.0;
  Agreement lowest;
  const std::set<std::string> flat = not_learning(view);
  for (const Comparison& comparison : view.comparisons()) {
    if (flat.contains(comparison.title())) continue;
    for (const Agreement& pair : agreements(view, comparison)) {
      if (!pair.tau) continue;
      methods = std::max(methods, view.distinct(comparison).size());
      if (all.empty() || *pair.tau < *lowest.tau) lowest = pair;
      all.push_back(*pair.tau);
      least_p = std::min(least_p, pair.p_holm.value_or(1.0));
      if (pair.p_holm.value_or(1.0) < kLevel) ++(*pair.tau > 0.0 ? alike : reversed);
    }
  }
  if (all.empty()) {
    answer.verdict = "cannot tell";
    answer.sentence = "No two measures rank two or more different " + noun_of(view) + "s.";
    add_sentence(answer.sentence, left_out(flat));
    return answer;
  }
  const double average = mean(all);
  const std::size_t told = alike + reversed;
  answer.verdict = told == 0                         ? "cannot tell"
                   : *lowest.tau > 1.0 - 1e-9        ? "yes"
                   : reversed == 0 && average >= 0.7 ? "largely"
                   : reversed == 0                   ? "partly"
                   : alike == 0 && average < 0.3     ? "no"
                                                     : "partly, and partly the other way round";
  answer.sentence = "Over " + counted(all.size(), "pair", "pairs") + " of measures Kendall's tau-b is " +
                    fixed(average, 2) + " on average, lowest " + fixed(*lowest.tau, 2) + " (" + lowest.a + ", " +
                    lowest.b + ").";
  // n methods can be ranked in n! ways: the chance that two unrelated rankings agree or are reversed completely.
  const double chance = std::min(1.0, 2.0 / std::tgamma(static_cast<double>(methods) + 1.0));
  if (told > 0)
    add_sentence(answer.sentence, std::to_string(alike) + " are told to go together, " + std::to_string(reversed) +
                                      " to be reversed (adjusted p below " + fixed(kLevel, 2) +
                                      "; largely: 0.7 on average).");
  else
    add_sentence(answer.sentence,
                 "None is told (least adjusted p " + fixed(least_p, 2) +
                     "); complete agreement of two unrelated measures over " +
                     counted(methods, "different " + noun_of(view), "different " + noun_of(view) + "s") +
                     " has p = " + fixed(chance, 2) + " (exact).");
  add_sentence(answer.sentence, left_out(flat));
  return answer;
}

}  // namespace

std::vector<Agreement> agreements(const View& view, const Comparison& comparison) {
  constexpr std::uint64_t kOrders = 10000;
  std::vector<Agreement> pairs;
  const std::vector<std::size_t> distinct = view.distinct(comparison);
  if (distinct.size() < 2 || !comparison.learns) return pairs;
  std::vector<std::vector<double>> ranks;
  for (const MeasureColumn& column : view.columns()) {
    const std::vector<double> of_all = view.ranks(comparison, column);
    auto& own = ranks.emplace_back();
    for (const std::size_t group : distinct)
      if (!of_all.empty()) own.push_back(of_all[group]);
  }
  for (std::size_t i = 0; i < ranks.size(); ++i)
    for (std::size_t j = i + 1; j < ranks.size(); ++j) {
      Agreement pair{view.columns()[i].title(), view.columns()[j].title(), {}, {}, {}, ""};
      if (!ranks[i].empty() && !ranks[j].empty())
        if (const auto found =
                tested_correlation(Coefficient::kendall, ranks[i], ranks[j], kOrders, view.data().bootstrap_seed())) {
          pair.tau = found->seen.coefficient;
          pair.p = found->p();
          pair.p_from = found->p_from();
        }
      pairs.push_back(std::move(pair));
    }
  std::vector<double> family;
  for (const Agreement& pair : pairs) family.push_back(pair.p.value_or(std::nan("")));
  const std::vector<double> adjusted = holm(family);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i].p) pairs[i].p_holm = adjusted[i];
  return pairs;
}

std::vector<StudyAnswer> answers(const View& view, const std::vector<Difference>& differences) {
  return {stable(view), differ(view, differences), agree(view)};
}

}  // namespace reseed::imm_reassessment
