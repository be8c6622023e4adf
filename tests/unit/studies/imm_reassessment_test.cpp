// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/cells.hpp"
#include "../../../studies/imm_reassessment/resampled_methods.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "support/made_imm_study.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using reseed::test::FakeData;

namespace {

FakeData three_methods(std::size_t seeds) {
  FakeData data;
  const std::vector<double> offsets = {0.0, 0.05, 0.10};
  const std::vector<std::string> names = {"first", "second", "third"};
  for (std::size_t g = 0; g < 3; ++g) {
    std::vector<double> scores;
    for (std::size_t s = 0; s < seeds; ++s) scores.push_back(0.5 + offsets[g] + 0.01 * static_cast<double>(s));
    data.add_group(names[g], scores);
    data.add_value(names[g], "alpha", 0.1 + offsets[g], seeds, 0.001);
    data.add_value(names[g], "beta", 0.5 - offsets[g], seeds, 0.001);
  }
  return data;
}

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

// Six seeds: 2^(1 - 6) x 2 methods = 0.0625 is above the level, seven seeds give 0.03125.
BOOST_AUTO_TEST_CASE(two_comparisons_need_seven_seeds) {
  BOOST_TEST(fewest_seeds(2, 0.05) == 7);
  BOOST_TEST(fewest_seeds(1, 0.05) == 6);
}

BOOST_AUTO_TEST_CASE(with_few_seeds_nothing_can_be_told_and_no_p_is_shown) {
  const FakeData data = three_methods(5);
  for (const Difference& row : differences(View(data), {"first", 0.05, 500})) {
    BOOST_TEST(row.verdict == "cannot tell");
    BOOST_TEST(!row.p.has_value());
    BOOST_TEST(row.remark.find("5 common seeds") != std::string::npos);
    BOOST_TEST(row.difference.has_value());
  }
}

BOOST_AUTO_TEST_CASE(a_constant_shift_over_eight_seeds_is_found) {
  const FakeData data = three_methods(8);
  const auto rows = differences(View(data), {"first", 0.05, 500});
  BOOST_REQUIRE(rows.size() == 6u);  // score, alpha, beta for two methods
  for (const Difference& row : rows) {
    BOOST_TEST(row.verdict == "differs", row.quantity + " " + row.method);
    // Eight seeds can tell no more by the bootstrap of a measure than by the signs of the scores.
    BOOST_TEST(*row.p == 2.0 / 256.0, row.quantity);
    BOOST_TEST(*row.p_holm == 4.0 / 256.0, row.quantity);
  }
  BOOST_TEST(rows[2].test == "bootstrap of common seeds, p at least 2^(1 - n)");
  BOOST_TEST(*rows[0].p == 2.0 / 256.0);
  BOOST_TEST(*rows[0].p_holm == 4.0 / 256.0);
  BOOST_TEST(*rows[0].difference == 0.05, boost::test_tools::tolerance(1e-12));
}

// Distances of runs i and j: `distance` apart, and 0.1 further for every pair with run 0.
BOOST_AUTO_TEST_CASE(differences_pair_a_run_with_itself_as_the_manifest_says) {
  FakeData data = three_methods(8);
  for (StudyValue& value : data.values_) {
    value.pairs.row(0) += 0.1;
    value.pairs.col(0) += 0.1;
    value.pairs(0, 0) = 0.0;
  }
  const auto rows = [&](const std::string& policy) {
    data.self_pairs_ = policy;
    const View view(data);
    return differences(view, {"first", 0.05, 500});
  };
  const auto without = rows("exclude");
  const auto with = rows("include_zero");
  // alpha of second - first: constant at 0.05 in every resample, but for the share of pairs that count 0: that moves
  // with the draws, and its mean of 1/8 is taken away.
  BOOST_TEST(*without[2].low == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*without[2].high == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*with[2].difference == 0.05, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*with[2].low < 0.0499);
  BOOST_TEST(*with[2].high > 0.0501);
  BOOST_TEST(*with[2].high < 0.0572);           // 0.05 in every pair, moved by 0.05 / 8
  BOOST_TEST(*with[0].low == *without[0].low);  // scores have no pairs
}

// The bootstrap of the differences is that of the claims: same resamples, same p.
BOOST_AUTO_TEST_CASE(differences_and_claims_rest_on_one_bootstrap) {
  FakeData data = three_methods(8);
  for (std::size_t g = 0; g < 3; ++g)
    for (arma::uword i = 0; i < 8; ++i)
      for (arma::uword j = 0; j < i; ++j)
        data.values_[2 * g].pairs(i, j) = data.values_[2 * g].pairs(j, i) =
            0.2 + 0.1 * std::sin(1.0 + 5.0 * static_cast<double>(g) + static_cast<double>(3 * i + 7 * j));
  for (const char* policy : {"exclude", "include_zero"}) {
    data.self_pairs_ = policy;
    const View view(data);
    const ResampledMethods methods(view, view.comparisons()[0], {&view.columns()[0]}, 500);
    const Improvement claimed = improvement(methods, 1, 0, 0, 6);
    const Difference row = differences(view, {"first", 0.05, 500})[2];
    BOOST_TEST(row.quantity == "alpha");
    BOOST_TEST(row.method == "second");
    BOOST_TEST(*row.difference == *claimed.difference, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.low == claimed.low, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.high == claimed.high, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*row.p == claimed.p);
  }
}

BOOST_AUTO_TEST_CASE(standard_deviation_and_kappa_are_compared_like_other_measures) {
  FakeData data;
  data.labels_ = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  for (const char* method : {"first", "second"}) {
    const bool apart = *method == 's';
    std::vector<double> scores;
    for (std::size_t seed = 0; seed < 8; ++seed)
      scores.push_back(0.7 + (apart ? 0.1 : 0.001) * (seed % 2 == 0 ? 1 : -1));
    data.add_group(method, scores);
    for (std::size_t seed = 0; seed < 8; ++seed) {
      std::vector<arma::uword> predicted = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
      if (apart) predicted[seed] = predicted[seed + 4] = 1 - predicted[seed];
      data.predicted_[method + std::to_string(seed)] = predicted;
    }
    data.add_group_value(method, "performance_sd", apart ? 0.1069 : 0.001069, 8);
    data.add_group_value(method, "fleiss_kappa", apart ? 0.5 : 0.0, 8);
  }
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_REQUIRE_EQUAL(rows.size(), 3u);
  for (std::size_t i = 1; i < 3; ++i) {
    BOOST_TEST(rows[i].verdict == "differs", rows[i].quantity + ": " + rows[i].remark);
    BOOST_TEST(rows[i].n == 8);
    BOOST_TEST(*rows[i].low > 0.0);
  }
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

// The number of seeds stands for what the next run would need: nothing of a difference of 0, and never so many as ran.
BOOST_AUTO_TEST_CASE(seeds_that_would_be_needed_are_more_than_those_that_ran) {
  FakeData data;
  const std::vector<std::vector<double>> shifts = {
      {0, 0, 0, 0, 0, 0, 0, 0},
      {0.06, 0.06, 0.06, 0.06, 0.06, 0.06, -0.001, -0.001},  // p = 8 / 256: not told among two, though large
      {0.01, -0.01, 0.02, -0.01, 0.01, -0.02, 0.01, 0.0}};
  const std::vector<std::string> names = {"first", "large", "small"};
  for (std::size_t g = 0; g < 3; ++g) {
    std::vector<double> scores;
    for (std::size_t seed = 0; seed < 8; ++seed) scores.push_back(0.7 + 0.01 * double(seed) + shifts[g][seed]);
    data.add_group(names[g], scores);
  }
  std::vector<double> equal;
  for (std::size_t seed = 0; seed < 8; ++seed) equal.push_back(0.7 + 0.01 * double(seed));
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_REQUIRE_EQUAL(rows.size(), 2u);
  BOOST_TEST(rows[0].verdict == "no difference seen");
  BOOST_TEST(*rows[0].p_holm == 16.0 / 256.0);
  BOOST_TEST(rows[0].remark == "");
  const std::string& remark = rows[1].remark;
  BOOST_REQUIRE(remark.starts_with("about "));
  BOOST_TEST(std::stoi(remark.substr(6)) > 8, remark);
  // Of five seeds, too few for any comparison, nothing more is said where they are equal.
  for (StudyGroup& group : data.groups_) group.runs.resize(5);
  for (std::size_t seed = 0; seed < 5; ++seed) data.groups_[1].runs[seed].scores["test"] = equal[seed];
  const View few(data);
  BOOST_TEST(differences(few, {"first", 0.05, 500})[0].remark ==
             "5 common seeds cannot reach the level in a family of 2 (at least 7)");
}

BOOST_AUTO_TEST_CASE(differences_below_one_percent_of_the_value_are_counted_apart) {
  FakeData data = three_methods(8);
  for (StudyValue& value : data.values_)
    if (value.group == "second" && value.measure == "alpha") {
      value.pairs = data.values_[0].pairs;
      value.pairs += 1e-5 * (1.0 - arma::eye(8, 8));
    }
  const View view(data);
  const auto rows = differences(view, {"first", 0.05, 500});
  BOOST_TEST(rows[2].verdict == "differs negligibly");
  BOOST_TEST(rows[2].remark == "the whole interval lies within 1 % of the larger value");
  BOOST_TEST(*rows[2].reference_value == 0.107, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(rows[3].verdict == "differs");
  const StudyAnswer answer = answers(view, rows).at(1);
  BOOST_TEST(answer.verdict == "yes, in 5 of 6 comparisons");
  BOOST_TEST(answer.sentence.ends_with("1 more differs by less than 1 %: second."), answer.sentence);
  // By alpha third is less stable: 0.207 against 0.107.
  std::vector<Difference> one = {rows[2], rows[3]};
  BOOST_TEST(answers(view, one).at(1).sentence ==
             "By alpha third is less stable than first (0.207, 0.100 more than 0.107; bootstrap of 8 seeds, adjusted p "
             "= 0.016). 1 more differs by less than 1 %: second.");
  one.pop_back();
  BOOST_TEST(answers(view, one).at(1).verdict == "only negligibly, in 1 of 1 comparison");
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
