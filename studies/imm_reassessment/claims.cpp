// SPDX-License-Identifier: Apache-2.0
#include "claims.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "../common/cells.hpp"
#include "../common/learning.hpp"
#include "../common/sentences.hpp"
#include "base/number.hpp"
#include "differences.hpp"

namespace reseed::imm_reassessment {
namespace {

constexpr const char* kHolds = "holds";
constexpr const char* kFails = "does_not_hold";
constexpr const char* kOpen = "cannot_tell";

/// What the paper calls a method: "LLRD".
std::string scheme_title(const std::string& method) {
  static const std::map<std::string, std::string> kTitles = {
      {"mixout", "Mixout"}, {"llrd", "LLRD"}, {"reinit", "Re-init"}, {"wd_pre", "WD_pre"}};
  return kTitles.at(method);
}

/// At most three of a list, the rest counted.
std::string some(const std::vector<std::string>& all) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, all.size()); ++i) out += (i == 0 ? "" : "; ") + all[i];
  return all.size() > 3 ? out + "; and " + std::to_string(all.size() - 3) + " more" : out;
}

/// A method against Standard in every task and by every measure: what a sentence about "all measures" is made of.
struct Against {
  std::size_t cells = 0, better = 0, point_better = 0, undecided = 0;
  std::vector<std::string> worse;  ///< cells in which it is less stable, with their intervals
  std::size_t same = 0;            ///< cells whose interval lies within kNegligible of the larger value
  std::size_t different = 0;       ///< cells that differ in either direction
  std::vector<std::string> apart;  ///< those whose whole interval lies beyond the margin around 0
  bool equivalent = true;          ///< every interval lies within the margin around 0
  std::string reason;              ///< of the first cell of which nothing can be told
  bool run = false;                ///< method and Standard were run on some task that learns

  bool all_better() const { return run && cells > 0 && better == cells; }
  /// Some cell says that it does not improve: it is worse there, or the same but for less than kNegligible.
  bool fails() const { return !worse.empty() || same > 0; }
  std::string text() const {
    if (!run) return "not run beside Standard on a task that learns";
    std::string out = "better in " + std::to_string(better) + " of " + std::to_string(cells) +
                      " cells (measure x task), by the values alone in " + std::to_string(point_better);
    if (!worse.empty()) out += ", worse in " + std::to_string(worse.size()) + " (" + some(worse) + ")";
    if (same > 0)
      out += ", the same within " + fixed(100.0 * kNegligible, 0) + " % of the value in " + std::to_string(same);
    if (!reason.empty() && undecided > 0)
      out += ", " + std::to_string(undecided) + " without an answer (" + reason + ")";
    return out;
  }
};

class Judge {
 public:
  Judge(const std::vector<ResampledMethods>& methods, const ClaimOptions& options) : options_(options) {
    for (const ResampledMethods& one : methods)
      if (one.comparison().learns)
        methods_.push_back(&one);
      else
        not_learned_.insert(one.comparison().title());
  }

  const std::vector<const ResampledMethods*>& methods() const { return methods_; }

  Against against(const std::string& method) const {
    struct Cell {
      const ResampledMethods* task;
      const StudyGroup *group, *standard;
      std::size_t column;
    };
    std::vector<Cell> cells;
    std::vector<Improvement> found;
    Against all;
    for (const ResampledMethods* one : methods_) {
      const StudyGroup* group = scheme(one->comparison(), method);
      const StudyGroup* standard = scheme(one->comparison(), "standard");
      if (group == nullptr || standard == nullptr) continue;
      all.run = true;
      for (std::size_t c = 0; c < one->columns().size(); ++c) {
        cells.push_back({one, group, standard, c});
        found.push_back(improvement(*one, one->group(*group), one->group(*standard), c, options_.fewest));
      }
    }
    adjust_jointly(found);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const ResampledMethods& task = *cells[i].task;
      const double larger = std::max(task.observed(task.group(*cells[i].group), cells[i].column),
                                     task.observed(task.group(*cells[i].standard), cells[i].column));
      add(found[i], paper_title(*task.columns()[cells[i].column]) + " on " + task.comparison().title(), larger, all);
    }
    return all;
  }

  /// A sentence about the agreement of two measures in every task: tau-b of at least `bound`.
  StudyClaim agree(const std::string& a, const std::string& b, double bound) const {
    StudyClaim claim;
    std::size_t holds = 0;
    std::size_t told = 0;
    std::vector<std::string> failing;
    std::vector<std::string> seen;
    for (const ResampledMethods* one : methods_) {
      const auto first = position(*one, a);
      const auto second = position(*one, b);
      if (!first || !second || one->distinct() < 3) continue;
      const ResampledMethods::Tau tau = one->tau_of_distinct(*first, *second);
      if (!tau.tau || !tau.low) continue;
      ++told;
      const std::string cell = one->comparison().title() + ": " + fixed(*tau.tau, 2) + " [" + fixed(*tau.low, 2) +
                               ", " + fixed(*tau.high, 2) + "]";
      seen.push_back(cell);
      if (static_cast<std::int64_t>(one->seeds()) < options_.fewest) continue;
      holds += *tau.low >= bound - 1e-9 ? 1 : 0;
      if (*tau.high < bound - 1e-9) failing.push_back(cell);
    }
    claim.verdict = !failing.empty() ? kFails : told > 0 && holds == told ? kHolds : kOpen;
    claim.remark = told == 0 ? "There is no task on which three methods are ranked by both measures."
                             : "Tau-b with its 95 % interval over seeds: " + some(seen) + ".";
    if (!failing.empty() && failing.size() < seen.size())
      claim.remark += " Below " + fixed(bound, 1) + " for certain in " + std::to_string(failing.size()) + " of " +
                      studies::counted(seen.size(), "task", "tasks") + ".";
    return finished(claim);
  }

  /// Is Standard at `rank` (1 = most stable) by every measure on a task of the paper?
  StudyClaim standard_at(const std::string& task, std::size_t rank, bool& run) const {
    StudyClaim claim;
    claim.verdict = kOpen;
    for (const ResampledMethods* one : methods_) {
      const Comparison& comparison = one->comparison();
      const StudyGroup* standard = scheme(comparison, "standard");
      if (standard == nullptr || paper_names(*standard).task != task) continue;
      for (const std::string& method : published::kMethods)
        if (scheme(comparison, method) == nullptr) {
          claim.remark = "The method " + method + " was not run on " + comparison.title() + ".";
          return finished(claim);
        }
      run = true;
      std::vector<std::string> others;
      double rarest = 1.0;
      for (std::size_t c = 0; c < one->columns().size(); ++c) {
        const double share = share_at(*one, *standard, c, rank);
        if (std::isnan(share)) continue;
        rarest = std::min(rarest, share);
        others.push_back(paper_title(*one->columns()[c]) + " " + fixed(100.0 * share, 0) + " %");
      }
      const double cells = static_cast<double>(std::max<std::size_t>(1, others.size()));
      const bool enough = static_cast<std::int64_t>(one->seeds()) >= options_.fewest && !others.empty();
      if (enough && rarest < options_.level / cells)
        claim.verdict = kFails;
      else if (enough && rarest >= 1.0 - options_.level)
        claim.verdict = kHolds;
      claim.remark +=
          (claim.remark.empty() ? "Share of the resamples in which Standard is number " + std::to_string(rank) + ": "
                                : "; ") +
          comparison.title() + ": ";
      for (std::size_t i = 0; i < others.size(); ++i) claim.remark += (i == 0 ? "" : ", ") + others[i];
    }
    if (!claim.remark.empty()) claim.remark += ".";
    return finished(claim);
  }

  StudyClaim finished(StudyClaim claim) const {
    studies::add_sentence(claim.remark, studies::left_out(not_learned_));
    return claim;
  }

 private:
  static std::optional<std::size_t> position(const ResampledMethods& one, const std::string& paper_name) {
    for (std::size_t c = 0; c < one.columns().size(); ++c)
      if (const auto* name = published::measure_named(one.columns()[c]->id);
          name != nullptr && name->paper == paper_name)
        return c;
    return std::nullopt;
  }

  /// Counts one cell; `larger` of the two values.
  void add(const Improvement& found, const std::string& title, double larger, Against& all) const {
    constexpr double kMargin = 0.1;  // of the larger value: what counts as no difference
    ++all.cells;
    all.point_better += found.difference && *found.difference < 0.0 ? 1 : 0;
    if (!found.reason.empty()) {
      ++all.undecided;
      if (all.reason.empty()) all.reason = found.reason;
      all.equivalent = false;
      return;
    }
    const std::string cell = title + ": " + studies::readable(*found.difference, 3) + " [" +
                             studies::readable(found.low, 3) + ", " + studies::readable(found.high, 3) + "]";
    const bool same = found.within(kNegligible * larger);
    all.same += same ? 1 : 0;
    all.better += found.better() && !same ? 1 : 0;
    if (found.worse(options_.level) && !same) all.worse.push_back(cell);
    const bool different = found.different(options_.level);
    all.different += different ? 1 : 0;
    if (different && (found.low > kMargin * larger || found.high < -kMargin * larger)) all.apart.push_back(cell);
    all.equivalent = all.equivalent && found.within(kMargin * larger);
  }

  /// Share of the resamples in which the group has the rank by one measure; ties share the mean rank.
  static double share_at(const ResampledMethods& one, const StudyGroup& group, std::size_t column, std::size_t rank) {
    const std::size_t own = one.group(group);
    std::vector<std::size_t> rivals;
    for (const std::string& method : published::kMethods)
      if (const StudyGroup* rival = scheme(one.comparison(), method); rival != nullptr && rival != &group)
        rivals.push_back(one.group(*rival));
    double at = 0.0;
    double count = 0.0;
    for (std::size_t r = 0; r < one.resamples(); ++r) {
      double place = 1.0;
      for (const std::size_t rival : rivals) {
        const double other = one.values(rival, column)[r] - one.values(own, column)[r];
        place += std::isnan(other) ? other : other < 0.0 ? 1.0 : other == 0.0 ? 0.5 : 0.0;
      }
      if (std::isnan(place)) continue;
      count += 1.0;
      at += place == static_cast<double>(rank) ? 1.0 : 0.0;
    }
    return count == 0.0 ? std::nan("") : at / count;
  }

  ClaimOptions options_;
  std::vector<const ResampledMethods*> methods_;
  std::set<std::string> not_learned_;
};

/// "METHOD improves on Standard by all measures".
StudyClaim improves(const Judge& judge, const std::string& method) {
  const Against found = judge.against(method);
  StudyClaim claim;
  claim.verdict = found.all_better() ? kHolds : found.fails() ? kFails : kOpen;
  claim.remark = scheme_title(method) + ": " + found.text() + ".";
  return judge.finished(claim);
}

StudyClaim only_reinit(const Judge& judge) {
  const Against reinit = judge.against("reinit");
  StudyClaim claim;
  bool others_fail = true;
  std::string rivals;
  std::string missing;
  for (const char* method : {"mixout", "llrd", "wd_pre"}) {
    const Against other = judge.against(method);
    claim.remark += "; " + scheme_title(method) + ": " + other.text();
    if (!other.run) missing += (missing.empty() ? "" : ", ") + scheme_title(method);
    if (other.all_better()) rivals = method;
    others_fail = others_fail && other.fails();
  }
  claim.remark = scheme_title("reinit") + ": " + reinit.text() + claim.remark + ".";
  if (!missing.empty()) claim.remark += " Without " + missing + " it cannot be said that no other method does.";
  claim.verdict = reinit.fails() || !rivals.empty() ? kFails : reinit.all_better() && others_fail ? kHolds : kOpen;
  return judge.finished(claim);
}

StudyClaim wd_pre_is_standard(const Judge& judge) {
  const Against found = judge.against("wd_pre");
  StudyClaim claim;
  claim.verdict = !found.apart.empty() ? kFails : found.run && found.equivalent && found.cells > 0 ? kHolds : kOpen;
  const std::string cells = studies::counted(found.cells, "cell", "cells");
  claim.remark = !found.run ? scheme_title("wd_pre") + ": " + found.text() + "."
                 : !found.apart.empty()
                     ? "More than 10 % apart in " + std::to_string(found.apart.size()) + " of " + cells + ": " +
                           some(found.apart) + "."
                     : "Of " + cells + " " + std::to_string(found.different) +
                           " differ beyond chance, none surely by " + "10 % of the value" +
                           (found.equivalent ? "; every interval lies within 10 % of it."
                                             : "; but not every interval lies within 10 % of it, so that a "
                                               "difference is not ruled out.");
  return judge.finished(claim);
}

StudyClaim spread_agrees(const std::vector<SpreadAgainstAgreement>& spread, double level) {
  StudyClaim claim;
  std::size_t holds = 0;
  bool fails = false;
  for (const SpreadAgainstAgreement& one : spread) {
    claim.remark += claim.remark.empty() ? "With " : "; with ";
    if (!one.r) {
      claim.remark += one.model + " there is no r: " + one.reason;
      continue;
    }
    claim.remark += one.model + " r = " + fixed(*one.r, 3) + " over " + std::to_string(one.groups) + " groups and " +
                    std::to_string(one.measures) + " measures, p = " + fixed(one.test->p, 4) + " (" +
                    (one.test->exhaustive ? "all " : "") + std::to_string(one.test->orders) + " orders of the SDs)";
    if (one.test->p >= level) continue;
    holds += *one.r > 0.0 ? 1 : 0;
    fails = fails || *one.r < 0.0;
  }
  if (claim.remark.empty()) claim.remark = "There is no group";
  claim.remark += ". Groups that share a task are not independent: the true p is larger.";
  for (const SpreadAgainstAgreement& one : spread) studies::add_sentence(claim.remark, one.incomplete_words());
  claim.verdict = fails ? kFails : !spread.empty() && holds == spread.size() ? kHolds : kOpen;
  return claim;
}

/// Where Re-init draws other layers anew than in the paper: how many of how many. "" elsewhere.
std::string reinit_words(const View& view) {
  for (const Comparison& comparison : view.comparisons()) {
    const StudyGroup* group = scheme(comparison, "reinit");
    const auto layers = group == nullptr ? std::nullopt : layers_of(view, *group);
    if (!layers || published_scheme(view, comparison, *group) == group->name) continue;
    const std::size_t key = group->name.find("k=");
    const std::string k =
        key == std::string::npos
            ? std::to_string(kPaperReinitialised)
            : group->name.substr(key + 2, group->name.find_first_not_of("0123456789", key + 2) - key - 2);
    return "Re-init draws k = " + k + " of " + std::to_string(*layers) + " layers anew here, " +
           std::to_string(kPaperReinitialised) + " of " + std::to_string(studies::kPaperLayers) + " in the paper.";
  }
  return "";
}

}  // namespace

std::vector<StudyClaim> claims(const View& view, const std::vector<ResampledMethods>& methods,
                               const std::vector<SpreadAgainstAgreement>& spread, const published::Facts& facts,
                               const ClaimOptions& options, const std::string& id_suffix, const std::string& form) {
  const Judge judge(methods, options);
  std::vector<StudyClaim> all;
  const auto add = [&](const std::string& id, const std::string& text, StudyClaim claim, int row) {
    claim.id = id + id_suffix;
    claim.text = text + form;
    if (row > 0) claim.remark += " Paper (row " + std::to_string(row) + "): " + facts.row(row).effect + ".";
    all.push_back(std::move(claim));
  };
  const auto of_reinit = [&](StudyClaim claim) {
    studies::add_sentence(claim.remark, reinit_words(view));
    return claim;
  };
  // What the list says of the code is none of the paper's own claims, and no finding where the code's form makes it so.
  const auto of_list = [](StudyClaim claim) {
    claim.source = kStatementOfList;
    return claim;
  };
  add("reinit_only", "Re-init is the only method that improves on Standard by all measures",
      of_reinit(only_reinit(judge)), 38);
  add("reinit_better", "Re-init improves on Standard by all measures", of_reinit(improves(judge, "reinit")), 0);
  add("llrd_better", "LLRD improves on Standard by all measures", improves(judge, "llrd"), 0);
  add("wd_pre_is_standard", "WD_pre, as coded, is Standard with a tiny perturbation: no measure moves by 10 %",
      of_list(wd_pre_is_standard(judge)), 21);
  bool run = false;
  StudyClaim third = judge.standard_at("rte", 3, run);
  if (!run && third.remark.empty()) third.remark = "RTE was not run.";
  add("standard_third_on_rte", "On RTE Standard is the third most stable by all measures (said of BERT)", third, 37);
  StudyClaim granular = judge.agree("pwd", "kappa", 0.8);
  if (view.options().variant == "as_published") {
    granular = of_list(std::move(granular));
    studies::add_sentence(granular.remark,
                          "By construction: the code's kappa is the disagreement times a constant (row 1).");
  }
  add("kappa_and_disagreement_agree",
      "Pairwise disagreement and Fleiss' kappa rank the methods alike (tau-b of 0.8 and more)", std::move(granular), 2);
  add("cka_and_op_agree", "CKA and Procrustes distance rank the methods alike (tau-b of 0.8 and more)",
      judge.agree("cka", "op", 0.8), 0);
  add("agreement_grows_with_sd", "The measures agree better where the scores of the seeds differ more (SD)",
      judge.finished(spread_agrees(spread, options.level)), 32);
  return all;
}

}  // namespace reseed::imm_reassessment
