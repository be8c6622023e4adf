// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "report/published_tables.hpp"
#include "support/made_validity_study.hpp"

using namespace reseed;
using namespace reseed::validity;
using namespace reseed::test;
namespace utf = boost::unit_test;

BOOST_AUTO_TEST_SUITE(validity_study)

// 4 of 8: 70 arrangements, the smallest p is 2 / 70 = 0.029.
BOOST_AUTO_TEST_CASE(failed_runs_that_lie_far_apart_are_found_less_stable, *utf::tolerance(1e-12)) {
  const MadeStudy study = failing(4, 4);
  const auto rows = failed_against_successful(study, {});
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].verdict == "failed runs less stable");
  BOOST_TEST(*rows[0].p_holm == 2.0 / 70.0);
  BOOST_TEST(rows[0].layers.size() == 3u);
  BOOST_TEST(rows[0].top().failed > rows[0].top().successful);
  BOOST_TEST(*rows[0].top().band_low > 0.0);
}

// 3 of 6: 20 arrangements, the smallest p is 2 / 20 = 0.1.
BOOST_AUTO_TEST_CASE(a_test_that_cannot_reach_its_level_shows_no_p) {
  const MadeStudy study = failing(3, 3);
  const auto rows = failed_against_successful(study, {});
  BOOST_TEST(rows[0].verdict == "cannot tell");
  BOOST_TEST(!rows[0].p.has_value());
  BOOST_TEST(rows[0].reason.find("0.1000") != std::string::npos, rows[0].reason);
  BOOST_TEST(rows[0].layers.size() == 3u);  // the curves are there all the same
}

BOOST_AUTO_TEST_CASE(without_failed_runs_or_a_rule_nothing_can_be_told) {
  MadeStudy study = failing(0, 8);
  BOOST_TEST(failed_against_successful(study, {})[0].reason == "0 of 8 runs failed: no pair of failed runs");
  study.failure_.reset();
  const auto rows = failed_against_successful(study, {});
  BOOST_TEST(rows[0].verdict == "cannot tell");
  BOOST_TEST(rows[0].reason.find("no rule") != std::string::npos);
  check_well_formed(report_of(study));
}

// Two exchanged neighbours: tau = (28 - 2 x 2) / 28; r of ranks = 1 - 6 x 4 / (8 x 63). scipy gives the same.
BOOST_AUTO_TEST_CASE(measures_of_predictions_correlate_over_eight_groups, *utf::tolerance(1e-9)) {
  MadeStudy study = groups_with({1, 2, 3, 4, 5, 6, 7, 8}, {1, 3, 2, 4, 6, 5, 7, 8});
  study.tell_groups_apart();
  const auto rows = group_agreements(study, 2000);
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].groups == 8u);
  BOOST_TEST(rows[0].tasks == 2u);
  BOOST_TEST(*rows[0].tau == 24.0 / 28.0);
  BOOST_TEST(*rows[0].r == 1.0 - 6.0 * 4.0 / (8.0 * 63.0));
  BOOST_TEST(*rows[0].tau_p < 0.01);
  BOOST_TEST(*rows[0].r_p < 0.01);
  BOOST_TEST(*rows[0].tau_p_within >= 1.0 / 2001.0);
}

BOOST_AUTO_TEST_CASE(seven_groups_are_too_few) {
  MadeStudy study = groups_with({1, 2, 3, 4, 5, 6, 7}, {1, 3, 2, 4, 6, 5, 7});
  study.tell_groups_apart();
  const auto rows = group_agreements(study, 500);
  BOOST_TEST(!rows[0].tau.has_value());
  BOOST_TEST(rows[0].reason == "want 8 groups at which both have a value, found 7");
}

// Nine groups of one task, of which one is another one again: eight count, and of eight with such a one seven are left.
BOOST_AUTO_TEST_CASE(a_group_with_the_predictions_of_another_counts_once) {
  MadeStudy study = groups_with({1, 2, 3, 4, 5, 6, 7, 8, 1}, {1, 3, 2, 4, 6, 5, 7, 8, 1});
  study.tell_groups_apart();
  for (std::vector<StudyRun>* runs : {&study.groups_[0].runs, &study.groups_[8].runs})
    for (StudyRun& run : *runs) run.id = "twin " + std::to_string(run.seed);
  const auto rows = group_agreements(study, 500);
  BOOST_TEST(rows[0].groups == 8u);
  BOOST_TEST(rows[0].equal == 1u);
  BOOST_TEST(*rows[0].tau == 24.0 / 28.0, boost::test_tools::tolerance(1e-9));
  const StudyReport report = report_of(study);
  BOOST_TEST(std::get<double>(table_named(report, "convergent_groups").rows[0][5]) == 1.0);
  study.groups_.erase(study.groups_.begin() + 7);
  const auto fewer = group_agreements(study, 500);
  BOOST_TEST(!fewer[0].tau.has_value());
  BOOST_TEST(fewer[0].reason ==
             "want 8 groups at which both have a value, found 7 that differ, and 1 with the predictions of another");
}

// Three pairs of measures of one variant: the smallest p times 3.
BOOST_AUTO_TEST_CASE(p_of_tau_over_groups_is_adjusted_over_the_pairs_of_a_variant, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.labels_ = {0, 1, 0, 1};
  for (int i = 0; i < 8; ++i) {
    study.add_group("group" + std::to_string(i), {0.8, 0.81});
    study.add_number("performance_sd", "", i);
    study.add_number("pairwise_disagreement", "", 2 * i);
    study.add_number("jensen_shannon_divergence", "", (3 * i) % 8);
  }
  study.tell_groups_apart();
  const auto rows = group_agreements(study, 500);
  BOOST_REQUIRE_EQUAL(rows.size(), 3u);
  double smallest = 1.0;
  double adjusted = 1.0;
  for (const GroupAgreement& row : rows) {
    smallest = std::min(smallest, *row.tau_p);
    adjusted = std::min(adjusted, *row.tau_p_holm);
    BOOST_TEST(*row.tau_p_holm >= *row.tau_p);
  }
  BOOST_TEST(adjusted == std::min(1.0, 3.0 * smallest));
}

// Two tasks of other levels, without any agreement inside: the plain p is small, the one within tasks is not.
BOOST_AUTO_TEST_CASE(groups_that_share_a_task_are_not_independent) {
  MadeStudy study = groups_with({1, 11, 2, 12, 3, 13, 4, 14}, {2, 12, 4, 14, 1, 11, 3, 13});
  study.tell_groups_apart();
  const auto rows = group_agreements(study, 2000);
  BOOST_TEST(*rows[0].tau_p < 0.1);
  BOOST_TEST(*rows[0].tau_p_within > 0.5);
}

BOOST_AUTO_TEST_CASE(a_curve_of_failed_runs_shows_how_far_each_is_from_its_like, *utf::tolerance(1e-12)) {
  const MadeStudy study = failing(4, 5);
  const StudyReport report = report_of(study);
  const StudyFigure& figure = figure_named(report, "failed-");
  BOOST_TEST(figure.caption.starts_with("Small dots: mean distance of each run to the others of its kind"));
  const std::size_t n = figure.series.size();
  BOOST_TEST(figure.series[n - 2].points.size() == 3u * 4u);
  BOOST_TEST(figure.series[n - 2].like == 0);
  BOOST_TEST(figure.series[n - 1].points.size() == 3u * 5u);
  // Seed 0 against the failed seeds 1, 2, 3: 0.8 + 0.001 x 3 j.
  BOOST_TEST(figure.series[n - 2].points[0].y == 0.806);
  double sum = 0.0;
  for (std::size_t i = 0; i < 4; ++i) sum += figure.series[n - 2].points[i].y;
  BOOST_TEST(sum / 4.0 == failed_against_successful(study, {})[0].layers[0].failed);
}

BOOST_AUTO_TEST_CASE(scores_sub_samples_and_correlations_show_every_seed) {
  MadeStudy study;
  study.add_group("original", {0.8, 0.9, 0.85}, "rte");
  for (const char* measure : {"linear_cka_distance", "svcca_distance"})
    for (std::size_t l = 1; l <= 3; ++l) {
      study.add_value(measure, std::to_string(l), [&](std::size_t i, std::size_t j) {
        return (measure[0] == 'l' ? 0.1 : 0.02 * static_cast<double>(l)) * static_cast<double>(l + i + 2 * j);
      });
      study.add_sample(0.5, 1, 0.2);
    }
  study.add_number("performance_sd", "", 0.05);
  study.add_without({0.03, 0.04, 0.05});
  study.add_sample(0.5, 1, 0.06);
  const StudyReport report = report_of(study);
  BOOST_TEST(marks_of_runs(figure_named(report, "scores-m-accuracy")) == 3u);
  BOOST_TEST(dots_of(figure_named(report, "convergent-m-textbook")) == 3u);
  BOOST_TEST(dots_of(figure_named(report, "samples-performance-SD")) == 3u);
  BOOST_TEST(dots_of(figure_named(report, "samples-On-sub-samples")) == 9u);  // three layers
}

// Half of the runs at the larger rate fail: that is what the study looks for, and the task is one that learns.
BOOST_AUTO_TEST_CASE(a_group_of_which_half_fails_counts_and_one_that_does_not_learn_is_left_out) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  BOOST_TEST(studies::not_learning(study).empty());
  const StudyReport learned = report_of(study);
  BOOST_TEST(answer_of(learned, "Do the measures tell").verdict == "yes: failed runs are less stable");
  // All runs score about what one class does: the labels of the runs are chance.
  for (std::size_t seed = 0; seed < 8; ++seed)
    study.groups_[0].runs[seed].scores["test"] = study.groups_[0].runs[seed].metrics["test"]["accuracy"] =
        seed < 4 ? 0.49 : 0.51;
  const StudyReport flat = report_of(study);
  BOOST_TEST(answer_of(flat, "Do the measures tell").verdict == "cannot tell");
  for (const StudyAnswer& one : flat.answers)
    BOOST_TEST(one.sentence.ends_with("Tasks that do not learn are left out: rte, m."), one.sentence);
  for (const StudyClaim& claim : flat.claims) {
    BOOST_TEST(claim.verdict == "cannot_tell");
    BOOST_TEST(claim.remark.ends_with("Tasks that do not learn are left out: rte, m."), claim.remark);
  }
  BOOST_TEST(flat.figures.size() == learned.figures.size());  // they are shown all the same
}

BOOST_AUTO_TEST_CASE(sub_samples_of_a_task_that_does_not_learn_stand_behind_the_others) {
  MadeStudy study;
  for (const char* task : {"flat", "steep"}) {
    study.add_group("original", task[0] == 'f' ? std::vector<double>{0.74, 0.76, 0.75} : std::vector{0.9, 0.88, 0.91},
                    task);
    study.add_value("linear_cka_distance", "1", [](std::size_t i, std::size_t j) { return 0.1 * (1.0 + i + j); });
    study.add_sample(0.5, 1, 0.2);
  }
  std::vector<std::string> titles;
  for (const StudyFigure& figure : report_of(study).figures)
    if (figure.title.starts_with("On sub-samples of rate")) titles.push_back(figure.title);
  BOOST_REQUIRE(titles.size() == 2u);
  BOOST_TEST(titles[0].find("steep") != std::string::npos, titles[0]);
}

// Nine groups, two of a task that does not learn: seven are too few for an answer, the table has both.
BOOST_AUTO_TEST_CASE(agreement_over_groups_counts_those_of_tasks_that_learn) {
  MadeStudy study = groups_with({1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 3, 2, 4, 6, 5, 7, 8, 9});
  for (std::size_t i : {7u, 8u}) {
    study.groups_[i].task = "cola";
    for (StudyRun& run : study.groups_[i].runs) run.scores["test"] = 0.5;
    for (StudyValue& value : study.values_)
      if (value.group == study.groups_[i].name) value.task = "cola";
  }
  study.tell_groups_apart();
  const StudyReport report = report_of(study);
  BOOST_TEST(report.answers[1].verdict == "cannot tell");
  BOOST_TEST(
      report.answers[1].sentence ==
      "No two measures could be correlated: want 8 groups at which both have a value, found 7. Over all 9 groups "
      "Kendall's tau-b is 0.89 on average. Tasks that do not learn are left out: cola, m.");
  const StudyTable& table = table_named(report, "convergent_groups");
  BOOST_REQUIRE(table.rows.size() == 2u);
  BOOST_TEST(std::get<std::string>(table.rows[0][3]) == "all");
  BOOST_TEST(std::get<double>(table.rows[0][4]) == 9.0);
  BOOST_TEST(std::get<std::string>(table.rows[1][3]) == "of tasks that learn");
  BOOST_TEST(std::get<double>(table.rows[1][4]) == 7.0);
}

BOOST_AUTO_TEST_CASE(an_empty_study_says_everywhere_that_it_cannot_tell) {
  MadeStudy study;
  study.add_group("original", {0.5});
  for (const StudyAnswer& answer : report_of(study).answers)
    BOOST_TEST(answer.verdict == "cannot tell", answer.question);
}

BOOST_AUTO_TEST_CASE(the_paper_is_not_compared_with_a_model_of_another_scale) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  const StudyReport report = report_of(study);
  BOOST_REQUIRE(!report.published.empty());
  for (const StudyPublished& row : report.published) BOOST_TEST(row.verdict == "not_comparable");
  for (const StudyClaim& claim : report.claims)
    if (claim.id == "failed_runs_lower_cka") BOOST_TEST(claim.verdict == "does_not_hold");
  const StudyAnswer& legend = report.answers.back();
  BOOST_TEST(legend.verdict == "m: yes, by 1 of 1 curve; bert-large-uncased: cannot tell; roberta-large: cannot tell");
  BOOST_TEST(
      legend.sentence ==
      "With m failed runs are less stable in 1 and more stable in 0 of 1 tested curve, as if the legend were the "
      "exchanged one. The manifest does not run the paper's bert-large-uncased and roberta-large.");
  // What the list says of row 33 at length is a note.
  BOOST_TEST(std::count_if(report.notes.begin(), report.notes.end(), [](const std::string& note) {
               return note.starts_with("Row 33 of the paper-versus-code list: either the names");
             }) == 1);
}

/// Three layers at which failed and successful runs, four each, lie equally far apart: distances grow with the places
/// of runs within their kind. Of other arrangements of the labels the two means differ.
void add_equal(MadeStudy& study, const std::string& measure) {
  for (const char* layer : {"1", "2", "3"})
    study.add_value(measure, layer,
                    [](std::size_t i, std::size_t j) { return 0.3 + 0.05 * static_cast<double>(i % 4 + j % 4); });
}

BOOST_AUTO_TEST_CASE(one_curve_of_two_answers_no_question) {
  MadeStudy study = failing(4, 4);  // CKA: failed runs less stable
  study.publish("du_nguyen_2023");
  add_equal(study, "orthogonal_procrustes_distance");
  const StudyReport half = report_of(study);
  const StudyAnswer legend = answer_of(half, "Are the failed runs");
  BOOST_TEST(legend.verdict == "cannot tell");
  BOOST_TEST(legend.sentence.starts_with("With m failed runs are less stable in 1 and more stable in 0 of 2 tested "
                                         "curves: more than half would have to say so. "),
             legend.sentence);
  const StudyAnswer told = answer_of(half, "Do the measures tell");
  BOOST_TEST(told.verdict == "cannot tell");
  BOOST_TEST(told.sentence ==
             "Failed runs are less stable in 1 and more stable in 0 of 2 tested curves of representations (top layer; "
             "level 0.05, Holm).");
}

// SVCCA and the forms of the published code say what CKA says; the legend is about CKA and Procrustes, each once.
BOOST_AUTO_TEST_CASE(the_legend_counts_neither_other_measures_nor_a_curve_twice) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  for (const auto& [measure, variant] : {std::pair("svcca_distance", "textbook"),
                                         {"svcca_distance", "as_published"},
                                         {"linear_cka_distance", "as_published"}})
    for (std::size_t layer = 0; layer < 3; ++layer) {
      StudyValue value = study.values_[layer];
      value.measure = measure;
      value.variant = variant;
      study.values_.push_back(std::move(value));
    }
  add_equal(study, "orthogonal_procrustes_distance");
  const StudyReport report = report_of(study);
  BOOST_TEST(answer_of(report, "Are the failed runs").verdict == "cannot tell");
  // Of all measures of representations two of three say so, each once.
  BOOST_TEST(answer_of(report, "Do the measures tell").verdict == "yes: failed runs are less stable");
  for (const StudyClaim& claim : report.claims)
    if (claim.id == "failed_runs_lower_cka")
      BOOST_TEST(claim.remark.find("By the form of the published code failed runs are less stable in 1 and more stable "
                                   "in 0 of 1 tested curve.") != std::string::npos,
                 claim.remark);
}

BOOST_AUTO_TEST_CASE(curves_of_both_directions_are_a_mixed_answer) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  for (const char* layer : {"1", "2", "3"})  // the other way round: failed runs lie close together
    study.add_value("orthogonal_procrustes_distance", layer, [](std::size_t i, std::size_t j) {
      return (i < 4 && j < 4 ? 0.2 : i >= 4 && j >= 4 ? 0.8 : 0.6) + 0.001 * static_cast<double>(i + 3 * j);
    });
  const StudyReport report = report_of(study);
  BOOST_TEST(answer_of(report, "Do the measures tell").verdict == "mixed");
  BOOST_TEST(answer_of(report, "Are the failed runs").verdict == "cannot tell");
  BOOST_TEST(answer_of(report, "Are the failed runs").sentence.find("which is no one direction") != std::string::npos);
}

/// Disagreement of failed runs 0, of the others 0.4: what runs that give one class have by the rule itself.
void add_disagreement(MadeStudy& study) {
  study.add_value("pairwise_disagreement", "", [](std::size_t i, std::size_t j) {
    return i < 4 && j < 4 ? 0.0 : i >= 4 && j >= 4 ? 0.4 : 0.3;
  });
}

BOOST_AUTO_TEST_CASE(what_the_failure_rule_makes_is_no_finding) {
  MadeStudy study = failing(4, 4);
  add_equal(study, "linear_cka_distance");
  study.values_.erase(study.values_.begin(), study.values_.begin() + 3);  // equal curves alone
  add_disagreement(study);                                                // every run gives one class
  const auto rows = failed_against_successful(study, {});
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[0].verdict == "no difference seen");
  BOOST_TEST(rows[1].verdict == "by construction");
  BOOST_TEST(rows[1].reason.starts_with("every failed run gives one class for all test items"), rows[1].reason);
  const StudyReport report = report_of(study);
  const StudyAnswer answer = answer_of(report, "Do the measures tell");
  BOOST_TEST(answer.verdict == "no difference seen");
  BOOST_TEST(answer.sentence ==
             "Failed runs are less stable in 0 and more stable in 0 of 1 tested curve of representations (top layer; "
             "level 0.05, Holm). Not counted: 1 curve that follows from the rule, as failed runs give one class "
             "(pairwise disagreement).");
  BOOST_TEST(std::get<std::string>(table_named(report, "summary").rows[0][6]) ==
             "0 less, 0 more stable, 1 not told apart, 1 by construction");
  // Failed runs that give both classes agree of their own accord.
  study.classes_ = [](const StudyRun&) { return arma::uvec{0, 1, 0, 0}; };
  BOOST_TEST(failed_against_successful(study, {})[1].verdict == "failed runs more stable");
  const StudyAnswer found = answer_of(report_of(study), "Do the measures tell");
  BOOST_TEST(found.verdict == "cannot tell");  // 1 of 2
  BOOST_TEST(
      found.sentence.find("1 tested curve of representations, and in 0 and more stable in 1 of 1 tested curve of "
                          "predictions") != std::string::npos,
      found.sentence);
}

BOOST_AUTO_TEST_CASE(a_caption_with_p_says_of_how_many_runs) {
  const StudyReport report = report_of(failing(4, 5));
  const std::string& caption = figure_named(report, "failed-").caption;
  BOOST_TEST(caption.find("(Holm), n = 4 failed and 5 successful runs, permutation of the labels") != std::string::npos,
             caption);
}

// Of Figures 1(b), 7 and 8 stand beside: runs at the published rate, or under a name of their own; no other method.
BOOST_AUTO_TEST_CASE(only_runs_at_a_larger_rate_stand_beside_the_published_failed_runs) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  const auto rows = [&] { return report_of(study).published.size(); };
  BOOST_TEST(rows() == 1u);
  const auto rename = [&](const std::string& name) {
    for (StudyValue& value : study.values_) value.group = name;
    study.groups_[0].name = name;
  };
  rename("original");
  BOOST_TEST(rows() == 0u);
  study.groups_[0].training = StudyTraining{5, 16, 2e-5, "best"};
  BOOST_TEST(rows() == 0u);
  study.groups_[0].training = StudyTraining{5, 16, 5e-5, "last"};
  BOOST_TEST(rows() == 1u);
  rename("llrd");
  study.groups_[0].mitigation = "llrd";
  BOOST_TEST(rows() == 0u);
}

BOOST_AUTO_TEST_CASE(bands_count_pairs_of_a_run_with_itself_as_the_manifest_says, *utf::tolerance(1e-12)) {
  const auto left_out = difference_bands({blocks(6, 3, 0.9, 0.1, 0.5)}, first_marked(6, 3), 200, 0);
  const auto counted =
      difference_bands({blocks(6, 3, 0.9, 0.1, 0.5)}, first_marked(6, 3), 200, 0, SelfPairs::include_zero);
  BOOST_TEST(left_out->high[0] - left_out->low[0] == 0.0);
  BOOST_TEST(counted->low[0] < 0.5);  // draws with a run twice or three times
  MadeStudy study = failing(4, 4);
  const double band = *failed_against_successful(study, {})[0].top().band_low;
  study.self_pairs_ = "include_zero";
  BOOST_TEST(*failed_against_successful(study, {})[0].top().band_low < band);
}

BOOST_AUTO_TEST_CASE(one_seed_cannot_tell_and_the_reasons_speak_of_seeds) {
  MadeStudy study;
  study.failure_ = StudyFailure{"accuracy", 0.5, "test"};
  study.add_group("original", {0.9});
  for (const char* measure : {"linear_cka_distance", "orthogonal_procrustes_distance"})
    for (const char* layer : {"1", "2", "3"})
      study.add_value(measure, layer, [](std::size_t, std::size_t) { return 0.5; }).instability = std::nullopt;
  for (const char* measure : {"pairwise_disagreement", "performance_sd"}) study.add_number(measure, "", std::nullopt);
  BOOST_TEST(studies::layer_correlations(study, false)[0].reason == "1 seed: a pair needs 2");
  BOOST_TEST(group_agreements(study, 200)[0].reason.starts_with("1 group has 1 seed or none: a pair needs 2; want 8"));
  BOOST_TEST(failed_against_successful(study, {})[0].reason == "1 seed: a pair needs 2");
  const StudyReport report = report_of(study);
  for (std::size_t i = 0; i < 3; ++i) {
    BOOST_TEST(report.answers[i].verdict == "cannot tell");
    BOOST_TEST(report.answers[i].sentence.find("a pair needs 2") != std::string::npos, report.answers[i].sentence);
  }
}

/// A distance of 0.4 -+ 0.1 on all items that is 0.1 on half of them whichever they are, a disagreement of 0.3 -+ 0.02
/// that goes far up and down with them.
MadeStudy sampled() {
  MadeStudy study;
  study.add_group("original", {0.9, 0.92, 0.91});
  StudyValue& distance = study.add_number("linear_cka_distance", "12", 0.4);
  distance.low = 0.3;
  distance.high = 0.5;
  for (std::int64_t draw = 1; draw <= 4; ++draw) study.add_sample(0.5, draw, 0.1 + 0.001 * static_cast<double>(draw));
  StudyValue& disagreement = study.add_number("pairwise_disagreement", "", 0.3);
  disagreement.low = 0.28;
  disagreement.high = 0.32;
  for (std::int64_t draw = 1; draw <= 4; ++draw) study.add_sample(0.5, draw, draw % 2 == 0 ? 0.2 : 0.4);
  return study;
}

BOOST_AUTO_TEST_CASE(bias_by_the_number_of_items_is_no_other_sample) {
  const StudyReport report = report_of(sampled());
  const StudyAnswer answer = answer_of(report, "Do the measures say the same");
  BOOST_TEST(answer.verdict == "partly");
  BOOST_TEST(
      answer.sentence ==
      "Of 8 values on sub-samples (top layers) 4 lie in the 95 % interval over seeds on all items when their mean "
      "shift is taken out (yes: 95 %, partly: half), 0 as they are. That shift is bias by n, no other sample: "
      "linear CKA distance in 1 of 1.");
  const StudyTable& table = table_named(report, "test_samples");
  for (const auto& row : table.rows) {
    const bool distance = std::get<std::string>(row[3]) == "linear CKA distance";
    BOOST_TEST(std::get<double>(row[16]) == 0.0);
    BOOST_TEST(std::get<double>(row[17]) == (distance ? 4.0 : 0.0));
    BOOST_TEST(std::get<std::string>(row[18]) == (distance ? "lower" : "cannot tell"));
  }
}

BOOST_AUTO_TEST_CASE(the_divisor_of_standard_deviations_is_that_asked_for) {
  const MadeStudy study = sampled();
  const auto spread = [&](int ddof) { return *studies::sample_spreads(study, false, ddof).back().sd; };
  BOOST_TEST(spread(0) == spread(1) * std::sqrt(3.0 / 4.0), boost::test_tools::tolerance(1e-12));
  const published::Facts facts(study.published());
  Findings findings = findings_of(study, facts);
  StudyReport sample;
  report_failures(findings, sample);
  findings.ddof = 0;
  StudyReport population;
  report_failures(findings, population);
  report_samples(findings, population);
  BOOST_TEST(figure_named(sample, "scores-").caption.find("divisor m - 1)") != std::string::npos);
  BOOST_TEST(figure_named(population, "scores-").caption.find("divisor m)") != std::string::npos);
  BOOST_TEST(table_named(population, "test_samples").caption.ends_with("SD: divisor draws."));
}

BOOST_AUTO_TEST_SUITE_END()
