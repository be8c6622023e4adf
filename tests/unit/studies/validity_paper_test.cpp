// SPDX-License-Identifier: Apache-2.0
// The study of validity held against the paper's numbers and its code. validity_test.cpp has the study itself.
#include <boost/test/unit_test.hpp>

#include "report/published_tables.hpp"
#include "support/made_validity_study.hpp"

using namespace reseed;
using namespace reseed::validity;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// BERT-large on its half of RTE as published: 24 layers; in the published form r of CKA and OP is 0.95 to two
/// decimals, in the textbook form `textbook` times the curve of OP, so that it is 1.
MadeStudy bert_on_rte(double textbook = 1.0) {
  MadeStudy study;
  study.items_ = 139;
  study.publish("du_nguyen_2023");
  study.add_group("original", {0.5, 0.6, 0.7}, "rte", "bert-large");
  study.of_paper("bert-large-uncased", "glue/RTE");
  std::vector<double> procrustes, cka, coded;
  for (int l = 1; l <= 24; ++l) {
    procrustes.push_back(l / 24.0);
    cka.push_back(textbook * procrustes.back());
    coded.push_back(procrustes.back() + (l % 2 == 0 ? 0.098 : -0.098));
  }
  study.add_curve("linear_cka_distance", cka);
  study.add_curve("linear_cka_distance", coded, "as_published");
  study.add_curve("orthogonal_procrustes_distance", procrustes);  // its published form is the same
  return study;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(validity_study)

BOOST_AUTO_TEST_CASE(a_number_worked_out_of_two_printed_ones_has_their_decimals) {
  MadeStudy study = failing(4, 4);
  study.publish("du_nguyen_2023");
  for (StudyValue& value : study.values_) value.measure = "svcca_distance";
  const StudyReport report = report_of(study);
  BOOST_REQUIRE_EQUAL(report.published.size(), 1u);
  const StudyPublished& row = report.published[0];
  BOOST_TEST(row.published == 0.8);  // not 0.7999999999999999
  BOOST_TEST(row.model == "bert");
  BOOST_TEST(row.task == "rte");
  BOOST_TEST(row.method == "original");
  BOOST_TEST(row.measure == "svcca_distance at the top layer, list named failed - list named successful");
  BOOST_TEST(
      row.remark.ends_with("group original (learning_rate=5e-05); published: worked out of two values read off a "
                           "picture, each within 0.02"),
      row.remark);
}

BOOST_AUTO_TEST_CASE(the_papers_own_model_is_held_against_its_numbers) {
  const StudyReport report = report_of(bert_on_rte());
  BOOST_REQUIRE_EQUAL(report.published.size(), 2u);
  const StudyPublished& textbook = report.published[0];
  BOOST_TEST(textbook.measure == "r across layers, linear_cka_distance and orthogonal_procrustes_distance");
  BOOST_TEST(textbook.published == 0.95);
  BOOST_TEST(textbook.variant == "textbook");
  BOOST_TEST(textbook.verdict == "differs");  // ours is 1 with an interval without width
  BOOST_TEST(textbook.remark.starts_with("because row 5 of the paper-versus-code list: "), textbook.remark);
  BOOST_TEST(report.published[1].variant == "as_published");
  BOOST_TEST(report.published[1].verdict == "agrees", report.published[1].remark);
  // From the study to what the page says: the row, not the interval.
  const StudyTable reasons = published_reasons(report.published);
  BOOST_REQUIRE_EQUAL(reasons.rows.size(), 1u);
  BOOST_TEST(std::get<std::string>(reasons.rows[0].back()).starts_with("because row 5 of the paper-versus-code list"));
  const StudyFigure& figure = figure_named(report, "convergent-bert-large-textbook");
  BOOST_TEST(std::any_of(figure.series.begin(), figure.series.end(),
                         [](const StudySeries& series) { return series.mark == StudySeries::Mark::hollow; }));
  BOOST_TEST(figure.caption.ends_with("Hollow marks: published."), figure.caption);
}

BOOST_AUTO_TEST_CASE(a_row_that_does_not_mend_the_difference_is_not_named) {
  MadeStudy study = bert_on_rte();
  for (StudyValue& value : study.values_)  // a coded form that is the textbook one
    if (value.variant == "as_published") {
      value.instability = std::stod(value.layer) / 24.0;
      value.pairs.fill(*value.instability);
    }
  const StudyReport report = report_of(study);
  BOOST_TEST(report.published[0].verdict == "differs");
  BOOST_TEST(report.published[0].remark.starts_with("not explained by a known row; the as_published form differs, too"),
             report.published[0].remark);
}

BOOST_AUTO_TEST_CASE(other_items_layers_or_checkpoints_are_not_compared) {
  MadeStudy study = bert_on_rte();
  for (StudyValue& value : study.values_) value.n_items = 100;
  BOOST_TEST(report_of(study).published[0].remark == "other test items: 100, published on 139");
  for (StudyValue& value : study.values_) value.n_items = 139;
  std::erase_if(study.values_, [](const StudyValue& value) { return std::stoi(value.layer) > 12; });
  BOOST_TEST(report_of(study).published[0].remark == "other layers: 12, the published model has 24");
  study = bert_on_rte();
  study.groups_[0].checkpoint = "bert-base-uncased";  // whatever the manifest calls it
  for (const StudyPublished& row : report_of(study).published) {
    BOOST_TEST(row.verdict == "not_comparable");
    BOOST_TEST(row.remark == "because of scale: bert-base-uncased is not bert-large-uncased");
  }
  // Shown all the same, as of the family's model at another scale.
  const StudyReport base = report_of(study);
  const std::string& caption = figure_named(base, "convergent-bert-large-textbook").caption;
  BOOST_TEST(caption.ends_with("Hollow marks: published for bert-large-uncased, another scale, not compared."),
             caption);
}

BOOST_AUTO_TEST_CASE(the_page_says_what_comes_from_the_code) {
  MadeStudy study = bert_on_rte(2.0);
  for (StudyRun& run : study.groups_[0].runs) run.scores["test"] += 0.3;  // a task that learns
  const StudyReport report = report_of(study);
  const StudyTable& forms = table_named(report, "code_forms");
  BOOST_REQUIRE_EQUAL(forms.rows.size(), 1u);  // CKA; Procrustes has one form
  BOOST_TEST(std::get<std::string>(forms.rows[0][0]) == "linear CKA distance");
  std::vector<double> numbers;
  for (const auto& row : table_named(report, "paper_versus_code").rows) numbers.push_back(std::get<double>(row[0]));
  BOOST_TEST(numbers == (std::vector<double>{5, 6, 7, 9, 11, 30, 33, 34, 35, 40}), boost::test_tools::per_element());
}

// kappa of the published code is a multiple of the disagreement, of which the code computes the textbook form.
BOOST_AUTO_TEST_CASE(the_published_kappa_stands_beside_the_disagreement, *utf::tolerance(1e-12)) {
  MadeStudy study;
  for (int i = 0; i < 8; ++i) {
    study.add_group("group" + std::to_string(i), {0.5, 0.6});
    const double disagreement = 0.05 + 0.01 * ((i * 3) % 8);
    study.add_number("pairwise_disagreement", "", disagreement);
    study.add_number("fleiss_kappa", "", 0.3 - 0.001 * i);
    study.add_number("fleiss_kappa", "", disagreement * 139.0 / 138.0).variant = "as_published";
  }
  study.tell_groups_apart();
  const auto rows = group_agreements(study, 200);
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[1].a.variant == "as_published");
  BOOST_TEST(rows[1].b.title() == "pairwise disagreement (as_published)");
  BOOST_TEST(*rows[1].tau == 1.0);
  BOOST_TEST(*rows[1].r == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()
