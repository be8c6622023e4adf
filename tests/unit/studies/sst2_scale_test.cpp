// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <variant>

#include "../../../studies/sst2_scale/sections.hpp"
#include "support/made_study.hpp"

using namespace reseed;
using namespace reseed::sst2_scale;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// So many layers: CKA and OP distance rise together, SVCCA distance does not.
void add_curves(MadeStudy& study, std::size_t layers) {
  std::vector<double> rising, steeper, other;
  for (std::size_t l = 1; l <= layers; ++l) {
    rising.push_back(0.01 * static_cast<double>(l));
    steeper.push_back(0.01 * static_cast<double>(l * l));
    other.push_back(l % 2 == 0 ? 0.1 : 0.3);
  }
  study.add_curve("linear_cka_distance", rising);
  study.add_curve("orthogonal_procrustes_distance", steeper);
  study.add_curve("svcca_distance", other);
}

MadeStudy large_task(const std::string& checkpoint, std::size_t layers = 24) {
  MadeStudy study;
  study.items_ = 436;
  study.add_group("original", {0.90, 0.92, 0.94}, "sst2-bert", checkpoint);
  study.of_paper(checkpoint, "glue/SST-2");
  add_curves(study, layers);
  study.add_number("performance_sd", "", 0.02);
  study.values_.back().low = 0.005;
  study.values_.back().high = 0.03;
  return study;
}

StudyReport report_of(const StudyData& data) {
  const published::Facts facts(data.published());
  const Findings findings{data, facts, studies::layer_correlations(data, false), score_rows(data)};
  StudyReport report;
  report.answers = answers(findings);
  report.tables = {table3(findings), values_table(findings),
                   layer_correlations_table("layer_correlations", findings.correlations)};
  report.figures = figures(findings);
  if (!facts.empty()) report_against_paper(findings, report);
  check_well_formed(report);
  return report;
}

std::string cell_of(const StudyTable& table, const std::string& row, std::size_t column = 1) {
  for (const auto& cells : table.rows)
    if (std::get<std::string>(cells[0]) == row) return std::get<std::string>(cells[column]);
  return "no row " + row;
}

const StudyPublished& published_row(const StudyReport& report, const std::string& measure,
                                    const std::string& variant = "textbook") {
  for (const StudyPublished& row : report.published)
    if (row.measure == measure && row.variant == variant) return row;
  throw std::runtime_error("no row " + measure);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sst2_scale_study)

BOOST_AUTO_TEST_CASE(the_table_has_the_papers_layout) {
  const StudyReport report = report_of(large_task("bert-large-uncased"));
  const StudyTable& table = report.tables[0];
  BOOST_TEST(table.columns[1].title == "sst2-bert, bert-large-uncased");
  BOOST_TEST(cell_of(table, "score (accuracy)") == "92.0 ± 2.0");
  BOOST_TEST(cell_of(table, "performance SD") == "2.0");
  BOOST_TEST(cell_of(table, "runs") == "3");
}

BOOST_AUTO_TEST_CASE(what_the_paper_printed_stands_beside_the_group) {
  MadeStudy study = large_task("bert-large-uncased");
  study.add_group("original", {0.8, 0.82, 0.81}, "rte", "bert-large-uncased");
  study.publish("du_nguyen_2023");
  const StudyReport report = report_of(study);
  const StudyTable& table = report.tables[0];
  BOOST_REQUIRE_EQUAL(table.columns.size(), 4u);
  BOOST_TEST(table.columns[2].title == "published, bert-large-uncased");
  BOOST_TEST(table.columns[3].title == "rte, bert-large-uncased");
  BOOST_TEST(cell_of(table, "score (accuracy)", 2) == "92.6 ± 0.8");
  BOOST_TEST(cell_of(table, "performance SD", 2) == "0.8");
  BOOST_TEST(cell_of(table, "r: linear CKA distance, orthogonal Procrustes distance", 2) == "0.78");
  BOOST_TEST(cell_of(table, "runs", 2) == "20");
  BOOST_TEST(cell_of(table, "score (accuracy)", 3) == "81.0 ± 1.0");
}

BOOST_AUTO_TEST_CASE(the_page_says_what_comes_from_the_code) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  const StudyReport report = report_of(study);
  std::vector<double> numbers;
  for (const auto& row : table_named(report, "paper_versus_code").rows) numbers.push_back(std::get<double>(row[0]));
  // CKA 5, OP 6, SVCCA 8, SD 10, all of them 9 and 11, the halves of SST-2 27, the seeds 30, the roundings 39.
  BOOST_TEST(numbers == (std::vector<double>{5, 6, 8, 9, 10, 11, 27, 30, 39}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_large_task_is_known_by_its_data_whatever_it_is_called) {
  MadeStudy study;
  const auto large = [&](const std::string& task) {
    for (const StudyGroup& group : study.groups_)
      if (group.task == task) return is_large(study, group);
    throw std::runtime_error("no task " + task);
  };
  study.add_group("original", {0.9, 0.8}, "movies");
  study.of_paper("tiny", "glue/SST-2");
  study.add_group("original", {0.9, 0.8}, "sst2-of-my-own");
  study.of_paper("tiny", "reviews");
  study.add_group("original", {0.9, 0.8}, "sst2-rte");
  study.of_paper("tiny", "glue/RTE");
  BOOST_TEST(large("movies"));
  BOOST_TEST(!large("sst2-of-my-own"));
  BOOST_TEST(!large("sst2-rte"));
  // A cut of the training set to compare with; another model's tasks do not count.
  study.groups_[0].train_items = 2048;
  study.add_group("original", {0.9, 0.8}, "few movies").train_items = 256;
  study.of_paper("tiny", "glue/SST-2");
  study.add_group("original", {0.9, 0.8}, "all movies", "another model");
  study.of_paper("tiny", "glue/SST-2");
  BOOST_TEST(large("movies"));
  BOOST_TEST(!large("few movies"));
  BOOST_TEST(large("all movies"));
  // Not cut is more than any cut.
  study.add_group("original", {0.9, 0.8}, "whole");
  study.of_paper("tiny", "glue/SST-2");
  BOOST_TEST(!large("movies"));
  BOOST_TEST(large("whole"));
}

BOOST_AUTO_TEST_CASE(scores_by_another_metric_have_no_printed_ones_beside_them) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  study.groups_[0].metric = "f1";
  const StudyReport report = report_of(study);
  for (const auto& cells : report.tables[0].rows) {
    const auto& quantity = std::get<std::string>(cells[0]);
    const bool of_score = quantity == "score (F1)" || quantity == "performance SD";
    BOOST_TEST(std::holds_alternative<std::string>(cells[2]) == !of_score, quantity);
  }
  // A second metric stands with the first, and the number of runs last.
  study.add_group("original", {0.8, 0.82, 0.81}, "rte", "bert-large-uncased");
  const StudyReport two = report_of(study);
  std::vector<std::string> quantities;
  for (const auto& cells : two.tables[0].rows) quantities.push_back(std::get<std::string>(cells[0]));
  const auto f1 = std::find(quantities.begin(), quantities.end(), "score (F1)");
  BOOST_REQUIRE(f1 != quantities.end());
  BOOST_TEST(*(f1 + 1) == "score (accuracy)");
  BOOST_TEST(quantities.back() == "runs");
}

BOOST_AUTO_TEST_CASE(the_papers_model_is_held_against_table_3_and_its_claim) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  const StudyReport report = report_of(study);
  BOOST_TEST(report.published.size() == 5u);  // three correlations, score, SD
  for (const StudyPublished& row : report.published) {
    BOOST_TEST(row.verdict != "not_comparable", row.measure + ": " + row.remark);
    if (row.measure == "performance_sd") BOOST_TEST(row.verdict == "agrees");  // 0.8 of 100 lies in 0.5 to 3
  }
  // x 100 with one decimal, as printed.
  BOOST_TEST(published_row(report, "score", "").published == 92.6);
  BOOST_TEST(*published_row(report, "score", "").ours == 92.0, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(published_row(report, "performance_sd").published == 0.8);
  BOOST_TEST(*published_row(report, "performance_sd").ours == 2.0, boost::test_tools::tolerance(1e-9));
  BOOST_REQUIRE(report.claims.size() == 1u);
  BOOST_TEST(report.claims[0].verdict == "holds");
  // One dialect in published.csv: the paper's model and task, measures by their ids.
  for (const StudyPublished& row : report.published) {
    BOOST_TEST(row.model == "bert");
    BOOST_TEST(row.task == "sst2");
    BOOST_TEST(row.method == "original");
  }
}

/// Curves of a group of so many seeds over six layers, in one form. `noise` of single pairs.
void add_form(MadeStudy& study, const std::string& variant, const std::vector<double>& cka,
              const std::vector<double>& procrustes, const std::vector<double>& svcca, double noise) {
  const auto add = [&](const char* measure, const std::vector<double>& curve, std::size_t step) {
    for (std::size_t l = 0; l < curve.size(); ++l)
      study
          .add_value(measure, std::to_string(l + 1),
                     [&](std::size_t i, std::size_t j) {
                       return curve[l] + noise * static_cast<double>((step * i + 3 * j + 5 * l) % 7);
                     })
          .variant = variant;
  };
  add("linear_cka_distance", cka, 1);
  add("orthogonal_procrustes_distance", procrustes, 2);
  add("svcca_distance", svcca, 4);
}

MadeStudy six_layers() {
  MadeStudy study;
  study.items_ = 436;
  study.publish("du_nguyen_2023");
  study.add_group("original", {0.90, 0.92, 0.94, 0.91, 0.93}, "sst2", "tiny");
  study.of_paper("tiny", "glue/SST-2");
  return study;
}

// By the textbook forms r of CKA and OP is as high as that of OP and SVCCA: nothing is told, however it falls out in
// the last digit. By the other forms OP and SVCCA are one curve and CKA another.
BOOST_AUTO_TEST_CASE(the_claim_is_one_by_the_textbook_forms_and_one_by_those_of_the_code) {
  MadeStudy study = six_layers();
  add_form(study, "textbook", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, {0.12, 0.18, 0.32, 0.38, 0.52, 0.58},
           {0.08, 0.22, 0.28, 0.42, 0.48, 0.62}, 0.02);
  add_form(study, "as_published", {0.6, 0.1, 0.5, 0.2, 0.4, 0.3}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
           {0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, 0.001);
  const StudyReport report = report_of(study);
  BOOST_REQUIRE_EQUAL(report.claims.size(), 2u);
  BOOST_TEST(report.claims[0].id == "cka_op_closest.tiny");
  BOOST_TEST(report.claims[0].verdict == "cannot_tell", report.claims[0].remark);
  BOOST_TEST(report.claims[0].remark.find("95 % for both at once (Bonferroni)") != std::string::npos);
  BOOST_TEST(report.claims[1].id == "cka_op_closest.tiny-as_published");
  BOOST_TEST(report.claims[1].text.ends_with("(published code's forms)"));
  BOOST_TEST(report.claims[1].verdict == "does_not_hold", report.claims[1].remark);
}

// Two layers of SVCCA at which its value is forced make CKA and SVCCA alike; without them they are not.
BOOST_AUTO_TEST_CASE(layers_forced_by_dimension_decide_no_claim) {
  MadeStudy study = six_layers();
  add_form(study, "textbook", {0.1, 0.2, 0.3, 0.4, 5.0, 6.0}, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6},
           {0.4, 0.1, 0.3, 0.2, 5.0, 6.0}, 0.001);
  BOOST_TEST(report_of(study).claims.at(0).verdict == "does_not_hold", report_of(study).claims.at(0).remark);
  for (StudyValue& value : study.values_)
    if (value.measure == "svcca_distance" && (value.layer == "5" || value.layer == "6"))
      value.flags.push_back("degenerate_subspace");
  const StudyClaim claim = report_of(study).claims.at(0);
  BOOST_TEST(claim.verdict == "holds", claim.remark);
  BOOST_TEST(claim.remark.starts_with("Over 4 layers r of CKA and OP is 1.000, "), claim.remark);
  BOOST_TEST(claim.remark.find("Left out: 2 layers at which a value is forced by dimension.") != std::string::npos,
             claim.remark);
  for (StudyValue& value : study.values_)
    if (value.measure == "svcca_distance" && value.layer != "1") value.flags = {"degenerate_subspace"};
  const StudyClaim none = report_of(study).claims.at(0);
  BOOST_TEST(none.verdict == "cannot_tell");
  BOOST_TEST(none.remark.find("not forced by dimension, found 1") != std::string::npos, none.remark);
}

BOOST_AUTO_TEST_CASE(printed_correlations_are_hollow_marks) {
  const auto hollow = [](const StudyFigure& figure) {
    std::size_t marks = 0;
    for (const StudySeries& series : figure.series)
      if (series.mark == StudySeries::Mark::hollow) marks += series.points.size();
    return marks;
  };
  MadeStudy study = large_task("bert-large-uncased");
  BOOST_TEST(hollow(figure_named(report_of(study), "agreement-")) == 0u);
  study.publish("du_nguyen_2023");
  study.add_group("original", {0.8, 0.82, 0.81}, "rte", "bert-large-uncased");
  study.of_paper("bert-large-uncased", "glue/RTE");
  add_curves(study, 24);
  const StudyReport own = report_of(study);
  BOOST_TEST(hollow(figure_named(own, "agreement-")) == 3u);  // of SST-2 alone
  BOOST_TEST(figure_named(own, "agreement-").caption.ends_with("Hollow marks: published."));
  MadeStudy small = large_task("tiny");
  small.publish("du_nguyen_2023");
  const StudyReport other = report_of(small);
  BOOST_TEST(hollow(figure_named(other, "agreement-")) == 3u);
  BOOST_TEST(figure_named(other, "agreement-")
                 .caption.ends_with("Hollow marks: published for bert-large-uncased, another scale, not compared."));
}

BOOST_AUTO_TEST_CASE(the_divisor_of_the_scores_is_that_asked_for) {
  const MadeStudy study = large_task("bert-large-uncased");
  const published::Facts facts(study.published());
  const Findings findings{study, facts, studies::layer_correlations(study, false), score_rows(study, 0), false, 0};
  const StudyTable table = table3(findings);
  BOOST_TEST(cell_of(table, "score (accuracy)") == "92.0 ± 1.6");  // 2 sqrt(2 / 3)
  BOOST_TEST(table.caption.find("(± SD over seeds, divisor m)") != std::string::npos, table.caption);
  BOOST_TEST(figures(findings).at(0).caption.find("divisor m)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(another_metric_half_depth_or_data_set_is_named_and_not_compared) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  study.groups_[0].metric = "f1";
  BOOST_TEST(published_row(report_of(study), "score", "").remark == "another metric: f1, published accuracy");
  BOOST_TEST(published_row(report_of(study), "performance_sd").verdict == "not_comparable");
  study.groups_[0].metric = "accuracy";
  for (StudyValue& value : study.values_) value.n_items = 400;
  for (const StudyPublished& row : report_of(study).published)
    BOOST_TEST(row.remark == "other test items: 400, published on 436");
  for (StudyValue& value : study.values_) value.n_items = 436;
  study.groups_[0].dataset = "reviews";  // its name alone says SST-2
  const StudyReport elsewhere = report_of(study);
  BOOST_TEST(elsewhere.published.empty());
  BOOST_TEST(std::count(elsewhere.notes.begin(), elsewhere.notes.end(),
                        "Table 3 of bert-large-uncased is not compared: the manifest does not run this model on "
                        "SST-2.") == 1);
  MadeStudy shallow = large_task("bert-large-uncased", 12);
  shallow.publish("du_nguyen_2023");
  const StudyReport report = report_of(shallow);
  BOOST_TEST(published_row(report, "r across layers, linear_cka_distance and orthogonal_procrustes_distance").remark ==
             "other layers: 12, the published model has 24");
  BOOST_TEST(published_row(report, "performance_sd").verdict == "agrees");
}

BOOST_AUTO_TEST_CASE(another_scale_is_named_and_not_compared) {
  MadeStudy study = large_task("tiny");
  study.publish("du_nguyen_2023");
  for (const StudyPublished& row : report_of(study).published) {
    BOOST_TEST(row.verdict == "not_comparable");
    BOOST_TEST(row.remark == "because of scale: tiny is not bert-large-uncased");
  }
}

BOOST_AUTO_TEST_CASE(figures_show_every_seed) {
  MadeStudy study;
  study.add_group("original", {0.90, 0.92, 0.94}, "sst2", "tiny");
  for (const char* measure : {"linear_cka_distance", "svcca_distance"})
    for (std::size_t l = 1; l <= 4; ++l)
      study.add_value(measure, std::to_string(l), [&](std::size_t i, std::size_t j) {
        return (measure[0] == 'l' ? 0.1 : 0.02 * static_cast<double>(l)) * static_cast<double>(l + i + 2 * j);
      });
  const StudyReport report = report_of(study);
  BOOST_TEST(marks_of_runs(figure_named(report, "scores-tiny-accuracy")) == 3u);
  BOOST_TEST(dots_of(figure_named(report, "agreement-tiny-textbook")) == 3u);
  const StudyFigure& layers = figure_named(report, "layers-original--sst2--tiny");
  BOOST_TEST(dots_of(layers) == 2u * 4u * 3u);  // two measures, four layers, three seeds
  BOOST_TEST(layers.series.back().like == 1);
  BOOST_TEST(layers.caption.starts_with("Small dots: mean distance of each seed's run to the others."));
}

BOOST_AUTO_TEST_CASE(a_large_task_that_does_not_learn_decides_no_claim) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  for (StudyRun& run : study.groups_[0].runs) run.scores["test"] = 0.75;  // what one class scores
  const StudyReport report = report_of(study);
  BOOST_TEST(report.claims.at(0).verdict == "cannot_tell");
  BOOST_TEST(report.answers.at(0).verdict == "cannot tell");
  BOOST_TEST(report.answers.at(0).sentence.ends_with("Tasks that do not learn are left out: sst2-bert, "
                                                     "bert-large-uncased."),
             report.answers.at(0).sentence);
}

BOOST_AUTO_TEST_CASE(a_smaller_task_of_the_same_model_gives_something_to_compare) {
  MadeStudy study = large_task("tiny");
  study.add_group("original", {0.8, 0.9, 0.98}, "rte", "tiny");
  study.add_number("performance_sd", "", 0.1);
  study.values_.back().low = 0.05;
  study.values_.back().high = 0.15;
  BOOST_TEST(report_of(study).answers[2].verdict == "yes, where it can be told");
  study.values_.back().low = 0.02;
  BOOST_TEST(report_of(study).answers[2].verdict == "cannot tell");
  study.values_.back().low = 0.05;
  for (StudyRun& run : study.groups_.back().runs) run.scores["test"] = 0.75;  // what one class scores: not learned
  BOOST_TEST(report_of(study).answers[2].verdict == "cannot tell");
  BOOST_TEST(report_of(study).answers[2].sentence.find("no smaller task that is learned") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(two_cuts_of_the_large_task_have_claims_of_their_own) {
  MadeStudy study = large_task("minilm");
  study.publish("du_nguyen_2023");
  study.add_group("original", {0.80, 0.82, 0.81}, "sst2-small", "minilm");
  study.of_paper("minilm", "glue/SST-2");
  study.add_curve("linear_cka_distance", {0.1, 0.2, 0.3, 0.4});
  const StudyReport report = report_of(study);  // which no two claims of one name may be in
  BOOST_REQUIRE_EQUAL(report.claims.size(), 2u);
  BOOST_TEST(report.claims[0].id == "cka_op_closest.minilm.sst2-bert");
  BOOST_TEST(report.claims[1].id == "cka_op_closest.minilm.sst2-small");
}

BOOST_AUTO_TEST_CASE(one_seed_cannot_tell_and_the_reason_speaks_of_seeds) {
  MadeStudy study;
  study.add_group("original", {0.9}, "sst2", "tiny");
  for (const char* measure : {"linear_cka_distance", "svcca_distance"})
    for (const char* layer : {"1", "2", "3"}) study.add_number(measure, layer, std::nullopt);
  const StudyReport report = report_of(study);
  for (const StudyAnswer& answer : report.answers) BOOST_TEST(answer.verdict == "cannot tell", answer.question);
  BOOST_TEST(report.answers[0].sentence.find("1 seed: a pair needs 2") != std::string::npos,
             report.answers[0].sentence);
}

BOOST_AUTO_TEST_CASE(one_layer_cannot_tell) {
  MadeStudy study;
  study.add_group("original", {0.9, 0.8, 0.85}, "sst2", "tiny");
  study.add_curve("linear_cka_distance", {0.1});
  study.add_curve("svcca_distance", {0.1});
  const StudyReport report = report_of(study);
  BOOST_TEST(report.answers[0].verdict == "cannot tell");
  BOOST_TEST(report.answers[0].sentence.find("want 3 layers at which both have a value, found 1") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
