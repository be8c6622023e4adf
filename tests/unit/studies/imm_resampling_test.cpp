// SPDX-License-Identifier: Apache-2.0
// What the study works out by drawing seeds again: values of any list of runs, correlation maps, SD against agreement.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "../../../studies/common/first_seeds.hpp"
#include "../../../studies/common/published.hpp"
#include "../../../studies/common/resampler.hpp"
#include "../../../studies/imm_reassessment/correlation_maps.hpp"
#include "../../../studies/imm_reassessment/joint_figures.hpp"
#include "../../../studies/imm_reassessment/published_spread.hpp"
#include "../../../studies/imm_reassessment/sections.hpp"
#include "../../../studies/imm_reassessment/spread.hpp"
#include "analysis/correlation.hpp"
#include "support/made_imm_study.hpp"
#include "support/published.hpp"

using namespace reseed;
using namespace reseed::imm_reassessment;
using namespace reseed::studies;
using reseed::test::FakeData;

namespace {

/// Four runs over four items: 0 1 0 1, 0 1 1 1, 0 0 0 1, 0 1 0 1.
FakeData four_runs() {
  FakeData data;
  data.add_group("only", {1.0, 0.75, 0.75, 1.0});
  data.predicted_ = {
      {"only0", {0, 1, 0, 1}}, {"only1", {0, 1, 1, 1}}, {"only2", {0, 0, 0, 1}}, {"only3", {0, 1, 0, 1}}};
  data.add_value("only", "alpha", 0.1, 4, 0.01);
  data.add_group_value("only", "performance_sd", 0.14433756729740643, 4);
  data.add_group_value("only", "fleiss_kappa", 0.5, 4);
  data.add_group_value("only", "homemade", 0.5, 4);
  return data;
}

const std::vector<std::uint64_t> kFour = {0, 1, 2, 3};

Resampler resampler(const FakeData& data, const std::string& measure) {
  for (const StudyValue& value : data.values_)
    if (value.measure == measure) return *Resampler::make(data, data.groups_[0], value, kFour);
  throw std::runtime_error("no such measure");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(imm_resampling)

BOOST_AUTO_TEST_CASE(a_run_drawn_twice_makes_no_pair_with_itself_unless_asked_for,
                     *boost::unit_test::tolerance(1e-12)) {
  const FakeData data = four_runs();
  const Resampler alpha = resampler(data, "alpha");  // distance of runs i and j: 0.1 + 0.01 (i + j)
  BOOST_TEST(*alpha({0, 0, 1}, SelfPairs::exclude) == 0.11);
  BOOST_TEST(*alpha({0, 0, 1}, SelfPairs::include_zero) == 0.22 / 3.0);
  BOOST_TEST(!alpha({2, 2, 2}, SelfPairs::exclude).has_value());
  BOOST_TEST(*alpha({2, 2, 2}, SelfPairs::include_zero) == 0.0);
}

BOOST_AUTO_TEST_CASE(the_spread_of_scores_is_that_of_the_list, *boost::unit_test::tolerance(1e-12)) {
  FakeData data = four_runs();
  BOOST_TEST(*resampler(data, "performance_sd")({0, 1, 2, 3}, SelfPairs::exclude) == 0.25 / std::sqrt(3.0));
  BOOST_TEST(*resampler(data, "performance_sd")({0, 0, 3}, SelfPairs::exclude) == 0.0);
  data.values_[1].variant = "as_published";
  BOOST_TEST(*resampler(data, "performance_sd")({0, 1, 2, 3}, SelfPairs::exclude) == 0.125);  // divisor m
}

// By hand: pairs of runs differ on 6 of 24 items (share 1/4), classes are given 8 and 8 times (chance 1/2), so 1 -
// kappa = (1/4) / (1 - 1/2). As published the chance is 1 / n: (1/4) / (3/4).
BOOST_AUTO_TEST_CASE(kappa_takes_a_run_drawn_twice_for_two_raters, *boost::unit_test::tolerance(1e-12)) {
  FakeData data = four_runs();
  BOOST_TEST(*resampler(data, "fleiss_kappa")({0, 1, 2, 3}, SelfPairs::exclude) == 0.5);
  // Runs 1 and 1 and 2, three raters under either policy: of their three pairs one differs on no item and two on 2 of
  // 4; shares of class 1: 3/4, 3/4, 1/4, mean 7/12.
  const double chance = (7.0 * 7.0 + 5.0 * 5.0) / 144.0;
  for (const SelfPairs policy : {SelfPairs::exclude, SelfPairs::include_zero})
    BOOST_TEST(*resampler(data, "fleiss_kappa")({1, 1, 2}, policy) == 1.0 / 3.0 / (1.0 - chance));
  data.values_[2].variant = "as_published";
  BOOST_TEST(*resampler(data, "fleiss_kappa")({0, 1, 2, 3}, SelfPairs::exclude) == 1.0 / 3.0);
  for (const SelfPairs policy : {SelfPairs::exclude, SelfPairs::include_zero})
    BOOST_TEST(*resampler(data, "fleiss_kappa")({1, 1, 2}, policy) == 1.0 / 3.0 * 4.0 / 3.0);
}

BOOST_AUTO_TEST_CASE(a_measure_that_only_its_plugin_can_evaluate_is_left_out_and_named) {
  const FakeData data = four_runs();
  BOOST_TEST(!Resampler::make(data, data.groups_[0], data.values_[3], kFour).has_value());
  const View view(data);
  const auto maps = correlation_maps(view, 0);
  BOOST_REQUIRE_EQUAL(maps.size(), 1u);
  BOOST_REQUIRE_EQUAL(maps[0].columns.size(), 3u);
  BOOST_REQUIRE_EQUAL(maps[0].left_out.size(), 1u);
  BOOST_TEST(maps[0].left_out[0]->id == "homemade");
}

// Worked out again the long way: every resample by a plain loop over the pairs of its list.
BOOST_AUTO_TEST_CASE(all_measures_see_the_same_resamples, *boost::unit_test::tolerance(1e-9)) {
  FakeData data;
  data.add_group("only", {0.7, 0.72, 0.69, 0.75, 0.6});
  data.add_value("only", "alpha", 0.1, 5, 0.01);
  data.add_value("only", "beta", 0.4, 5, -0.02);
  data.values_[1].pairs(0, 4) = data.values_[1].pairs(4, 0) = 0.9;
  const View view(data);
  for (const SelfPairs policy : {SelfPairs::exclude, SelfPairs::include_zero}) {
    data.self_pairs_ = policy == SelfPairs::exclude ? "exclude" : "include_zero";
    const auto map = correlation_maps(view, 0).at(0);
    BOOST_TEST((map.self_pairs == policy));
    std::vector<double> a;
    std::vector<double> b;
    for (const Resample& list : draw_resamples(5, 200, 0)) {
      double sum_a = 0.0, sum_b = 0.0, count = 0.0;
      for (std::size_t p = 0; p < 5; ++p)
        for (std::size_t q = p + 1; q < 5; ++q) {
          if (list[p] == list[q] && policy == SelfPairs::exclude) continue;
          sum_a += data.values_[0].pairs(list[p], list[q]);
          sum_b += data.values_[1].pairs(list[p], list[q]);
          count += 1.0;
        }
      if (count == 0.0) continue;
      a.push_back(sum_a / count);
      b.push_back(sum_b / count);
    }
    BOOST_TEST(*map.r[0][1] == pearson(a, b)->coefficient);
    BOOST_TEST(*map.r[1][0] == *map.r[0][1]);
  }
}

BOOST_AUTO_TEST_CASE(the_published_codes_forms_pair_a_run_with_itself_whatever_the_manifest_says) {
  FakeData data = four_runs();
  BOOST_TEST((View(data).self_pairs() == SelfPairs::exclude));
  BOOST_TEST((View(data, {"as_published", {}, {}, 0}).self_pairs() == SelfPairs::include_zero));
  data.self_pairs_ = "include_zero";
  BOOST_TEST((View(data).self_pairs() == SelfPairs::include_zero));
}

BOOST_AUTO_TEST_CASE(maps_rest_on_as_many_seeds_as_the_smallest_group_has) {
  FakeData data;
  data.add_group("first", {0.7, 0.72, 0.69, 0.75, 0.6, 0.5});
  data.add_group("second", {0.7, 0.72, 0.69, 0.75});
  data.add_value("first", "alpha", 0.1, 6, 0.01);
  data.add_value("second", "alpha", 0.1, 4, 0.01);
  const View view(data);
  BOOST_TEST(correlation_maps(view, 0)[0].seeds == 4u);
  BOOST_TEST(correlation_maps(view, 5)[0].seeds == 5u);
  BOOST_TEST(correlation_maps(view, 5)[1].seeds == 4u);
}

// The 15 published maps of a model give the published r within the rounding of their two digits: 0.7324 and 0.6543, as
// numpy 2 / scipy 1.16 have it from the same numbers (sd-vs-correlation.toml, r_recomputed).
BOOST_AUTO_TEST_CASE(the_published_maps_give_the_published_r) {
  const published::Facts facts(test::published_files("du_nguyen_2023"));
  const std::vector<std::string> measures = {"sd", "kappa", "pwd", "jsd", "cka", "op"};
  for (const std::string& model : published::kModels) {
    FakeData data;
    data.model_ = model;
    for (const std::string& task : published::kTasks) {
      data.task_ = task;
      for (const std::string& method : published::kMethods) {
        // Equal scores would make the method a repetition of another one.
        data.add_group(method, {0.5, 0.6, 0.7 + 0.001 * static_cast<double>(data.groups_.size())});
        for (const std::string& measure : measures) data.add_value(method, measure, 0.1, 3);
      }
    }
    const View view(data);
    std::vector<CorrelationMap> maps = correlation_maps(view, 0);
    for (CorrelationMap& map : maps) {
      const TomlNode* table =
          facts.table("bootstrap-correlations.toml", model + "." + map.group->task + "." + map.group->name);
      map.sd = published::Facts::number(*table, "sd_10");
      for (std::size_t i = 0; i < measures.size(); ++i)
        for (std::size_t j = i + 1; j < measures.size(); ++j)
          map.r[i][j] = map.r[j][i] = published::Facts::number(*table, measures[i] + "_" + measures[j]);
    }
    const auto spread = spread_against_agreement(view, maps, 10000);
    BOOST_REQUIRE_EQUAL(spread.size(), 1u);
    BOOST_TEST(spread[0].groups == 15u);
    BOOST_TEST(spread[0].points.size() == 90u);
    const TomlNode* known = facts.table("sd-vs-correlation.toml", model);
    BOOST_TEST(std::abs(*spread[0].r - published::Facts::number(*known, "r_recomputed")) < 5e-5);
    BOOST_TEST(*spread[0].p_of_points < 1e-11);  // as if 90 points were independent
    BOOST_TEST(spread[0].test->p > 1e-4);        // 15 SDs are
    BOOST_TEST(spread[0].test->p < 0.02);
    BOOST_TEST(spread[0].test->orders == 10000u);
  }
}

BOOST_AUTO_TEST_CASE(three_groups_tell_nothing_about_sd_and_agreement) {
  FakeData data;
  for (const char* method : {"a", "b", "c"}) {
    data.add_group(method, {0.5, 0.6, *method == 'a' ? 0.8 : *method == 'b' ? 0.81 : 0.82});
    data.add_value(method, "alpha", 0.1, 3, 0.01);
  }
  const View view(data);
  const auto spread = spread_against_agreement(view, correlation_maps(view, 0), 100);
  BOOST_TEST(!spread[0].r.has_value());
  BOOST_TEST(spread[0].reason.find("4 groups") != std::string::npos);
}

// Figures 3(c) and 26 as the study draws them beside its own: 90 marks that give the published r.
BOOST_AUTO_TEST_CASE(the_published_marks_are_90_and_give_the_published_r) {
  const published::Facts facts(test::published_files("du_nguyen_2023"));
  for (const std::string& model : published::kModels) {
    std::vector<double> x;
    std::vector<double> y;
    for (const PublishedSpreadPoint& point : published_spread(facts, model)) {
      x.push_back(point.sd);
      y.push_back(point.z);
    }
    BOOST_TEST(x.size() == 90u);
    const double wanted = published::Facts::number(*facts.table("sd-vs-correlation.toml", model), "r_recomputed");
    BOOST_TEST(std::abs(pearson(x, y)->coefficient - wanted) < 5e-5);
  }
  BOOST_TEST(published_spread(published::Facts({}), "bert").empty());
}

namespace {

/// Two tasks of five methods whose two measures move with the seeds; on "flat" all runs give one class.
FakeData two_tasks(const std::string& second) {
  FakeData data;
  data.samples_ = 100;
  int number = 0;
  for (const std::string& task : {std::string("rte"), second}) {
    data.task_ = task;
    const bool flat = task == "flat";
    for (const char* method : {"original", "mixout", "llrd", "reinit", "wd_pre"}) {
      ++number;
      std::vector<double> scores;
      for (int seed = 0; seed < 6; ++seed)
        scores.push_back(flat ? 0.5 : 0.7 + 0.01 * number * std::sin(3.0 * seed + number));
      data.add_group(method, scores);
      for (const char* measure : {"alpha", "beta"}) {
        data.add_value(method, measure, 0.2, 6);
        arma::mat& pairs = data.values_.back().pairs;
        for (arma::uword i = 0; i < 6; ++i)
          for (arma::uword j = 0; j < i; ++j)
            pairs(i, j) = pairs(j, i) =
                flat ? 0.0 : 0.3 + 0.1 * std::sin(1.7 * i * j + number * (*measure == 'a' ? 1.0 : 2.3));
      }
      data.predicted_[task + "." + method + "0"] =
          flat ? std::vector<arma::uword>(4, 0) : std::vector<arma::uword>{0, 1, 0, 1};
    }
  }
  return data;
}

}  // namespace

BOOST_AUTO_TEST_CASE(tasks_that_do_not_learn_leave_the_others_their_r) {
  const FakeData data = two_tasks("flat");
  const View view(data);
  const auto maps = correlation_maps(view, 0);
  BOOST_TEST(!maps[5].r[0][1].has_value());  // constant distances
  const auto spread = spread_against_agreement(view, maps, 100);
  BOOST_REQUIRE_EQUAL(spread.size(), 1u);
  BOOST_REQUIRE_MESSAGE(spread[0].r.has_value(), spread[0].reason);
  BOOST_TEST(spread[0].groups == 5u);
  BOOST_TEST(spread[0].points.size() == 10u);
  for (const auto& point : spread[0].points) BOOST_TEST(point.group->task == "rte");
  BOOST_TEST(spread[0].left_out() == "Tasks that do not learn are left out: flat, model.");

  // A method that repeats another one is left out, too, and named.
  FakeData repeated = data;
  for (std::size_t seed = 0; seed < 6; ++seed)
    repeated.groups_[4].runs[seed].scores = repeated.groups_[0].runs[seed].scores;  // equal values by both measures
  const View with_twin(repeated);
  const auto once = spread_against_agreement(with_twin, correlation_maps(with_twin, 0), 100);
  BOOST_TEST(once[0].groups == 4u);
  BOOST_TEST(once[0].left_out() ==
             "Tasks that do not learn are left out: flat, model. Left out, because its runs give what those of another "
             "method give: wd_pre (as original) on rte, model.");

  // The same r as of the learned task alone; the page says what is left out and has no map of it.
  FakeData alone = two_tasks("rte");
  alone.groups_.resize(5);
  alone.values_.resize(10);
  const View of_one(alone);
  BOOST_TEST(*spread[0].r == *spread_against_agreement(of_one, correlation_maps(of_one, 0), 100)[0].r,
             boost::test_tools::tolerance(1e-12));
  Form form;
  form.view = &view;
  form.variant = "textbook";
  form.maps = maps;
  form.spread = spread;
  const auto figures = joint_figures(form, published::Facts({}));
  BOOST_REQUIRE_EQUAL(figures.size(), 2u + 5u);
  BOOST_TEST(figures[0].id == "measure_agreement");
  BOOST_TEST(figures[0].panels.size() == 2u);
  BOOST_TEST(figures[1].id == "sd_against_agreement");
  BOOST_TEST(figures[1].caption.find("flat, model") != std::string::npos);
  for (std::size_t i = 2; i < figures.size(); ++i) {
    BOOST_TEST(figures[i].title.ends_with(", model, rte"), figures[i].title);
    BOOST_TEST(figures[i].panels.empty());
    BOOST_TEST(figures[i].cells.size() == 2u);
  }
}

namespace {

/// What the study draws of all tasks together, without the marks of SD against agreement.
std::vector<StudyFigure> maps_of(const View& view) {
  Form form;
  form.view = &view;
  form.variant = "textbook";
  form.maps = correlation_maps(view, 0);
  return joint_figures(form, published::Facts({}));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(tasks_are_the_panels_of_one_figure_in_the_manifests_order, *boost::unit_test::tolerance(1e-12)) {
  FakeData data = two_tasks("cola");
  for (std::size_t method = 0; method < 5; ++method) {  // the measures agree on the first task, on the second they part
    const double from_first = 0.1 * static_cast<double>(method + 1), from_last = 0.6 - from_first;
    data.values_[2 * method].instability = data.values_[2 * method + 1].instability = from_first;
    data.values_[10 + 2 * method].instability = from_first;
    data.values_[10 + 2 * method + 1].instability = from_last;
  }
  data.task_ = "rte";
  data.add_value("original", "gamma", 0.3, 6, 0.01);  // measured there alone
  data.groups_[5].runs[5].outcome = "diverged";       // original on cola
  const View view(data);
  const auto figures = maps_of(view);
  BOOST_REQUIRE_EQUAL(figures.size(), 1u + 5u);
  for (const StudyFigure& figure : figures) {
    BOOST_TEST((figure.kind == StudyFigure::Kind::heatmap), figure.id);
    BOOST_TEST(figure.cells.empty(), figure.id);
    BOOST_TEST(figure.section == "Do the measures move together?");
    BOOST_REQUIRE_EQUAL(figure.panels.size(), 2u);
    BOOST_TEST(figure.panels[0].title == "rte");
    BOOST_TEST(figure.panels[1].title == "cola");
    for (const StudyPanel& panel : figure.panels) BOOST_TEST(has(figure.alternative, "Panel " + panel.title + ": "));
  }

  const StudyFigure& agreement = figures[0];
  BOOST_TEST(agreement.id == "measure_agreement");
  BOOST_TEST(agreement.title == "Agreement of the measures");
  BOOST_TEST(agreement.cell_title == "Kendall's tau-b, no unit (1 = same order, -1 = reversed)");
  BOOST_TEST(has(agreement.caption, "rankings of 5 methods"), agreement.caption);
  BOOST_TEST(agreement.x_categories == (std::vector<std::string>{"alpha", "beta", "gamma"}));
  BOOST_TEST(agreement.panels[0].cells[0][1].value() == 1.0);
  BOOST_TEST(agreement.panels[1].cells[1][0].value() == -1.0);
  BOOST_TEST(!agreement.panels[0].cells[0][2].has_value());
  BOOST_TEST(has(agreement.alternative, "Panel rte: alpha and beta: 1.00. Panel cola: alpha and beta: -1.00. "),
             agreement.alternative);

  const StudyFigure& original = figures[1];
  BOOST_TEST(original.id == "bootstrap_correlations-original-model");
  BOOST_TEST(original.title == "Bootstrap correlations: original, model");
  BOOST_TEST(original.x_categories.size() == 3u);
  BOOST_TEST(original.panels[0].cells[2][2].value() == 1.0);
  BOOST_TEST(!original.panels[1].cells[2][2].has_value());  // not measured there
  BOOST_TEST(original.panels[1].cells[1][1].value() == 1.0);
  BOOST_TEST(has(original.caption, "100 resamples of 6 (rte), 5 (cola) seeds"), original.caption);
  BOOST_TEST(has(original.caption, "or is left out."));
  BOOST_TEST(original.caption.ends_with(": gamma (cola)."), original.caption);

  const StudyFigure& mixout = figures[2];
  BOOST_TEST(mixout.id == "bootstrap_correlations-mixout-model");
  BOOST_TEST(mixout.x_categories.size() == 2u);
  BOOST_TEST(!has(mixout.caption, "or is left out"));
  BOOST_TEST(mixout.caption.ends_with(": gamma."), mixout.caption);
  for (std::size_t m = 0; m < 2; ++m) {  // the numbers are those of the maps
    const CorrelationMap map = correlation_maps(view, 0)[m == 0 ? 1 : 6];
    BOOST_TEST(mixout.panels[m].cells[0][1].value() == map.r[0][1].value());
  }
  for (const StudyFigure& figure : imm_reassessment::figures(view, published::Facts({})))
    BOOST_TEST(!figure.id.starts_with("measure_agreement"));
}

BOOST_AUTO_TEST_CASE(every_model_has_figures_of_its_own_and_a_single_task_needs_no_panels) {
  FakeData data = two_tasks("cola");
  for (StudyGroup& group : data.groups_)
    if (group.task == "cola") group.model = "other";
  for (StudyValue& value : data.values_)
    if (value.task == "cola") value.model = "other";
  const View view(data);
  const auto figures = maps_of(view);
  BOOST_REQUIRE_EQUAL(figures.size(), 2u + 10u);
  BOOST_TEST(figures[0].id == "measure_agreement-model");
  BOOST_TEST(figures[0].title == "Agreement of the measures: model, rte");
  BOOST_TEST(figures[1].id == "measure_agreement-other");
  BOOST_TEST(figures[1].title == "Agreement of the measures: other, cola");
  BOOST_TEST(figures[2].title == "Bootstrap correlations: original, model, rte");
  BOOST_TEST(figures[7].id == "bootstrap_correlations-original-other");
  for (const StudyFigure& figure : figures) {
    BOOST_TEST(figure.panels.empty());
    BOOST_TEST(figure.cells.size() == 2u);
    BOOST_TEST(!has(figure.alternative, "Panel"));
    BOOST_TEST(!figure.alternative.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_group_without_a_correlation_is_left_out_and_named) {
  FakeData data = two_tasks("cola");
  for (StudyValue& value : data.values_)
    if (value.group == "llrd" && value.task == "cola" && value.measure == "beta") value.pairs.fill(0.1);
  const View view(data);
  const auto spread = spread_against_agreement(view, correlation_maps(view, 0), 100);
  BOOST_REQUIRE(spread[0].r.has_value());
  BOOST_TEST(spread[0].groups == 9u);
  BOOST_TEST(spread[0].left_out() == "Left out, because two measures have no correlation there: llrd on cola, model.");
}

BOOST_AUTO_TEST_CASE(without_a_task_that_learns_the_reason_is_told) {
  FakeData data = two_tasks("flat");
  data.groups_.erase(data.groups_.begin(), data.groups_.begin() + 5);
  const View view(data);
  const auto spread = spread_against_agreement(view, correlation_maps(view, 0), 100);
  BOOST_TEST(!spread[0].r.has_value());
  BOOST_TEST(spread[0].reason.ends_with("there are 0"));
  BOOST_TEST(spread[0].left_out().find("flat, model") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_first_seeds_give_what_a_study_of_them_alone_would_give, *boost::unit_test::tolerance(1e-12)) {
  FakeData data = four_runs();
  data.values_[0].low = data.values_[0].high = 1.0;
  const FirstSeeds first(data, 3);
  BOOST_TEST(first.groups()[0].runs.size() == 3u);
  const auto& values = first.values();
  BOOST_TEST(*values[0].instability == (0.11 + 0.12 + 0.13) / 3.0);
  BOOST_TEST(values[0].pairs.n_rows == 3u);
  BOOST_TEST(*values[0].low >= 0.11);
  BOOST_TEST(*values[0].high <= 0.13);
  BOOST_TEST(*values[1].instability == 0.25 / std::sqrt(3.0));  // of 1, 0.75, 0.75
  BOOST_TEST(values[2].n_runs == 3);
  BOOST_TEST(!values[3].instability.has_value());  // homemade
  BOOST_TEST(values[3].reason.find("all 4 runs") != std::string::npos);
  BOOST_TEST(FirstSeeds(data, 9).groups()[0].runs.size() == 4u);
  BOOST_TEST(*FirstSeeds(data, 9).values()[0].low == 1.0);  // nothing is cut, nothing worked out anew
}

BOOST_AUTO_TEST_SUITE_END()
