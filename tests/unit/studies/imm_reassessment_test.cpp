// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/cells.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "support/made_imm_study.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using reseed::test::FakeData;
using reseed::test::three_methods;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(imm_reassessment)

BOOST_AUTO_TEST_CASE(methods_are_ranked_from_the_most_stable) {
  const FakeData data = three_methods(4);
  const View view(data);
  BOOST_TEST(view.comparisons().size() == 1u);
  BOOST_TEST(view.ranks(view.comparisons()[0], view.columns()[0]) == (std::vector<double>{1, 2, 3}));
  BOOST_TEST(view.ranks(view.comparisons()[0], view.columns()[1]) == (std::vector<double>{3, 2, 1}));
}

BOOST_AUTO_TEST_CASE(measures_are_called_by_their_names_in_words) {
  const auto title = [](const std::string& id, bool reversed) {
    MeasureColumn column;
    column.id = id;
    column.reversed = reversed;
    return column.title();
  };
  BOOST_TEST(title("svcca_distance", false) == "SVCCA distance");
  BOOST_TEST(title("jensen_shannon_divergence", false) == "Jensen-Shannon divergence");
  BOOST_TEST(title("fleiss_kappa", true) == "1 - Fleiss' kappa");
  BOOST_TEST(title("my_own_measure", false) == "my own measure");
}

BOOST_AUTO_TEST_CASE(every_seed_is_a_point_and_the_methods_value_a_hollow_mark) {
  const FakeData data = three_methods(4);
  const View view(data);
  for (const StudyFigure& figure : figures(view, published::Facts({}))) {
    if (figure.id != "scores" && figure.id != "instability-alpha") continue;
    BOOST_REQUIRE_EQUAL(figure.series.size(), 4u);  // three methods and their means
    for (std::size_t g = 0; g < 3; ++g) BOOST_TEST(figure.series[g].points.size() == 4u);
    BOOST_TEST((figure.series[3].mark == StudySeries::Mark::hollow));
    BOOST_TEST(figure.series[3].points.size() == 3u);
  }
}

BOOST_AUTO_TEST_CASE(the_agreement_of_the_measures_on_a_single_task_is_a_map_among_its_figures) {
  const FakeData data = three_methods(4);
  const View view(data);
  const auto all = figures(view, published::Facts({}));
  const auto map =
      std::find_if(all.begin(), all.end(), [](const StudyFigure& figure) { return figure.id == "measure_agreement"; });
  BOOST_REQUIRE((map != all.end()));
  BOOST_TEST(map->panels.empty());
  BOOST_REQUIRE_EQUAL(map->cells.size(), 2u);
  BOOST_TEST(std::abs(map->cells[0][1].value() + 1.0) < 1e-12);  // alpha and beta rank the other way round
  BOOST_TEST(map->alternative == "alpha and beta: -1.00. ");
  BOOST_TEST(map->section.empty());
}

BOOST_AUTO_TEST_CASE(a_seed_of_a_group_measure_stands_at_the_value_without_it) {
  FakeData data = three_methods(4);
  for (const char* method : {"first", "second", "third"}) {
    data.add_group_value(method, "gamma", 0.2, 4);
    if (*method == 'f') continue;  // of the first only the value is known
    data.values_.back().seeds = {0, 1, 2, 3};
    data.values_.back().without = {0.1, 0.2, 0.3, 0.4};
  }
  const View view(data);
  for (const StudyFigure& figure : figures(view, published::Facts({}))) {
    if (figure.id != "instability-gamma") continue;
    BOOST_REQUIRE_EQUAL(figure.series.size(), 4u);
    BOOST_TEST(figure.series[0].points.empty());
    BOOST_REQUIRE_EQUAL(figure.series[2].points.size(), 4u);
    BOOST_TEST(figure.series[2].points[3].y == 0.4);
    BOOST_TEST(figure.caption.starts_with("Full marks: the value without that seed. Hollow marks:"), figure.caption);
    return;
  }
  BOOST_ERROR("no figure of the group measure");
}

BOOST_AUTO_TEST_CASE(tied_methods_share_the_mean_rank) {
  FakeData data = three_methods(4);
  data.values_[2].instability = data.values_[0].instability;
  const View view(data);
  BOOST_TEST(view.ranks(view.comparisons()[0], view.columns()[0]) == (std::vector<double>{1.5, 1.5, 3}));
}

BOOST_AUTO_TEST_CASE(values_forced_by_dimension_are_never_ranked) {
  FakeData data = three_methods(4);
  data.values_[0].flags = {"degenerate_subspace"};
  const View view(data);
  BOOST_TEST(view.ranks(view.comparisons()[0], view.columns()[0]).empty());
  BOOST_TEST(!view.ranks(view.comparisons()[0], view.columns()[1]).empty());
}

BOOST_AUTO_TEST_CASE(reversed_rankings_have_a_tau_of_minus_one) {
  const FakeData data = three_methods(4);
  const View view(data);
  const auto pairs = agreements(view, view.comparisons()[0]);
  BOOST_REQUIRE(pairs.size() == 1u);
  BOOST_TEST(*pairs[0].tau == -1.0);
}

// "task" is learned (scores from 0.5 up, no records to say otherwise); "flat" always gives one class.
BOOST_AUTO_TEST_CASE(answers_speak_of_tasks_that_are_learned_and_name_the_others) {
  FakeData data = three_methods(8);
  data.task_ = "flat";
  for (const char* method : {"first", "second", "third"}) {
    data.add_group(method, std::vector<double>(8, 0.5));
    data.add_value(method, "alpha", *method == 'f' ? 0.1 : 0.9, 8, 0.001);
    data.add_value(method, "beta", 0.2, 8, 0.001);
  }
  data.predicted_["flat.first0"] = {0, 0, 0, 0};
  const View view(data);
  const auto all = answers(view, differences(view, {"first", 0.05, 500}));
  BOOST_REQUIRE_EQUAL(all.size(), 3u);
  for (const StudyAnswer& answer : all)
    BOOST_TEST(answer.sentence.ends_with(" Tasks that do not learn are left out: flat, model."), answer.sentence);
  BOOST_TEST(all[0].verdict == "7.0 points between the seeds of a method");
  BOOST_TEST(all[1].verdict == "yes, in 6 of 6 comparisons");
  BOOST_TEST(
      all[1].sentence.starts_with("By accuracy second is better than first on task, model (58.5 points, 5.0 more "
                                  "than 53.5; paired sign flips over 8 seeds, adjusted p = 0.016); "),
      all[1].sentence);
}

BOOST_AUTO_TEST_CASE(nothing_follows_from_differences_and_ranks_of_a_task_that_does_not_learn) {
  FakeData data;
  data.task_ = "flat";
  for (const char* method : {"first", "second"}) {
    data.add_group(method, std::vector<double>(8, 0.5));
    data.add_value(method, "alpha", *method == 'f' ? 0.1 : 0.9, 8, 0.001);
  }
  data.predicted_["flat.first0"] = {0, 0, 0, 0};
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  for (const Difference& row : rows) {
    BOOST_TEST(row.verdict == "not learned");
    BOOST_TEST(!row.p.has_value());
    BOOST_TEST(!row.p_holm.has_value());
    BOOST_TEST(row.difference.has_value());
  }
  BOOST_TEST(view.ranks(view.comparisons()[0], view.columns()[0]).empty());
  BOOST_TEST(agreements(view, view.comparisons()[0]).empty());
  for (const StudyTable& table : tables(view, rows, 20)) {
    if (table.id != "summary") continue;
    BOOST_TEST(table.caption.ends_with(" Tasks that do not learn have no ranks: flat, model."), table.caption);
    BOOST_TEST(std::get<std::string>(table.rows.back()[1]) == "0.107");
    return;
  }
  BOOST_ERROR("no summary");
}

BOOST_AUTO_TEST_CASE(figures_of_tasks_that_do_not_learn_stand_last) {
  FakeData data;
  for (const auto& [task, score] : std::vector<std::pair<std::string, double>>{{"flat", 0.5}, {"learned", 0.9}}) {
    data.task_ = task;
    for (const char* method : {"first", "second"}) {
      data.add_group(method, std::vector<double>(8, score));
      data.add_value(method, "alpha", *method == 'f' ? 0.1 : 0.9, 8, 0.001);
    }
    data.predicted_[task + ".first0"] = {0, 0, 0, 0};
  }
  const View view(data);
  BOOST_TEST(!view.comparisons()[0].learns);
  BOOST_TEST(view.comparisons()[1].learns);
  std::vector<std::string> sections;
  for (const StudyFigure& figure : figures(view, published::Facts({})))
    if (sections.empty() || sections.back() != figure.section) sections.push_back(figure.section);
  BOOST_TEST((sections == std::vector<std::string>{"learned, model", "flat, model"}));
}

BOOST_AUTO_TEST_CASE(measures_agree_where_a_tau_is_told_and_else_nobody_can_tell) {
  const auto answer = [](std::size_t methods, const std::vector<std::vector<double>>& measures) {
    FakeData data;
    for (std::size_t g = 0; g < methods; ++g) {
      const std::string name(1, static_cast<char>('a' + g));
      data.add_group(name, {0.5, 0.6 + 0.01 * static_cast<double>(g)});
      for (std::size_t m = 0; m < measures.size(); ++m)
        data.add_value(name, "measure" + std::to_string(m), measures[m][g], 2);
    }
    const View view(data);
    return answers(view, {}).at(2);
  };
  const std::vector<double> up = {0.1, 0.2, 0.3, 0.4, 0.5}, down = {0.5, 0.4, 0.3, 0.2, 0.1};
  const std::vector<double> mixed = {0.2, 0.5, 0.1, 0.4, 0.3};
  BOOST_TEST(answer(5, {up, up}).verdict == "yes");  // p = 2 / 120
  BOOST_TEST(answer(5, {up, down}).verdict == "no");
  BOOST_TEST(answer(5, {up, mixed}).verdict == "cannot tell");
  // Six pairs of measures: even a tau of 1 has an adjusted p of 6 x 2 / 120.
  const StudyAnswer many = answer(5, {up, up, mixed, down});
  BOOST_TEST(many.verdict == "cannot tell");
  BOOST_TEST(has(many.sentence,
                 "None is told (least adjusted p 0.10); complete agreement of two unrelated measures over "
                 "5 different methods has p = 0.02 (exact)."),
             many.sentence);
}

// The fifth has the first's scores and values within one in a thousand: it is no further method.
BOOST_AUTO_TEST_CASE(a_method_that_repeats_another_one_counts_once) {
  FakeData data;
  const std::vector<double> alpha = {0.1, 0.2, 0.3, 0.4, 0.10005};
  for (std::size_t g = 0; g < 5; ++g) {
    const std::string name(1, static_cast<char>('a' + g));
    data.add_group(name, {0.5, 0.6 + 0.01 * static_cast<double>(g % 4), 0.7});
    data.add_value(name, "alpha", alpha[g], 3);
    data.add_value(name, "beta", alpha[g] + 0.1, 3);
  }
  const View view(data);
  const Comparison& comparison = view.comparisons()[0];
  BOOST_TEST(view.repeats(comparison, 4).value_or(9) == 0u);
  BOOST_TEST(view.distinct(comparison) == (std::vector<std::size_t>{0, 1, 2, 3}));
  BOOST_TEST(view.ranks(comparison, view.columns()[0]) == (std::vector<double>{1.5, 3, 4, 5, 1.5}));
  const auto pairs = agreements(view, comparison);
  BOOST_TEST(*pairs.at(0).p == 2.0 / 24.0, boost::test_tools::tolerance(1e-12));  // of four methods
  const auto notes = repetition_notes(view);
  BOOST_REQUIRE_EQUAL(notes.size(), 1u);
  BOOST_TEST(notes[0].starts_with("On task, model the runs of e give what those of a give: "), notes[0]);
  // Another value, or another score, and it is a method of its own.
  FakeData apart = data;
  apart.values_.back().instability = 0.21;
  BOOST_TEST(View(apart).distinct(View(apart).comparisons()[0]).size() == 5u);
  data.groups_[4].runs[0].scores["test"] = 0.51;
  BOOST_TEST(View(data).distinct(View(data).comparisons()[0]).size() == 5u);
}

BOOST_AUTO_TEST_CASE(small_numbers_keep_two_digits_and_no_p_is_zero) {
  BOOST_TEST(studies::readable(0.0, 3) == "0.000");
  BOOST_TEST(studies::readable(-0.25, 3) == "-0.250");
  BOOST_TEST(studies::readable(0.00006012, 3) == "0.000060");
  BOOST_TEST(studies::p_text(0.0004) == "p < 0.001");
  BOOST_TEST(studies::p_text(0.0499) == "p = 0.050");
}

BOOST_AUTO_TEST_CASE(the_most_disputed_item_comes_first_with_its_votes) {
  FakeData data;
  data.add_group("only", {0.5, 0.5});
  data.predicted_ = {{"only0", {0, 1, 0, 1}}, {"only1", {0, 1, 1, 1}}};
  const View view(data);
  for (const StudyTable& table : tables(view, {}, 20)) {
    if (table.id != "disputed_items") continue;
    BOOST_REQUIRE(table.rows.size() == 1u);
    BOOST_TEST(std::get<double>(table.rows[0][0]) == 12.0);
    BOOST_TEST(std::get<std::string>(table.rows[0][1]) == "c");
    BOOST_TEST(std::get<std::string>(table.rows[0][2]) == "no");
    BOOST_TEST(std::get<std::string>(table.rows[0][3]) == "no 1, yes 1");
    BOOST_TEST(std::get<double>(table.rows[0][4]) == 1.0);
    BOOST_TEST(*share_disputed(data, data.groups_[0], "test") == 0.25);
    return;
  }
  BOOST_ERROR("no table of disputed items");
}

BOOST_AUTO_TEST_CASE(runs_that_do_not_beat_the_rule_are_failed) {
  FakeData data;
  data.add_group("only", {0.5, 0.51, 0.75});
  data.predicted_ = {{"only0", {0, 1, 0, 1}}};
  const View view(data);
  BOOST_TEST(!view.failed(data.groups_[0]).has_value());  // no rule, no label
  data.failure_ = StudyFailure{"accuracy", 0.51, "test"};
  BOOST_TEST(*view.failed(data.groups_[0]) == 2u);
  data.failure_ = StudyFailure{"accuracy", std::nullopt, "test"};  // two of four labels are the most frequent one
  BOOST_TEST(*view.failed(data.groups_[0]) == 1u);
}

BOOST_AUTO_TEST_CASE(every_row_fits_its_columns_and_every_figure_has_a_text) {
  FakeData data = three_methods(4);
  data.groups_[1].runs[0].outcome = "diverged";
  const View view(data);
  for (const StudyTable& table : tables(view, differences(view, {"first", 0.05, 200}), 20))
    for (const auto& row : table.rows) BOOST_TEST(row.size() == table.columns.size(), table.id);
  for (const StudyFigure& figure : figures(view, published::Facts({})))
    BOOST_TEST(!figure.alternative.empty(), figure.id);
}

BOOST_AUTO_TEST_CASE(intervals_shrink_with_seeds) {
  const FakeData data = three_methods(8);
  const auto widths = interval_widths(View(data));
  BOOST_REQUIRE(!widths.empty());
  BOOST_TEST(widths[0].seeds == 3);
  BOOST_TEST(widths[4].seeds == 40);
  BOOST_TEST(widths[4].width < widths[0].width);
  FakeData other = data;
  other.self_pairs_ = "include_zero";
  // Pairs at distance 0 come and go with the draws: wider.
  BOOST_TEST(interval_widths(View(other))[0].width > 2.0 * widths[0].width);
}

// The standard deviation of scores has the unit of its task's metric, not that of the first task.
BOOST_AUTO_TEST_CASE(a_measure_has_the_unit_that_its_values_of_the_task_have) {
  FakeData data;
  for (const std::string task : {"one", "two"}) {
    data.task_ = task;
    for (const std::string method : {"original", "other"}) {
      data.add_group(method, {0.5, 0.6, 0.7});
      data.add_group_value(method, "spread", 0.1, 3);
      data.values_.back().unit = task == "one" ? "accuracy" : "F1";
    }
  }
  const View view(data);
  BOOST_REQUIRE_EQUAL(view.columns().size(), 1u);
  BOOST_REQUIRE_EQUAL(view.comparisons().size(), 2u);
  for (const Difference& row : differences(view, {"original", 0.05, 200}))
    if (!row.of_score) BOOST_TEST(row.unit == (row.task == "one" ? "accuracy" : "F1"));
  for (const Comparison& comparison : view.comparisons())
    BOOST_TEST(view.unit(*comparison.groups.front(), view.columns()[0]) ==
               (comparison.task == "one" ? "accuracy" : "F1"));
}

BOOST_AUTO_TEST_CASE(a_study_of_one_run_answers_that_it_cannot_tell) {
  FakeData data;
  data.add_group("only", {0.5});
  const View view(data);
  for (const StudyAnswer& answer : answers(view, differences(view, {"only", 0.05, 200})))
    BOOST_TEST(answer.verdict == "cannot tell");
}

BOOST_AUTO_TEST_CASE(equal_scores_of_few_seeds_or_of_seeds_that_disagree_are_not_called_stable) {
  const auto verdict = [](std::size_t seeds, std::size_t items, bool disagree) {
    FakeData data;
    data.labels_ = arma::uvec(items, arma::fill::zeros);
    data.add_group("only", std::vector<double>(seeds, 0.5));
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      std::vector<arma::uword> predicted(items, 0);
      if (disagree) predicted[seed] = 1;
      data.predicted_["only" + std::to_string(seed)] = predicted;
    }
    const View view(data);
    return answers(view, differences(view, {"only", 0.05, 200})).at(0).verdict;
  };
  BOOST_TEST(verdict(2, 1, false) == "cannot tell: 2 seeds on 1 item are too few to see any");
  BOOST_TEST(verdict(4, 100, false) == "cannot tell: 4 seeds on 100 items are too few to see any");
  BOOST_TEST(verdict(5, 100, false) == "yes, as far as these seeds tell: all predict the same");
  BOOST_TEST(verdict(5, 100, true) == "only the score: the seeds disagree on up to 5.0 % of the test items");
}

BOOST_AUTO_TEST_CASE(groups_of_one_mitigation_are_not_called_methods) {
  FakeData data = three_methods(4);
  const auto question = [&] {
    const View view(data);
    return answers(view, differences(view, {"first", 0.05, 200})).at(1).question;
  };
  BOOST_TEST(question() == "Do the methods differ?");
  for (StudyGroup& group : data.groups_) group.mitigation = "plain";
  BOOST_TEST(question() == "Do the groups differ?");
  data.groups_[0].mitigation = "mixed";
  BOOST_TEST(question() == "Do the methods differ?");
}

BOOST_AUTO_TEST_SUITE_END()
