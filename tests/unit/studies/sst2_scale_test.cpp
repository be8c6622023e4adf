// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "../../../studies/sst2_scale/sections.hpp"
#include "support/made_study.hpp"

using namespace reseed;
using namespace reseed::sst2_scale;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// Constant distances by layer: every resample has the same curve, the intervals have no width.
void add_curve(MadeStudy& study, const std::string& measure, const std::vector<double>& layers) {
  for (std::size_t l = 0; l < layers.size(); ++l)
    study.add_value(measure, std::to_string(l + 1), [&](std::size_t, std::size_t) { return layers[l]; });
}

/// CKA and OP distance rise together, SVCCA distance does not.
MadeStudy large_task(const std::string& model) {
  MadeStudy study;
  study.add_group("original", {0.90, 0.92, 0.94}, "sst2-bert", model);
  add_curve(study, "linear_cka_distance", {0.1, 0.2, 0.3, 0.4});
  add_curve(study, "orthogonal_procrustes_distance", {0.1, 0.2, 0.3, 0.5});
  add_curve(study, "svcca_distance", {0.3, 0.1, 0.3, 0.2});
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

std::string cell_of(const StudyTable& table, const std::string& row) {
  for (const auto& cells : table.rows)
    if (std::get<std::string>(cells[0]) == row) return std::get<std::string>(cells[1]);
  return "no row " + row;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sst2_scale_study)

BOOST_AUTO_TEST_CASE(the_table_has_the_papers_layout) {
  const StudyReport report = report_of(large_task("bert-large-uncased"));
  const StudyTable& table = report.tables[0];
  BOOST_TEST(table.columns[1].title == "sst2-bert, bert-large-uncased");
  BOOST_TEST(cell_of(table, "score (accuracy)") == "92.0");
  BOOST_TEST(cell_of(table, "performance SD") == "2.0");
  BOOST_TEST(cell_of(table, "runs") == "3");
}

BOOST_AUTO_TEST_CASE(a_split_per_model_is_the_large_task_all_the_same) {
  StudyGroup group;
  for (const char* task : {"sst2", "SST-2", "sst2-bert", "sst-2-roberta"}) {
    group.task = task;
    BOOST_TEST(is_large(group), task);
  }
  group.task = "rte";
  BOOST_TEST(!is_large(group));
}

BOOST_AUTO_TEST_CASE(the_papers_model_is_held_against_table_3_and_its_claim) {
  MadeStudy study = large_task("bert-large-uncased");
  study.publish("du_nguyen_2023");
  const StudyReport report = report_of(study);
  BOOST_TEST(report.published.size() == 5u);  // three correlations, score, SD
  for (const StudyPublished& row : report.published) {
    BOOST_TEST(row.verdict != "not_comparable", row.measure + ": " + row.remark);
    if (row.measure == "sd") BOOST_TEST(row.verdict == "agrees");  // 0.8 of 100 lies in 0.5 to 3
  }
  BOOST_REQUIRE(report.claims.size() == 1u);
  BOOST_TEST(report.claims[0].verdict == "holds");
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
  add_curve(study, "linear_cka_distance", {0.1, 0.2, 0.3, 0.4});
  const StudyReport report = report_of(study);  // which no two claims of one name may be in
  BOOST_REQUIRE_EQUAL(report.claims.size(), 2u);
  BOOST_TEST(report.claims[0].id == "cka_op_closest.minilm.sst2-bert");
  BOOST_TEST(report.claims[1].id == "cka_op_closest.minilm.sst2-small");
}

BOOST_AUTO_TEST_CASE(one_seed_and_one_layer_cannot_tell) {
  MadeStudy study;
  study.add_group("original", {0.9}, "sst2", "tiny");
  add_curve(study, "linear_cka_distance", {0.1});
  add_curve(study, "svcca_distance", {0.1});
  for (StudyValue& value : study.values_) value.value = value.instability = std::nullopt;
  for (const StudyAnswer& answer : report_of(study).answers)
    BOOST_TEST(answer.verdict == "cannot tell", answer.question);
}

BOOST_AUTO_TEST_SUITE_END()
