// SPDX-License-Identifier: Apache-2.0
// Which of the paper's claims hold in a study, which do not, and of which nothing can be told.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/imm_reassessment/claims.hpp"
#include "../../../studies/imm_reassessment/paper_tables.hpp"
#include "../../../studies/imm_reassessment/published_rows.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "support/made_paper_study.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using reseed::test::facts;
using reseed::test::FakeData;
using reseed::test::five_schemes;

namespace {

std::vector<StudyClaim> claims_of(const FakeData& data) {
  const View view(data);
  std::vector<ResampledMethods> methods;
  for (const Comparison& comparison : view.comparisons())
    methods.emplace_back(view, comparison, paper_columns(view), 2000);
  const auto spread = spread_against_agreement(view, correlation_maps(view, 0), 1000);
  return claims(view, methods, spread, facts(), {}, "", "");
}

const StudyClaim& claim(const std::vector<StudyClaim>& all, const std::string& id) {
  for (const StudyClaim& one : all)
    if (one.id == id) return one;
  throw std::runtime_error("no claim " + id);
}

/// Five schemes on RTE whose runs each predict 1 + g of sixty items another way, g the place of the scheme: 1 - kappa
/// and the disagreement of the predictions rank them alike. The pair measure has the distances as told.
FakeData five_by_votes(const std::vector<double>& disagreements) {
  FakeData data;
  data.task_ = "rte";
  data.dataset_ = "glue/RTE";
  constexpr std::size_t kItems = 60;
  data.labels_ = arma::uvec(kItems, arma::fill::zeros);
  for (std::size_t item = 1; item < kItems; item += 2) data.labels_[item] = 1;
  const std::vector<std::string> methods = {"original", "mixout", "llrd", "reinit", "wd_pre"};
  for (std::size_t g = 0; g < methods.size(); ++g) {
    data.add_group(methods[g], std::vector<double>(10, 0.9 + 0.01 * static_cast<double>(g)));
    for (std::size_t seed = 0; seed < 10; ++seed) {
      std::vector<arma::uword> predicted(data.labels_.begin(), data.labels_.end());
      for (std::size_t k = 0; k <= g; ++k) {
        arma::uword& one = predicted[(seed * (g + 1) + k) % kItems];
        one = 1 - one;
      }
      data.predicted_["rte." + methods[g] + std::to_string(seed)] = predicted;
    }
    data.add_value(methods[g], "pairwise_disagreement", disagreements[g], 10);
    data.add_group_value(methods[g], "fleiss_kappa", 0.1, 10);
  }
  return data;
}

/// Distances of every two of ten runs that go up and down, another way in each of five groups, further than their means
/// part: by which runs are drawn again, the groups have other ranks.
void scatter(StudyValue& value, std::size_t group) {
  const double place = static_cast<double>(group);
  for (arma::uword i = 0; i < 10; ++i)
    for (arma::uword j = 0; j < i; ++j)
      value.pairs(i, j) = value.pairs(j, i) =
          0.3 + 0.02 * place + 0.2 * std::sin((1.0 + 1.3 * place) * static_cast<double>(3 * i + 7 * j));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(imm_claims)

BOOST_AUTO_TEST_CASE(a_claim_about_all_measures_holds_when_every_interval_says_so) {
  const auto all = claims_of(five_schemes({{"reinit", 0.1}, {"mixout", 0.3}, {"llrd", 0.3}, {"wd_pre", 0.3}}));
  BOOST_TEST(claim(all, "reinit_better").verdict == "holds");
  BOOST_TEST(claim(all, "reinit_only").verdict == "holds");
  BOOST_TEST(claim(all, "llrd_better").verdict == "does_not_hold");
  BOOST_TEST(claim(all, "wd_pre_is_standard").verdict == "does_not_hold");
  BOOST_TEST(has(claim(all, "reinit_only").remark, "36 of 36"));  // what the paper's own numbers say
}

BOOST_AUTO_TEST_CASE(it_fails_when_another_method_improves_by_all_measures_too) {
  const auto all = claims_of(five_schemes({{"reinit", 0.1}, {"mixout", 0.3}, {"llrd", 0.1}, {"wd_pre", 0.3}}));
  BOOST_TEST(claim(all, "reinit_better").verdict == "holds");
  BOOST_TEST(claim(all, "llrd_better").verdict == "holds");
  BOOST_TEST(claim(all, "reinit_only").verdict == "does_not_hold");
}

BOOST_AUTO_TEST_CASE(an_interval_that_spans_both_answers_tells_nothing) {
  FakeData data = five_schemes({});
  // One run far from the others: resamples with and without it lie on either side.
  for (StudyValue& value : data.values_)
    if (value.group == "reinit")
      for (arma::uword run = 1; run < 10; ++run) value.pairs(0, run) = value.pairs(run, 0) = 0.9;
  for (StudyValue& value : data.values_)
    if (value.group == "reinit") value.pairs.submat(1, 1, 9, 9) -= 0.14;
  const auto all = claims_of(data);
  BOOST_TEST(claim(all, "reinit_better").verdict == "cannot_tell");
  BOOST_TEST(claim(all, "reinit_only").verdict == "cannot_tell");
  BOOST_TEST(claim(all, "wd_pre_is_standard").verdict == "holds");  // equal pair by pair
}

BOOST_AUTO_TEST_CASE(too_few_seeds_and_methods_that_were_not_run_tell_nothing) {
  FakeData data;
  data.published_ = test::published_files("du_nguyen_2023");
  data.add_group("original", {0.7, 0.72, 0.71});
  data.add_value("original", "pairwise_disagreement", 0.2, 3, 0.01);
  const auto all = claims_of(data);
  for (const StudyClaim& one : all) BOOST_TEST(one.verdict == "cannot_tell", one.id);
  BOOST_TEST(has(claim(all, "reinit_better").remark, "not run"));
}

BOOST_AUTO_TEST_CASE(nothing_follows_from_a_task_that_does_not_learn) {
  const FakeData data = five_schemes({{"reinit", 0.1}, {"mixout", 0.3}, {"llrd", 0.3}, {"wd_pre", 0.3}}, false);
  const auto all = claims_of(data);
  BOOST_TEST(claim(all, "reinit_better").verdict == "cannot_tell");
  BOOST_TEST(has(claim(all, "reinit_better").remark, "Tasks that do not learn are left out: "));
  const View view(data);
  const auto notes = learning_notes(view);
  BOOST_REQUIRE_EQUAL(notes.size(), 1u);
  BOOST_TEST(has(notes[0], "rte, small does not learn"));
  BOOST_TEST(has(notes[0], "50.0"));  // always one of two classes that are equally frequent
}

BOOST_AUTO_TEST_CASE(standard_is_third_where_two_methods_are_better_and_two_worse) {
  const auto third = claims_of(five_schemes({{"reinit", 0.1}, {"llrd", 0.15}, {"mixout", 0.3}, {"wd_pre", 0.4}}));
  BOOST_TEST(claim(third, "standard_third_on_rte").verdict == "holds");
  const auto second = claims_of(five_schemes({{"reinit", 0.1}, {"llrd", 0.25}, {"mixout", 0.3}, {"wd_pre", 0.4}}));
  BOOST_TEST(claim(second, "standard_third_on_rte").verdict == "does_not_hold");
}

BOOST_AUTO_TEST_CASE(disagreement_and_kappa_agree_disagree_or_leave_it_open) {
  const auto found = [](FakeData data) { return claim(claims_of(data), "kappa_and_disagreement_agree"); };
  BOOST_TEST(found(five_by_votes({0.02, 0.04, 0.06, 0.08, 0.1})).verdict == "holds");
  const StudyClaim reversed = found(five_by_votes({0.1, 0.08, 0.06, 0.04, 0.02}));
  BOOST_TEST(reversed.verdict == "does_not_hold");
  BOOST_TEST(has(reversed.remark, "rte, model: -1.00 [-1.00, -1.00]"), reversed.remark);
  FakeData noise = five_by_votes({0.02, 0.04, 0.06, 0.08, 0.1});
  std::size_t group = 0;
  for (StudyValue& value : noise.values_)
    if (value.measure == "pairwise_disagreement") scatter(value, group++);
  BOOST_TEST(found(noise).verdict == "cannot_tell");
}

BOOST_AUTO_TEST_CASE(cka_and_procrustes_agree_disagree_or_leave_it_open) {
  const auto found = [](const std::vector<double>& op, bool noise) {
    FakeData data = five_schemes({});
    for (std::size_t g = 0; g < 5; ++g) {
      data.add_value(data.groups_[g].name, "linear_cka_distance", 0.1 + 0.1 * static_cast<double>(g), 10);
      data.add_value(data.groups_[g].name, "orthogonal_procrustes_distance", op[g], 10);
      if (noise) scatter(data.values_.back(), g);
    }
    return claim(claims_of(data), "cka_and_op_agree");
  };
  BOOST_TEST(found({0.2, 0.3, 0.4, 0.5, 0.6}, false).verdict == "holds");
  BOOST_TEST(found({0.6, 0.5, 0.4, 0.3, 0.2}, false).verdict == "does_not_hold");
  BOOST_TEST(found({0.2, 0.3, 0.4, 0.5, 0.6}, true).verdict == "cannot_tell");
}

// Of CKA 0.1, 0.2, 0.3 and Procrustes 0.4, 0.3, 0.5 two of three pairs are in order: tau-b is 1/3. With the repeated
// method it would be 1/5.
BOOST_AUTO_TEST_CASE(a_method_that_repeats_another_is_ranked_once_in_claims) {
  FakeData data = five_schemes({});
  std::erase_if(data.groups_, [](const StudyGroup& group) { return group.name == "reinit"; });
  data.values_.clear();
  const std::map<std::string, std::pair<double, double>> values = {
      {"original", {0.1, 0.4}}, {"mixout", {0.2, 0.3}}, {"llrd", {0.3, 0.5}}, {"wd_pre", {0.1, 0.4}}};
  for (StudyGroup& group : data.groups_) {
    const auto& [cka, op] = values.at(group.name);
    data.add_value(group.name, "linear_cka_distance", cka, 10);
    data.add_value(group.name, "orthogonal_procrustes_distance", op, 10);
    if (group.name != "original") continue;
    for (StudyGroup& other : data.groups_)
      if (other.name == "wd_pre")
        for (std::size_t run = 0; run < other.runs.size(); ++run) other.runs[run].scores = group.runs[run].scores;
  }
  const StudyClaim found = claim(claims_of(data), "cka_and_op_agree");
  BOOST_TEST(has(found.remark, ": 0.33 [0.33, 0.33]"), found.remark);
}

BOOST_AUTO_TEST_CASE(agreement_grows_with_sd_by_sign_and_p_of_every_model) {
  const FakeData data = five_schemes({});
  const View view(data);
  const auto verdict = [&](const std::vector<std::pair<double, double>>& r_and_p) {
    std::vector<SpreadAgainstAgreement> spread;
    for (const auto& [r, p] : r_and_p) {
      SpreadAgainstAgreement& one = spread.emplace_back();
      one.model = "model";
      one.groups = 15;
      one.measures = 6;
      one.r = r;
      one.test = PermutationTest{1000, 0, false, p};
    }
    if (r_and_p.empty()) spread.emplace_back().reason = "it takes 4 groups";
    return claim(claims(view, {}, spread, facts(), {}, "", ""), "agreement_grows_with_sd").verdict;
  };
  BOOST_TEST(verdict({{0.7, 0.001}}) == "holds");
  BOOST_TEST(verdict({{-0.7, 0.001}}) == "does_not_hold");
  BOOST_TEST(verdict({{0.7, 0.2}}) == "cannot_tell");
  BOOST_TEST(verdict({{0.7, 0.001}, {0.3, 0.2}}) == "cannot_tell");
  BOOST_TEST(verdict({{0.7, 0.001}, {-0.7, 0.001}}) == "does_not_hold");
  BOOST_TEST(verdict({}) == "cannot_tell");
}

BOOST_AUTO_TEST_CASE(what_the_list_says_is_none_of_the_papers_claims) {
  FakeData data = five_schemes({{"reinit", 0.1}, {"mixout", 0.3}, {"llrd", 0.3}});
  for (StudyValue& value : data.values_)
    if (value.group == "reinit") value.group = "reinit (k=1)";
  data.groups_[3].name = "reinit (k=1)";
  data.groups_[3].mitigation = "reinit";
  for (const StudyGroup& group : data.groups_) {
    data.add_value(group.name, "linear_cka_distance", group.name == "reinit (k=1)" ? 0.1 : 0.2, 10);
    data.values_.back().layer = "6";
  }
  const auto all = claims_of(data);
  BOOST_TEST(claim(all, "wd_pre_is_standard").verdict == "holds");
  BOOST_TEST(claim(all, "wd_pre_is_standard").source == kStatementOfList);
  BOOST_TEST(claim(all, "reinit_better").source == kClaimOfPaper);
  BOOST_TEST(
      has(claim(all, "reinit_better").remark, "Re-init draws k = 1 of 6 layers anew here, 5 of 24 in the paper."),
      claim(all, "reinit_better").remark);
  BOOST_TEST(!has(claim(all, "llrd_better").remark, "Re-init draws"));
  const View view(data);
  const StudyAnswer answer = paper_answers(view, all, {}).at(0);
  std::size_t hold = 0, fail = 0;
  for (const StudyClaim& one : all) {
    hold += one.verdict == "holds" && one.source == kClaimOfPaper ? 1 : 0;
    fail += one.verdict == "does_not_hold" ? 1 : 0;
  }
  BOOST_TEST(answer.verdict.starts_with("of the paper's own 7 claims " + std::to_string(hold) + " hold"),
             answer.verdict);
  BOOST_TEST(fail > 0u);
  BOOST_TEST(has(answer.sentence, "Of the paper-versus-code list's own statements 1 holds, 0 do not."),
             answer.sentence);
}

// The code's kappa is a multiple of its disagreement: that the two agree is no finding.
BOOST_AUTO_TEST_CASE(what_holds_by_construction_of_the_code_is_a_statement_of_the_list) {
  const FakeData data = five_by_votes({0.02, 0.04, 0.06, 0.08, 0.1});
  const View view(data, {"as_published", {}, {}, 0});
  const auto all = claims(view, {}, {}, facts(), {}, "-as_published", "");
  const StudyClaim& granular = claim(all, "kappa_and_disagreement_agree-as_published");
  BOOST_TEST(granular.source == kStatementOfList);
  BOOST_TEST(has(granular.remark, "By construction"));
}

BOOST_AUTO_TEST_SUITE_END()
