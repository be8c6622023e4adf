// SPDX-License-Identifier: Apache-2.0
// What studies share to be held against the paper: what may be compared, verdicts with their reasons, forms of the
// published code.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/code_forms.hpp"
#include "../../../studies/common/code_rows.hpp"
#include "../../../studies/common/comparability.hpp"
#include "../../../studies/common/layer_correlation.hpp"
#include "../../../studies/common/paper_scale.hpp"
#include "../../../studies/common/published_verdict.hpp"
#include "report/published_tables.hpp"
#include "support/made_study.hpp"

using namespace reseed;
using namespace reseed::studies;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

const published::Facts& facts() {
  static const published::Facts read(published_files("du_nguyen_2023"));
  return read;
}

/// Standard of BERT-large on the paper's half of RTE.
MadeStudy bert_on_rte() {
  MadeStudy study;
  study.items_ = 139;
  study.add_group("original", {0.7, 0.8, 0.75}, "some name", "some model");
  study.of_paper("bert-large-uncased", "glue/RTE");
  study.add_number("pairwise_disagreement", "", 0.1);
  return study;
}

std::string limits_of(const MadeStudy& study, std::optional<std::size_t> layers = std::nullopt, bool of_score = true) {
  return limits(study, facts(), study.groups_[0], {"bert", "rte", of_score, true, layers});
}

/// r across layers in one form, ours in an interval around it.
JudgedNumber judged_r(const std::string& variant, double ours, double published) {
  JudgedNumber number{{"Figure 1(a)", "m", "rte", "original", "r", variant, published, {}, "", ""}, {"cka", "op"}};
  judge({ours, ours - 0.01, ours + 0.01}, by_seeds(8, 10), 0.005, "", number.row);
  return number;
}

/// A published number beside 1.0 in an interval from 0.9 to 1.2.
StudyPublished held(double published, const Evidence& evidence, double tolerance = 0.0) {
  StudyPublished row{"Table 1", "m", "rte", "original", "score", "", published, {}, "", ""};
  judge({1.0, 0.9, 1.2}, evidence, tolerance, "", row);
  return row;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(held_against_the_paper)

BOOST_AUTO_TEST_CASE(numbers_about_the_same_are_compared) {
  BOOST_TEST(limits_of(bert_on_rte()) == "");
  BOOST_TEST(limits_of(bert_on_rte(), 24) == "");
}

BOOST_AUTO_TEST_CASE(whatever_differs_is_named) {
  MadeStudy study = bert_on_rte();
  StudyGroup& group = study.groups_[0];
  group.checkpoint = "bert-base-uncased";
  BOOST_TEST(limits_of(study) == "because of scale: bert-base-uncased is not bert-large-uncased");
  group.checkpoint = "roberta-large";
  BOOST_TEST(limits_of(study) == "because of scale: roberta-large is not bert-large-uncased");
  group.checkpoint = "bert-large-uncased";
  group.dataset = "glue/MRPC";
  BOOST_TEST(limits_of(study) == "another data set: glue/MRPC, published on rte");
  group.dataset = "glue/RTE";
  group.name = study.values_[0].group = "reinit (k=1)";
  BOOST_TEST(limits_of(study) == "other options: reinit (k=1)");
  group.name = study.values_[0].group = "original";
  group.metric = "f1";
  BOOST_TEST(limits_of(study) == "another metric: f1, published accuracy");
  BOOST_TEST(limits_of(study, std::nullopt, false) == "");  // what is no score does not rest on the metric
  group.metric = "accuracy";
  study.values_[0].n_items = 138;
  BOOST_TEST(limits_of(study) == "other test items: 138, published on 139");
  study.values_[0].n_items = 139;
  BOOST_TEST(limits_of(study, 12) == "other layers: 12, the published model has 24");
  group.metric = "f1";
  BOOST_TEST(limits_of(study, 12) ==
             "another metric: f1, published accuracy; other layers: 12, the published model has 24");
}

BOOST_AUTO_TEST_CASE(another_training_is_named) {
  MadeStudy study = bert_on_rte();
  StudyGroup& group = study.groups_[0];
  group.training = StudyTraining{5, 16, 2e-5, "best"};
  group.train_items = 2490;
  BOOST_TEST(limits_of(study) == "");
  group.train_items = 256;
  BOOST_TEST(limits_of(study) == "because of scale: 256 of 2490 training items");
  group.training->epochs = 3;
  BOOST_TEST(limits_of(study) ==
             "because of scale: 256 of 2490 training items; another training: 3 epochs, published 5");
  group.train_items.reset();
  group.training = StudyTraining{5, 32, 2e-5, "best"};
  BOOST_TEST(limits_of(study) == "another training: batches of 32, published 16");
  group.training = StudyTraining{5, 16, 1e-3, "last"};
  BOOST_TEST(limits_of(study) ==
             "another training: learning rate 0.001, published 2e-05; another training: the last checkpoint, published "
             "the best");
  // The published failed runs have a rate of their own.
  PublishedNumber failed{"bert", "rte", false, false, std::nullopt};
  failed.learning_rate = 5e-5;
  failed.keep = "last";
  group.training = StudyTraining{5, 16, 5e-5, "last"};
  BOOST_TEST(limits(study, facts(), group, failed) == "");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_compared_has_no_difference_on_the_page) {
  const std::vector<StudyPublished> rows = {
      {"Table 1", "bert", "rte", "original", "score", "", 0.9, 0.5, "differs", "why"},
      {"Table 1", "bert", "rte", "original", "score", "", 0.9, 0.5, "not_comparable", "because of scale"}};
  const StudyTable table = published_table(rows, "", "All");
  BOOST_TEST(std::get<double>(table.rows[0][8]) == -0.4, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(std::holds_alternative<std::monostate>(table.rows[1][8]));
}

BOOST_AUTO_TEST_CASE(forms_of_one_number_are_those_of_one_group) {
  MadeStudy study = bert_on_rte();
  study.add_group("original", {0.7, 0.8}, "rte", "another model");
  std::vector<JudgedNumber> numbers = {judged_r("textbook", 0.5, 0.9), judged_r("as_published", 0.9, 0.9)};
  numbers[0].group = &study.groups_[0];
  numbers[1].group = &study.groups_[1];
  BOOST_TEST(
      explained(facts(), numbers)[0].remark.starts_with("not explained by a known row; the as_published form was "
                                                        "not compared"));
  numbers[1].group = &study.groups_[0];
  BOOST_TEST(explained(facts(), numbers)[0].remark.starts_with("because row 5"));
}

BOOST_AUTO_TEST_CASE(names_in_the_manifest_do_not_make_a_model_or_a_data_set_the_papers) {
  MadeStudy study;
  study.add_group("original", {0.7, 0.8}, "rte", "bert-large");
  study.of_paper("a-small-one", "reviews");
  const PaperNames other = paper_names(study.groups_[0]);
  BOOST_TEST(!other.model.has_value());
  BOOST_TEST(!other.task.has_value());
  BOOST_TEST(!paper_model_beside(study.groups_[0]).same_scale);
  study.of_paper("roberta-large", "glue/SST-2");
  const PaperNames own = paper_names(study.groups_[0]);
  BOOST_TEST(own.model.value() == "roberta");
  BOOST_TEST(own.task.value() == "sst2");
  BOOST_TEST(own.method.value() == "standard");
}

// 8 of ours, 10 published: both ends sqrt(1 + 8 / 10) = 1.3416 times as far from our value, 0.8658 and 1.2683.
BOOST_AUTO_TEST_CASE(an_interval_is_widened_for_the_seeds_of_the_published_number, *utf::tolerance(1e-9)) {
  const Widened interval = widened({1.0, 0.9, 1.2}, by_seeds(8, 10));
  BOOST_TEST(interval.low == 1.0 - 0.1 * std::sqrt(1.8));
  BOOST_TEST(interval.high == 1.0 + 0.2 * std::sqrt(1.8));
  BOOST_TEST(held(1.26, by_seeds(8, 10)).verdict == "agrees");  // outside of 0.9 to 1.2
  BOOST_TEST(held(1.27, by_seeds(8, 10)).verdict == "differs");
  BOOST_TEST(held(1.27, by_seeds(8, 10), 0.005).verdict == "agrees");  // half a unit of its last decimal
  BOOST_TEST(held(0.87, by_seeds(8, 10)).verdict == "agrees");
  BOOST_TEST(held(0.86, by_seeds(8, 10)).verdict == "differs");
  BOOST_TEST(held(1.26, by_seeds(8, 1000)).verdict == "differs");  // sqrt(1.008): 1.2008
  BOOST_TEST(held(1.26, by_seeds(1, 10)).verdict == "differs");    // sqrt(1.1): 1.2098
  BOOST_TEST(*held(1.26, by_seeds(8, 10)).ours == 1.0);
  BOOST_TEST(held(1.26, by_seeds(8, 10)).remark ==
             "our 95 % interval over 8 seeds, widened for the 10 of the published one: 0.866 to 1.268");
}

// Percentiles of a measure that resamples lower may lie below the value: it agrees with itself all the same.
BOOST_AUTO_TEST_CASE(our_value_lies_in_its_own_interval, *utf::tolerance(1e-12)) {
  const Widened interval = widened({1.0, 0.7, 0.9}, by_seeds(10, 10));
  BOOST_TEST(interval.high == 1.0);
  BOOST_TEST(interval.low == 1.0 - 0.3 * std::sqrt(2.0));
}

// Variances add up: 1 / 4 + 1 / 4 of ours is that of 2 seeds, 1 / 13 + 1 / 7 of CoLA's published lists that of 4.55;
// sqrt(1 + 2 / 4.55) = 1.1998.
BOOST_AUTO_TEST_CASE(a_difference_of_two_lists_rests_on_both, *utf::tolerance(1e-9)) {
  const Evidence evidence = by_two_lists(4, 4, 13, 7);
  BOOST_TEST(evidence.ours == 2.0);
  BOOST_TEST(evidence.published == 91.0 / 20.0);
  BOOST_TEST(widened({1.0, 0.9, 1.2}, evidence).high == 1.0 + 0.2 * std::sqrt(1.0 + 40.0 / 91.0));
  BOOST_TEST(held(1.0, evidence).remark ==
             "our 95 % interval over 4 failed and 4 successful runs, widened for the 13 and 7 of the published one: "
             "0.880 to 1.240");
}

BOOST_AUTO_TEST_CASE(nothing_is_judged_without_an_interval_or_published_seeds) {
  StudyPublished row = held(1.0, by_seeds(8, 0));
  BOOST_TEST(row.verdict == "not_comparable");
  BOOST_TEST(row.remark == "the seeds behind the published number are not known");
  judge({1.0, {}, {}}, by_seeds(1, 20), 0.0, "", row);
  BOOST_TEST(row.remark == "we have no interval over seeds");
  judge({}, by_seeds(0, 20), 0.0, "", row);
  BOOST_TEST(row.remark == "we have no value");
  judge({1.0, 0.9, 1.2}, by_seeds(8, 20), 0.0, "because of scale: small is not large", row);
  BOOST_TEST(row.remark == "because of scale: small is not large");
  BOOST_TEST(row.ours.has_value());  // it stands beside the published one all the same
}

BOOST_AUTO_TEST_CASE(the_papers_tables_say_how_many_seeds_they_rest_on) {
  BOOST_TEST(published_seeds(facts(), "bert", "rte", "standard") == 20);
  BOOST_TEST(published_seeds(facts(), "bert", "rte", "mixout") == 10);
  BOOST_TEST(published_seeds(facts(), "roberta", "sst2", "standard") == 20);
  BOOST_TEST(published_seeds(facts(), "bert", "sst2", "mixout") == 0);  // no such table
}

BOOST_AUTO_TEST_CASE(a_row_is_the_reason_where_the_published_form_agrees) {
  const auto rows = explained(facts(), {judged_r("textbook", 0.6, 0.95), judged_r("as_published", 0.95, 0.95)});
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[0].verdict == "differs");
  BOOST_TEST(rows[0].remark.starts_with("because row 5 of the paper-versus-code list: 1 - CKA with the unbiased"),
             rows[0].remark);
  BOOST_TEST(rows[0].remark.ends_with(
                 "; our 95 % interval over 8 seeds, widened for the 10 of the published one: 0.587 to 0.613"),
             rows[0].remark);
  BOOST_TEST(rows[1].verdict == "agrees");
  BOOST_TEST(rows[1].remark ==
             "our 95 % interval over 8 seeds, widened for the 10 of the published one: 0.937 to 0.963");
}

BOOST_AUTO_TEST_CASE(a_row_is_no_reason_where_the_published_form_differs_or_is_not_there) {
  const auto differing = explained(facts(), {judged_r("textbook", 0.6, 0.95), judged_r("as_published", 0.7, 0.95)});
  BOOST_TEST(differing[0].remark.starts_with("not explained by a known row; the as_published form differs, too; our"));
  BOOST_TEST(differing[1].remark.starts_with("not explained by a known row; our"));
  const auto alone = explained(facts(), {judged_r("textbook", 0.6, 0.95)});
  BOOST_TEST(alone[0].remark.starts_with("not explained by a known row; the as_published form was not compared; our"));
  JudgedNumber disagreement = judged_r("textbook", 0.6, 0.95);
  disagreement.names = {"pwd"};  // which has one form
  BOOST_TEST(explained(facts(), {disagreement})[0].remark.starts_with("not explained by a known row; our"));
}

BOOST_AUTO_TEST_CASE(two_rows_are_named_in_front_of_what_they_say) {
  BOOST_TEST(because(facts(), {5, 8}).starts_with("because rows 5 and 8 of the paper-versus-code list: 1 - CKA"));
}

BOOST_AUTO_TEST_CASE(the_report_lists_rows_as_reasons_and_no_intervals) {
  const StudyTable reasons =
      published_reasons(explained(facts(), {judged_r("textbook", 0.6, 0.95), judged_r("as_published", 0.95, 0.95)}));
  BOOST_REQUIRE_EQUAL(reasons.rows.size(), 1u);
  const std::string& why = std::get<std::string>(reasons.rows[0].back());
  BOOST_TEST(why.starts_with("because row 5 of the paper-versus-code list"));
  BOOST_TEST(why.find("interval") == std::string::npos, why);
}

BOOST_AUTO_TEST_CASE(a_measure_of_one_form_stands_for_the_published_one) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("linear_cka_distance", {0.1, 0.2, 0.3, 0.5});
  study.add_curve("linear_cka_distance", {0.4, 0.3, 0.2, 0.0}, "as_published");
  study.add_curve("orthogonal_procrustes_distance", {0.1, 0.2, 0.3, 0.5});
  const auto rows = layer_correlations(study, false);
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[0].a.variant == "textbook");
  BOOST_TEST(*rows[0].r == 1.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(rows[1].a.variant == "as_published");
  BOOST_TEST(rows[1].b.id == "orthogonal_procrustes_distance");
  BOOST_TEST(*rows[1].r == -1.0, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(no_measure_stands_for_a_published_form_that_is_measured_or_another) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("linear_cka_distance", {0.4, 0.3, 0.2, 0.0}, "as_published");
  study.add_curve("svcca_distance", {0.1, 0.2, 0.3, 0.5});  // its published form is another
  BOOST_TEST(layer_correlations(study, false).empty());
  study.add_curve("orthogonal_procrustes_distance", {0.1, 0.2, 0.3, 0.5});
  study.add_curve("orthogonal_procrustes_distance", {0.1, 0.2, 0.3, 0.5}, "as_published");
  std::size_t published = 0;
  for (const LayerCorrelation& row : layer_correlations(study, false))
    published += row.a.variant == "as_published" ? 1 : 0;
  BOOST_TEST(published == 1u);
}

BOOST_AUTO_TEST_CASE(the_code_part_has_both_forms_and_the_rows_of_what_was_run, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.9, 0.92, 0.94});
  study.add_number("fleiss_kappa", "", 0.2);
  study.add_number("fleiss_kappa", "", 0.1).variant = "as_published";
  study.add_number("pairwise_disagreement", "", 0.1);
  const auto tables = published::code_part(study, facts(), {1, 2, 5, 27, 35});
  BOOST_REQUIRE_EQUAL(tables.size(), 2u);
  for (const StudyTable& table : tables) BOOST_TEST(table.section == published::kCodePart);
  BOOST_REQUIRE_EQUAL(tables[0].rows.size(), 1u);
  BOOST_TEST(std::get<double>(tables[0].rows[0][4]) == 0.5);
  BOOST_TEST(std::get<std::string>(tables[0].rows[0][5]).starts_with("1, 2"));
  std::vector<double> rows;  // not 5 and 27: neither CKA nor SST-2 was run; 35 is about no measure
  for (const auto& row : tables[1].rows) rows.push_back(std::get<double>(row[0]));
  BOOST_TEST(rows == (std::vector<double>{1, 2, 35}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_two_forms_the_code_part_is_the_list) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_number("fleiss_kappa", "", 0.2);
  const auto tables = published::code_part(study, facts(), {1, 35});
  BOOST_REQUIRE_EQUAL(tables.size(), 1u);
  BOOST_TEST(tables[0].id == "paper_versus_code");
}

BOOST_AUTO_TEST_SUITE_END()
