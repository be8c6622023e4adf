// SPDX-License-Identifier: Apache-2.0
// The study held against the paper: its tables, its figures, its numbers. imm_claims_test.cpp has its claims.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/cells.hpp"
#include "../../../studies/imm_reassessment/claims.hpp"
#include "../../../studies/imm_reassessment/joint_figures.hpp"
#include "../../../studies/imm_reassessment/paper_tables.hpp"
#include "../../../studies/imm_reassessment/published_curve.hpp"
#include "../../../studies/imm_reassessment/published_rows.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "support/made_paper_study.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using reseed::test::facts;
using reseed::test::FakeData;
using reseed::test::five_schemes;

namespace {

/// One group as the paper ran it: BERT-large on RTE, Standard, 20 seeds and 139 items.
FakeData bert_on_rte(double disagreement) {
  FakeData data;
  data.task_ = "rte";
  data.dataset_ = "glue/RTE";
  data.model_ = "bert-large";
  data.checkpoint_ = "bert-large-uncased";
  data.labels_ = arma::uvec(139, arma::fill::zeros);
  data.published_ = test::published_files("du_nguyen_2023");
  std::vector<double> scores;
  for (std::size_t seed = 0; seed < 20; ++seed) scores.push_back(0.713 + (seed % 2 == 0 ? 0.0177 : -0.0177));
  data.add_group("original", scores);
  data.add_value("original", "pairwise_disagreement", disagreement, 20);
  data.values_.back().low = disagreement - 0.01;
  data.values_.back().high = disagreement + 0.01;
  return data;
}

std::vector<Form> forms_of(const View& view) {
  Form form;
  form.view = &view;
  form.variant = view.options().variant;
  std::vector<Form> forms;
  forms.push_back(std::move(form));
  return forms;
}

const StudyPublished& row(const std::vector<StudyPublished>& rows, const std::string& model, const std::string& task,
                          const std::string& method, const std::string& measure) {
  for (const StudyPublished& one : rows)
    if (one.model == model && one.task == task && one.method == method && one.measure == measure) return one;
  throw std::runtime_error("no row");
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(imm_paper)

BOOST_AUTO_TEST_CASE(a_number_of_the_same_model_task_and_items_is_compared, *boost::unit_test::tolerance(1e-9)) {
  const FakeData near = bert_on_rte(0.14);  // published 13.8
  const View view(near);
  const auto rows = published_rows(forms_of(view), facts());
  const StudyPublished& pwd = row(rows, "bert", "rte", "original", "pairwise_disagreement");
  BOOST_TEST(pwd.table == "Table 1");
  BOOST_TEST(pwd.published == 13.8);
  BOOST_TEST(*pwd.ours == 14.0);
  BOOST_TEST(pwd.verdict == "agrees");
  BOOST_TEST(row(rows, "bert", "rte", "original", "score").verdict == "agrees");  // 71.3 both
  const FakeData far = bert_on_rte(0.18);
  const View other(far);
  const auto differing = published_rows(forms_of(other), facts());
  const StudyPublished& differs = row(differing, "bert", "rte", "original", "pairwise_disagreement");
  BOOST_TEST(differs.verdict == "differs");
  // 18.0 +- 1.0 over as many seeds as the published number: sqrt(2) times as wide.
  BOOST_TEST(differs.remark ==
             "not explained by a known row; our 95 % interval over 20 seeds, widened for the 20 of the published one: "
             "16.586 to 19.414");
}

// 12.45 +- 1.0 beside 13.8 of 20 seeds: sqrt(1 + 20 / 20) times as wide, or sqrt(1 + 5 / 20) times with the same
// interval over 5 seeds, whose own uncertainty then is the larger part.
BOOST_AUTO_TEST_CASE(few_seeds_of_ours_leave_the_published_number_less_room) {
  FakeData data = bert_on_rte(0.1245);
  const auto verdict = [&] {
    const View view(data);
    return row(published_rows(forms_of(view), facts()), "bert", "rte", "original", "pairwise_disagreement").verdict;
  };
  BOOST_TEST(verdict() == "agrees");  // 12.45 + 1.41 + 0.05 lies above 13.8
  data.values_.back().n_runs = 5;
  BOOST_TEST(verdict() == "differs");  // 12.45 + 1.12 + 0.05 below
}

BOOST_AUTO_TEST_CASE(what_the_manifest_does_not_run_is_said_and_not_compared) {
  const FakeData data = bert_on_rte(0.14);
  const View view(data);
  const auto rows = published_rows(forms_of(view), facts());
  BOOST_TEST(has(row(rows, "bert", "mrpc", "original", "score").remark, "does not run the task mrpc"));
  BOOST_TEST(has(row(rows, "bert", "rte", "reinit", "score").remark, "does not run reinit on rte"));
  BOOST_TEST(has(row(rows, "bert", "rte", "original", "fleiss_kappa").remark, "does not list the measure"));
  BOOST_TEST(has(row(rows, "roberta", "rte", "original", "score").remark, "roberta-large"));
  for (const StudyPublished& one : rows) BOOST_TEST((one.verdict == "not_comparable") == !one.ours.has_value());
  const auto notes = not_compared(view, facts());
  BOOST_REQUIRE_EQUAL(notes.size(), 1u);
  BOOST_TEST(has(notes[0], "roberta-large"));
}

BOOST_AUTO_TEST_CASE(a_smaller_model_stands_beside_the_published_numbers_and_is_not_compared) {
  FakeData data = five_schemes({});
  const View view(data);
  const auto rows = published_rows(forms_of(view), facts());
  const StudyPublished& score = row(rows, "roberta", "rte", "original", "score");
  BOOST_TEST(score.verdict == "not_comparable");
  BOOST_TEST(score.ours.has_value());
  BOOST_TEST(score.remark.starts_with("because of scale: some-small-bert is not roberta-large; "), score.remark);
  BOOST_TEST(has(score.remark, "other test items: 4, published on 139"));
}

BOOST_AUTO_TEST_CASE(the_textbook_kappa_differs_because_of_row_1) {
  FakeData data = bert_on_rte(0.14);
  data.add_group_value("original", "fleiss_kappa", 0.28, 20);
  data.add_group_value("original", "fleiss_kappa", 0.139, 20);
  data.values_.back().variant = "as_published";
  data.tell_without_each(0.01);
  data.values_[data.values_.size() - 2].without = std::vector<double>(20, 0.28);
  const View view(data);
  const View of_code(data, {"as_published", {}, {}, 1});
  std::vector<Form> forms = forms_of(view);
  Form form;
  form.view = &of_code;
  form.variant = "as_published";
  forms.push_back(std::move(form));
  std::vector<std::string> verdicts;
  for (const StudyPublished& one : published_rows(forms, facts())) {
    if (one.measure != "fleiss_kappa" || one.model != "bert" || one.task != "rte" || one.method != "original") continue;
    verdicts.push_back(one.variant + " " + one.verdict);
    if (one.variant == "textbook") BOOST_TEST(one.remark.starts_with("because row 1 of the paper-versus-code list"));
  }
  BOOST_TEST(verdicts == (std::vector<std::string>{"textbook differs", "as_published agrees"}));
}

BOOST_AUTO_TEST_CASE(a_row_is_no_reason_where_the_published_form_differs_too) {
  FakeData data = bert_on_rte(0.14);
  for (const char* variant : {"textbook", "as_published"}) {
    data.add_group_value("original", "fleiss_kappa", 0.28, 20);
    data.values_.back().variant = variant;
    data.tell_without_each(0.01);
  }
  const View view(data);
  const View of_code(data, {"as_published", {}, {}, 1});
  std::vector<Form> forms = forms_of(view);
  for (Form& form : forms_of(of_code)) forms.push_back(std::move(form));
  const auto both = published_rows(forms, facts());
  const StudyPublished& kappa = row(both, "bert", "rte", "original", "fleiss_kappa");
  BOOST_TEST(kappa.variant == "textbook");
  BOOST_TEST(kappa.remark.starts_with("not explained by a known row; the as_published form differs, too"));
  // Not measured: it may be the reason, but nothing shows it.
  const auto alone = published_rows(forms_of(view), facts());
  BOOST_TEST(row(alone, "bert", "rte", "original", "fleiss_kappa")
                 .remark.starts_with("not explained by a known row; the as_published form was not compared; our"));
}

BOOST_AUTO_TEST_CASE(a_score_by_another_metric_is_not_compared) {
  FakeData data = bert_on_rte(0.14);
  data.groups_[0].metric = "f1";
  const View view(data);
  const auto rows = published_rows(forms_of(view), facts());
  const StudyPublished& score = row(rows, "bert", "rte", "original", "score");
  BOOST_TEST(score.verdict == "not_comparable");
  BOOST_TEST(score.remark == "another metric: f1, published accuracy");
  BOOST_TEST(row(rows, "bert", "rte", "original", "pairwise_disagreement").verdict == "agrees");
}

BOOST_AUTO_TEST_CASE(a_model_is_the_papers_by_its_checkpoint_not_by_its_name) {
  FakeData data = bert_on_rte(0.14);
  data.groups_[0].checkpoint = "something-else";
  const View view(data);
  const auto rows = published_rows(forms_of(view), facts());
  BOOST_TEST(row(rows, "bert", "rte", "original", "score").remark ==
             "because of scale: something-else is not bert-large-uncased");
}

BOOST_AUTO_TEST_CASE(a_tau_that_differs_says_first_why) {
  FakeData data = five_schemes({{"mixout", 0.3}, {"llrd", 0.4}, {"reinit", 0.5}, {"wd_pre", 0.6}});
  for (StudyGroup& group : data.groups_) {
    group.model = "bert-large";
    group.checkpoint = "bert-large-uncased";
  }
  for (StudyValue& value : data.values_) {
    value.model = "bert-large";
    value.n_items = 139;
  }
  const View view(data);
  std::vector<Form> forms = forms_of(view);
  forms[0].methods.emplace_back(view, view.comparisons()[0], paper_columns(view), 500);
  std::size_t differ = 0;
  for (const StudyPublished& one : published_rows(forms, facts())) {
    if (!one.table.starts_with("Figures 14 and 15") || one.verdict != "differs") continue;
    ++differ;
    BOOST_TEST(one.remark.starts_with("not explained by a known row; our 95 % interval"), one.remark);
  }
  BOOST_TEST(differ > 0u);
}

const StudyFigure& layers_of_cka(const std::vector<StudyFigure>& all) {
  for (const StudyFigure& figure : all)
    if (figure.id == "layers-linear_cka_distance") return figure;
  throw std::runtime_error("no figure");
}

BOOST_AUTO_TEST_CASE(published_points_of_a_curve_are_compared_at_as_many_layers_alone,
                     *boost::unit_test::tolerance(1e-12)) {
  FakeData data = bert_on_rte(0.14);
  data.add_value("original", "linear_cka_distance", 0.3, 20);
  data.values_.back().layer = "24";
  const auto compared = [&](const View& view) {
    std::size_t count = 0;
    for (const StudyPublished& one : published_rows(forms_of(view), facts()))
      count += one.table.starts_with("Figures 2, 11 to 13, layer") ? 1 : 0;
    return count;
  };
  const auto points_of = [&](const View& view) {
    return published_curve(view, view.comparisons()[0], data.groups_[0], *view.column("linear_cka_distance"), facts());
  };
  {
    const View view(data);
    const auto points = points_of(view);
    BOOST_REQUIRE_EQUAL(points.size(), 4u);
    BOOST_TEST(points[3].layer == 24);
    BOOST_TEST(points[3].at == 24.0);
    BOOST_TEST(points[3].distance == 0.34);
    BOOST_TEST(compared(view) == 4u);
    const auto drawn = figures(view, facts());
    const StudyFigure& figure = layers_of_cka(drawn);
    BOOST_TEST((figure.series[1].mark == StudySeries::Mark::hollow));
    BOOST_TEST(figure.series[1].like == 0);
    BOOST_TEST(figure.series[1].points.size() == 4u);
    BOOST_TEST(!has(figure.caption, "not compared"));
  }
  data.values_.back().layer = "12";
  const View view(data);
  const auto points = points_of(view);  // at the same share of the depth
  BOOST_REQUIRE_EQUAL(points.size(), 4u);
  BOOST_TEST(points[0].at == 0.5);
  BOOST_TEST(points[2].at == 9.0);
  BOOST_TEST(compared(view) == 0u);
  BOOST_TEST(has(not_compared(view, facts()).at(1), "has 12 layers, the published model 24"));
  const auto drawn = figures(view, facts());
  BOOST_TEST(has(layers_of_cka(drawn).caption, "published for bert-large-uncased"));
  BOOST_TEST(
      has(layers_of_cka(drawn).caption, "of 24, here at the same share of the depth; another scale, not compared"));
}

BOOST_AUTO_TEST_CASE(a_smaller_model_has_the_published_marks_of_its_family_in_its_figures) {
  FakeData data = five_schemes({});
  for (std::size_t g = 0; g < 5; ++g) {
    data.groups_[g].mitigation = published::method_id(published::kMethods[g]);
    data.add_value(data.groups_[g].name, "linear_cka_distance", 0.3, 10);
    data.values_.back().layer = "6";
  }
  for (StudyValue& value : data.values_)
    if (value.group == "reinit") value.group = "reinit (k=1)";
  data.groups_[3].name = "reinit (k=1)";
  const View view(data);
  const auto drawn = figures(view, facts());
  std::vector<std::string> hollow;
  for (const StudySeries& series : layers_of_cka(drawn).series)
    if (series.mark == StudySeries::Mark::hollow) {
      hollow.push_back(series.name);
      BOOST_TEST(series.points.back().x == 6.0);
    }
  // One of 6 blocks here, 5 of 24 in the paper.
  BOOST_TEST(hollow == (std::vector<std::string>{"original, published", "mixout, published", "llrd, published",
                                                 "reinit (k=5 of 24 blocks), published", "wd_pre, published"}),
             boost::test_tools::per_element());
  const StudyTable table = paper_tables(view, nullptr, facts()).at(0);
  for (const auto& cells : table.rows) {
    const auto& form = std::get<std::string>(cells[1]);
    if (std::get<std::string>(cells[0]).starts_with("reinit"))
      BOOST_TEST(std::get<std::string>(cells[0]) == (form == "ours" ? "reinit (k=1)" : "reinit (k=5 of 24 blocks)"));
  }
  // With the paper's k the share of the blocks is another one all the same: 5 of 6.
  for (StudyValue& value : data.values_)
    if (value.group == "reinit (k=1)") value.group = "reinit";
  data.groups_[3].name = "reinit";
  const View by_name(data);
  BOOST_TEST(published_scheme(by_name, by_name.comparisons()[0], data.groups_[3]) == "reinit (k=5 of 24 blocks)");
  for (StudyValue& value : data.values_)
    if (value.layer == "6") value.layer = "24";
  const View as_deep(data);
  BOOST_TEST(published_scheme(as_deep, as_deep.comparisons()[0], data.groups_[3]) == "reinit");
  data.checkpoint_ = "some-small-roberta";
  for (StudyGroup& group : data.groups_) group.checkpoint = data.checkpoint_;
  BOOST_TEST(beside(data.groups_[0]).name == "roberta");
  BOOST_TEST(!beside(data.groups_[0]).same_scale);
}

BOOST_AUTO_TEST_CASE(sd_against_agreement_has_the_90_published_marks) {
  FakeData data = five_schemes({});
  for (std::size_t g = 0; g < 5; ++g) data.groups_[g].runs[g].scores["test"] = 0.6;
  for (StudyValue& value : data.values_) {
    const double place = static_cast<double>(&value - data.values_.data());
    for (arma::uword i = 0; i < 10; ++i)
      for (arma::uword j = 0; j < i; ++j) value.pairs(i, j) = value.pairs(j, i) = 0.3 + 0.1 * std::sin(place * i + j);
  }
  const View view(data);
  Form form;
  form.view = &view;
  form.variant = "textbook";
  form.maps = correlation_maps(view, 0);
  form.spread = spread_against_agreement(view, form.maps, 100);
  BOOST_REQUIRE(form.spread[0].r.has_value());
  const auto drawn = joint_figures(form, facts());
  std::size_t marks = 0;
  for (const StudySeries& series : drawn[0].series)
    if (series.mark == StudySeries::Mark::hollow) {
      marks += series.points.size();
      const bool ours = series.name == "pairwise disagreement, published" || series.name == "JSD, published";
      BOOST_TEST((series.like >= 0) == ours, series.name);  // in the colour of the same measure
    }
  BOOST_TEST(marks == 90u);
  BOOST_TEST(has(drawn[0].caption, "published for bert-large-uncased"));
  BOOST_TEST(has(drawn[0].caption, "r = 0.734"));
  BOOST_TEST(has(drawn[0].caption, "another scale, not compared"));
}

BOOST_AUTO_TEST_CASE(a_published_score_is_judged_by_the_percentiles_of_resampled_seeds) {
  FakeData data = bert_on_rte(0.14);
  const auto verdict = [&] {
    const View view(data);
    return row(published_rows(forms_of(view), facts()), "bert", "rte", "original", "score").verdict;
  };
  BOOST_TEST(verdict() == "agrees");
  for (StudyRun& run : data.groups_[0].runs) run.scores["test"] = 0.70;
  BOOST_TEST(verdict() == "differs");  // all equal: no width at all
  data.groups_[0].runs[0].scores["test"] = 0.30;
  BOOST_TEST(verdict() == "differs");  // mean 68.0, at most 70.0 in any resample, where 1.96 standard errors reach 72.9
}

BOOST_AUTO_TEST_CASE(the_tables_layout_has_our_forms_and_the_printed_row_for_every_method,
                     *boost::unit_test::tolerance(1e-9)) {
  FakeData data = bert_on_rte(0.14);
  const View view(data);
  const auto tables = paper_tables(view, nullptr, facts());
  BOOST_REQUIRE_EQUAL(tables.size(), 1u);
  BOOST_REQUIRE_EQUAL(tables[0].rows.size(), 2u);
  BOOST_TEST(std::get<std::string>(tables[0].rows[0][3]) == "71.3 ± 1.8");
  BOOST_TEST(std::get<double>(tables[0].rows[0][4]) == 14.0);
  BOOST_TEST(std::get<std::string>(tables[0].rows[1][1]) == "published");
  BOOST_TEST(std::get<std::string>(tables[0].rows[1][3]) == "71.3 ± 1.8");
  BOOST_TEST(std::get<double>(tables[0].rows[1][4]) == 13.8);
}

BOOST_AUTO_TEST_CASE(the_paper_table_has_the_divisor_that_was_asked_for) {
  const FakeData data = bert_on_rte(0.14);
  const auto score = [&](int ddof) {
    const View view(data, {"textbook", {}, {}, ddof});
    const StudyTable table = paper_tables(view, nullptr, facts()).at(0);
    return std::get<std::string>(table.rows[0][3]) + (has(table.caption, "(SD with divisor m)") ? " (m)" : "");
  };
  BOOST_TEST(score(1) == "71.3 ± 1.8");  // 1.77 x sqrt(20 / 19) = 1.816
  BOOST_TEST(score(0) == "71.3 ± 1.8 (m)");
  FakeData two = data;
  two.groups_[0].runs.resize(2);  // 1.77 x sqrt(2) = 2.503
  const auto of_two = [&](int ddof) {
    const View view(two, {"textbook", {}, {}, ddof});
    return std::get<std::string>(paper_tables(view, nullptr, facts()).at(0).rows[0][3]);
  };
  BOOST_TEST(of_two(1) == "71.3 ± 2.5");
  BOOST_TEST(of_two(0) == "71.3 ± 1.8");
}

BOOST_AUTO_TEST_CASE(ties_bring_p_from_orders_of_the_methods) {
  FakeData data;
  for (const char* method : {"a", "b", "c", "d"}) data.add_group(method, {0.5, 0.6});
  const std::vector<double> alpha = {0.1, 0.2, 0.3, 0.4};
  const std::vector<double> beta = {0.1, 0.2, 0.2, 0.4};
  for (std::size_t g = 0; g < 4; ++g) {
    data.add_value(data.groups_[g].name, "alpha", alpha[g], 2);
    data.add_value(data.groups_[g].name, "beta", beta[g], 2);
    data.add_value(data.groups_[g].name, "gamma", alpha[g], 2);
  }
  const View view(data);
  const auto pairs = agreements(view, view.comparisons()[0]);
  BOOST_REQUIRE_EQUAL(pairs.size(), 3u);
  // 24 orders; tau = 5 / sqrt(6 * 5) or its opposite for 4 of them.
  BOOST_TEST(pairs[0].p_from == "all orders");
  BOOST_TEST(*pairs[0].p == 4.0 / 24.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(pairs[1].p_from == "exact");
  BOOST_TEST(*pairs[1].p == 2.0 / 24.0, boost::test_tools::tolerance(1e-12));
  // Holm over the three pairs of measures: 3 x 2/24, then 2 x 4/24.
  BOOST_TEST(*pairs[1].p_holm == 6.0 / 24.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*pairs[0].p_holm == 8.0 / 24.0, boost::test_tools::tolerance(1e-12));
}

// A point of a curve by the textbook form of CKA, far from the published one, where the code's form has it.
BOOST_AUTO_TEST_CASE(a_curve_that_differs_names_the_row_of_its_form) {
  FakeData data = bert_on_rte(0.14);
  for (const auto& [variant, distance] : {std::pair("textbook", 0.5), {"as_published", 0.34}}) {
    data.add_value("original", "linear_cka_distance", distance, 20);
    StudyValue& value = data.values_.back();
    value.variant = variant;
    value.layer = "24";
    value.low = distance - 0.01;
    value.high = distance + 0.01;
  }
  const View view(data);
  const View of_code(data, {"as_published", {}, {}, 0});
  std::vector<Form> forms = forms_of(view);
  for (Form& form : forms_of(of_code)) forms.push_back(std::move(form));
  std::size_t seen = 0;
  for (const StudyPublished& one : published_rows(forms, facts())) {
    if (one.table != "Figures 2, 11 to 13, layer 24") continue;
    ++seen;
    BOOST_TEST(one.method == "original");
    BOOST_TEST(one.verdict == (one.variant == "textbook" ? "differs" : "agrees"));
    if (one.variant == "textbook")
      BOOST_TEST(one.remark.starts_with("because row 5 of the paper-versus-code list"), one.remark);
  }
  BOOST_TEST(seen == 2u);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_no_mean_over_pairs_is_judged_by_its_jackknife) {
  FakeData data = bert_on_rte(0.14);
  data.add_group_value("original", "fleiss_kappa", 0.139, 20);
  data.values_.back().low = 0.09;
  data.values_.back().high = 0.13;  // percentiles that leave the value out
  const auto found = [&] {
    const View view(data);
    return row(published_rows(forms_of(view), facts()), "bert", "rte", "original", "fleiss_kappa");
  };
  BOOST_TEST(found().verdict == "not_comparable");
  BOOST_TEST(found().remark == "we have no interval over seeds");
  data.tell_without_each(0.005);
  BOOST_TEST(found().verdict == "agrees");
  data.values_.back().instability = 0.2;
  BOOST_TEST(found().verdict == "differs");
}

BOOST_AUTO_TEST_CASE(a_published_p_is_shown_however_small) {
  BOOST_TEST(studies::tiny_p_text(1.9334941744510226e-16) == "p < 1e-15");
  BOOST_TEST(studies::tiny_p_text(2.87e-12) == "p = 2.9e-12");
  BOOST_TEST(studies::tiny_p_text(9.97e-5) == "p = 1.0e-4");
  BOOST_TEST(studies::tiny_p_text(0.0312) == "p = 0.031");
  FakeData data = five_schemes({});
  const View view(data);
  Form form;
  form.view = &view;
  form.variant = "textbook";
  form.spread = spread_against_agreement(view, correlation_maps(view, 0), 100);
  std::vector<Form> forms;
  forms.push_back(std::move(form));
  const StudyTable table = joint_tables(forms, facts()).at(0);
  BOOST_REQUIRE_EQUAL(table.id, "sd_against_agreement");
  BOOST_TEST(std::get<double>(table.rows[0][10]) == 0.734, boost::test_tools::tolerance(0.001));
  BOOST_TEST(std::get<std::string>(table.rows[0][11]) == "p < 1e-15");
  BOOST_TEST(has(std::get<std::string>(table.rows[0][12]),
                 "Published for bert-large-uncased, n = 90 points taken as independent; another scale, not compared."));
}

BOOST_AUTO_TEST_CASE(forms_of_the_code_are_averaged_over_tasks_that_learn) {
  FakeData data = bert_on_rte(0.14);
  data.add_group_value("original", "fleiss_kappa", 0.2, 20);
  data.add_group_value("original", "fleiss_kappa", 0.1, 20);
  data.values_.back().variant = "as_published";
  data.task_ = "flat";
  data.dataset_ = "glue/CoLA";
  data.add_group("original", std::vector<double>(20, 0.5));
  for (const char* variant : {"textbook", "as_published"}) {
    data.add_group_value("original", "fleiss_kappa", 0.8, 20);
    data.values_.back().variant = variant;
  }
  data.predicted_["flat.original0"] = std::vector<arma::uword>(139, 0);
  data.labels_.head(69).fill(1);
  const View view(data);
  const View of_code(data, {"as_published", {}, {}, 0});
  BOOST_TEST(!view.comparisons()[1].learns);
  const StudyTable table = code_tables(view, &of_code, facts()).at(0);
  BOOST_REQUIRE_EQUAL(table.id, "code_forms");
  BOOST_REQUIRE_EQUAL(table.rows.size(), 1u);
  BOOST_TEST(std::get<double>(table.rows[0][1]) == 1.0);
  BOOST_TEST(std::get<double>(table.rows[0][2]) == 0.2);
}

// Ten seeds of ours and of the paper; by Fisher's z its own r agrees, the opposite one does not, and where the code's
// form has it, self-pairs are the reason.
BOOST_AUTO_TEST_CASE(a_bootstrap_correlation_agrees_or_differs_and_says_why) {
  FakeData data = bert_on_rte(0.14);
  for (const char* variant : {"textbook", "as_published"}) {
    data.add_value("original", "jensen_shannon_divergence", 0.07, 20);
    data.values_.back().variant = variant;
  }
  const View view(data);
  const View of_code(data, {"as_published", {}, {}, 0});
  const auto form = [](const View& shown, double r) {
    Form one;
    one.view = &shown;
    one.variant = shown.options().variant;
    CorrelationMap map;
    map.comparison = &shown.comparisons()[0];
    map.group = map.comparison->groups[0];
    map.columns = {shown.column("jensen_shannon_divergence"), shown.column("pairwise_disagreement")};
    map.r = {{1.0, r}, {r, 1.0}};
    map.seeds = 10;
    one.maps.push_back(map);
    return one;
  };
  const auto judged = [&](double ours, std::optional<double> coded) {
    std::vector<Form> forms = {form(view, ours)};
    if (coded) forms.push_back(form(of_code, *coded));
    for (const StudyPublished& one : published_rows(forms, facts()))
      if (one.table.starts_with("Figures 3, 16 to 25") && one.variant == "textbook") return one;
    throw std::runtime_error("no row of the map");
  };
  const double published = judged(0.0, {}).published;
  BOOST_TEST_REQUIRE(published > 0.6);
  const StudyPublished equal = judged(published, {});
  BOOST_TEST(equal.verdict == "agrees");
  BOOST_TEST(equal.method == "original");
  BOOST_TEST(equal.measure == "bootstrap r, jensen_shannon_divergence and pairwise_disagreement");
  BOOST_TEST(judged(-published, {}).verdict == "differs");
  BOOST_TEST(judged(-published, {}).remark.starts_with("not explained by a known row"));
  BOOST_TEST(judged(-published, published).remark.starts_with("because row 31 of the paper-versus-code list"));
  BOOST_TEST(judged(-published, -published).remark.starts_with("not explained by a known row"));
}

BOOST_AUTO_TEST_SUITE_END()
