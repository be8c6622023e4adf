// SPDX-License-Identifier: Apache-2.0
// What studies share: curves, first seeds, correlation across layers, spread over sub-samples.
#include <boost/test/unit_test.hpp>

#include "../../../studies/common/axis_title.hpp"
#include "../../../studies/common/curve.hpp"
#include "../../../studies/common/first_seeds.hpp"
#include "../../../studies/common/layer_correlation.hpp"
#include "../../../studies/common/layer_correlation_figure.hpp"
#include "../../../studies/common/learning.hpp"
#include "../../../studies/common/run_labels.hpp"
#include "../../../studies/common/sample_spread.hpp"
#include "../../../studies/common/score_figure.hpp"
#include "../../../studies/common/seed_points.hpp"
#include "../../../studies/common/sentences.hpp"
#include "support/made_study.hpp"

using namespace reseed;
using namespace reseed::studies;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// Distances that differ from pair to pair and from layer to layer.
void add_noise(MadeStudy& study, const std::string& measure, std::size_t step) {
  for (std::size_t l = 1; l <= 4; ++l)
    study.add_value(measure, std::to_string(l), [&](std::size_t i, std::size_t j) {
      return 0.1 * static_cast<double>(l) + 0.05 * static_cast<double>((i + step * j + step * l) % 5);
    });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(studies_in_common)

BOOST_AUTO_TEST_CASE(a_curve_begins_after_the_first_block_unless_embeddings_count) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6});
  for (const char* layer : {"10", "2", "0"})
    study.add_value("some_distance", layer, [](std::size_t, std::size_t) { return 0.5; });
  const auto curves = curves_of(study.values_, study.groups_[0], false);
  BOOST_REQUIRE(curves.size() == 1u);
  BOOST_TEST(curves[0].layers.size() == 2u);
  BOOST_TEST(curves[0].top().layer == "10");
  BOOST_TEST(curves_of(study.values_, study.groups_[0], true)[0].layers.front()->layer == "0");
}

BOOST_AUTO_TEST_CASE(a_measure_is_called_by_its_name_in_words_and_its_variant) {
  StudyValue value;
  value.measure = "fleiss_kappa";
  value.variant = "as_published";
  value.direction = Direction::larger_is_more_alike;
  BOOST_TEST(form_of(value).title() == "1 - Fleiss' kappa (as_published)");
}

BOOST_AUTO_TEST_CASE(an_axis_names_unit_and_direction_and_says_where_there_is_no_unit) {
  StudyValue value;
  value.measure = "jensen_shannon_divergence";
  value.variant = "textbook";
  value.unit = "nat";
  BOOST_TEST(form_of(value).axis() == "Jensen-Shannon divergence, nat (lower is more stable)");
  value.unit = "";
  BOOST_TEST(form_of(value).axis() == "Jensen-Shannon divergence, no unit (lower is more stable)");
  BOOST_TEST(axis_title("instability", "metric", "lower is more stable") ==
             "instability, unit of the metric (lower is more stable)");
  BOOST_TEST(axis_title("performance SD", "matthews_correlation", "lower is more stable") ==
             "performance SD, Matthews correlation (lower is more stable)");
  BOOST_TEST(axis_title("instability", std::set<std::string>{"f1"}, "lower is more stable") ==
             "instability, F1 (lower is more stable)");
  BOOST_TEST(axis_title("instability", std::set<std::string>{"", "radian"}, "lower is more stable") ==
             "instability, radian or no unit (lower is more stable)");
}

// Distances of seeds (0, 1) = 1, (0, 2) = 2, (1, 2) = 3.
BOOST_AUTO_TEST_CASE(the_first_seeds_alone_give_the_value_of_their_pairs) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_value("some_distance", "", [](std::size_t i, std::size_t j) { return static_cast<double>(i + j); });
  study.add_number("some_group_measure", "", 0.4);
  const FirstSeeds two(study, 2);
  BOOST_TEST(two.groups()[0].runs.size() == 2u);
  BOOST_TEST(*two.values()[0].instability == 1.0);
  BOOST_TEST(two.values()[0].n_runs == 2);
  BOOST_TEST(!two.values()[1].instability.has_value());
  BOOST_TEST(two.values()[1].reason.find("all 3 runs") != std::string::npos);
  study.self_pairs_ = "include_zero";
  BOOST_TEST(two.self_pairs() == "include_zero");
  const FirstSeeds all(study, 0);
  BOOST_TEST(*all.values()[0].instability == 2.0);
  BOOST_TEST(*all.values()[1].instability == 0.4);
}

BOOST_AUTO_TEST_CASE(runs_that_do_not_beat_the_most_frequent_label_failed) {
  MadeStudy study;
  study.failure_ = StudyFailure{"accuracy", std::nullopt, "test"};
  study.add_group("original", {0.75, 0.76, 0.5});
  const RunLabels labels = run_labels(study, study.groups_[0]);
  BOOST_TEST(labels.failed == (std::vector<std::uint64_t>{0, 2}));
  BOOST_TEST(labels.successful == (std::vector<std::uint64_t>{1}));
  BOOST_TEST(labels.rule.find("0.7500") != std::string::npos);
  study.failure_->metric = "f1";
  BOOST_TEST(run_labels(study, study.groups_[0]).problem == "seed 0 has no f1 on test");
}

// A sub-sample keeps neither scores nor predictions of its items: what is no mean over pairs is not worked out anew.
BOOST_AUTO_TEST_CASE(the_first_seeds_of_a_sub_sample_leave_out_what_has_no_pairs) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_number("performance_sd", "", 0.1);
  study.add_sample(0.5, 1, 0.1);
  const FirstSeeds two(study, 2);
  BOOST_TEST(two.values()[0].instability.has_value());
  BOOST_TEST(!two.subset_values()[0].instability.has_value());
  BOOST_TEST(has_flag(two.subset_values()[0], "records_missing"));
}

// Ranks 1 2 3 4 against 1 3 2 4: 1 - 6 x 2 / (4 x 15) = 0.8, and Pearson's r of these numbers is the same.
BOOST_AUTO_TEST_CASE(two_curves_correlate_across_layers, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("first_distance", {0.1, 0.2, 0.3, 0.4});
  study.add_curve("second_distance", {0.1, 0.3, 0.2, 0.4});
  const auto rows = layer_correlations(study, false);
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].layers == 4u);
  BOOST_TEST(*rows[0].r == 0.8);
  BOOST_TEST(*rows[0].low == 0.8);  // constant distances: every resample has the same curve
  BOOST_TEST(*rows[0].high == 0.8);
}

// Of the 24 orders of four numbers 8 have a rank correlation of 0.8 or more, or of -0.8 or less.
BOOST_AUTO_TEST_CASE(few_layers_have_a_p_from_their_orders, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("first_distance", {0.1, 0.2, 0.3, 0.4});
  study.add_curve("second_distance", {0.1, 0.3, 0.2, 0.4});
  const auto rows = layer_correlations(study, false);
  BOOST_TEST(*rows[0].p == 8.0 / 24.0);
  BOOST_TEST(rows[0].test == "permutation of the layers, all 24 orders");
  const StudyTable table = layer_correlations_table("some_table", rows);
  BOOST_TEST(table.caption.find("layers of one model are not independent") != std::string::npos);
  BOOST_TEST(std::get<double>(table.rows[0][9]) == 8.0 / 24.0);
}

BOOST_AUTO_TEST_CASE(ten_layers_without_ties_have_no_p) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("first_distance", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0});
  study.add_curve("second_distance", {0.1, 0.3, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0});
  const auto rows = layer_correlations(study, false);
  BOOST_TEST(rows[0].r.has_value());
  BOOST_TEST(!rows[0].p.has_value());
  BOOST_TEST(rows[0].test.empty());
}

BOOST_AUTO_TEST_CASE(one_seed_has_no_curve_and_the_reason_speaks_of_seeds) {
  MadeStudy study;
  study.add_group("original", {0.5});
  for (const char* measure : {"first_distance", "second_distance"})
    for (const char* layer : {"1", "2", "3"}) study.add_number(measure, layer, std::nullopt);
  BOOST_TEST(layer_correlations(study, false)[0].reason == "1 seed: a pair needs 2");
}

// Runs 0, 0, 1: two pairs of the runs and one of a run with itself.
BOOST_AUTO_TEST_CASE(pairs_of_a_run_with_itself_are_left_out_or_at_distance_zero, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  StudyValue& distance = study.add_value("some_distance", "", [](std::size_t, std::size_t) { return 0.3; });
  BOOST_TEST(*instability_over(distance, {0, 0, 1}) == 0.3);
  BOOST_TEST(*instability_over(distance, {0, 0, 1}, SelfPairs::include_zero) == 0.2);
  distance.direction = Direction::larger_is_more_alike;  // 0.7 apart
  BOOST_TEST(*instability_over(distance, {0, 0, 1}) == 0.7);
  BOOST_TEST(*instability_over(distance, {0, 0, 1}, SelfPairs::include_zero) == 1.4 / 3.0);
  BOOST_TEST(!instability_over(distance, {0, 0, 0}).has_value());
}

// They make all layers of a resample smaller by one factor: r does not see them.
BOOST_AUTO_TEST_CASE(pairs_of_a_run_with_itself_do_not_move_a_correlation_across_layers, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7, 0.8, 0.9});
  add_noise(study, "first_distance", 2);
  add_noise(study, "second_distance", 3);
  const auto left_out = layer_correlations(study, false)[0];
  study.self_pairs_ = "include_zero";
  const auto counted = layer_correlations(study, false)[0];
  BOOST_TEST(*left_out.high > *left_out.low);
  BOOST_TEST(*left_out.r == *counted.r);
  BOOST_TEST(*left_out.low == *counted.low);
  BOOST_TEST(*left_out.high == *counted.high);
}

BOOST_AUTO_TEST_CASE(two_layers_are_too_few_for_a_correlation) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("first_distance", {0.1, 0.2});
  study.add_curve("second_distance", {0.1, 0.3});
  const auto rows = layer_correlations(study, false);
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(!rows[0].r.has_value());
  BOOST_TEST(rows[0].reason == "want 3 layers at which both have a value, found 2");
}

BOOST_AUTO_TEST_CASE(layers_that_are_forced_by_dimension_are_counted) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_curve("first_distance", {0.1, 0.2, 0.3});
  study.values_.back().flags = {"degenerate_subspace"};
  study.add_curve("second_distance", {0.1, 0.2, 0.4});
  BOOST_TEST(layer_correlations(study, false)[0].forced == 1u);
}

// Mean 0.3, SD 0.1, t(0.975, 2) = 4.302653: reach 4.302653 x 0.1 / sqrt(3) = 0.248414.
BOOST_AUTO_TEST_CASE(the_shift_of_sub_samples_has_a_t_interval_over_the_draws, *utf::tolerance(1e-5)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_number("some_measure", "", 0.5);
  study.values_.back().low = 0.35;
  study.values_.back().high = 0.65;
  study.add_sample(0.5, 1, 0.2);
  study.add_sample(0.5, 2, 0.3);
  study.add_sample(0.5, 3, 0.4);
  study.add_sample(0.1, 1, std::nullopt).reason = "too few";
  const auto rows = sample_spreads(study, false);
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0].rate == 0.1);
  BOOST_TEST(rows[0].undefined == 1u);
  BOOST_TEST(rows[0].reason == "too few");
  BOOST_TEST(!rows[0].shift().has_value());
  BOOST_TEST(*rows[1].mean == 0.3);
  BOOST_TEST(*rows[1].sd == 0.1);
  BOOST_TEST(*rows[1].inside() == 1u);
  BOOST_TEST(rows[1].shift()->mean == -0.2);
  BOOST_TEST(rows[1].shift()->low == -0.448414);
  BOOST_TEST(rows[1].shift()->high == 0.048414);
  // Five of them at once: t(0.995, 2) = 9.924843.
  BOOST_TEST(rows[1].shift(5)->low == -0.2 - 9.924843 * 0.1 / std::sqrt(3.0));
}

// The records of the made study have label 0 in three of four items: always giving it scores 0.75.
BOOST_AUTO_TEST_CASE(a_task_that_is_no_better_than_one_class_does_not_learn) {
  MadeStudy study;
  study.add_group("original", {0.74, 0.76, 0.75}, "flat");
  study.add_group("other", {0.70, 0.72, 0.71}, "flat");
  study.add_group("original", {0.90, 0.88, 0.91}, "steep");
  study.add_group("original", {0.70}, "one run");
  BOOST_TEST((not_learning(study) == std::set<std::pair<std::string, std::string>>{{"m", "flat"}}));
  const auto notes = learning_notes(study);
  BOOST_REQUIRE(notes.size() == 1u);
  BOOST_TEST(notes[0].starts_with(
                 "The task flat, m does not learn: the best mean accuracy is 75.0, and always giving one class "
                 "scores 75.0."),
             notes[0]);
  BOOST_TEST(notes[0].find("nothing about fine-tuning follows") != std::string::npos);
  std::vector<std::string> all = {"a detail"};
  say_first(notes, all);
  BOOST_TEST(all == (std::vector<std::string>{notes[0], "a detail"}), boost::test_tools::per_element());
  BOOST_TEST(left_out(not_learning(study)) == "Tasks that do not learn are left out: flat, m.");
  BOOST_TEST(left_out(Tasks()) == "");
  BOOST_TEST(left_out(std::set<std::string>{"a", "b", "c", "d", "e"}) ==
             "Tasks that do not learn are left out: a; b; c; and 2 more.");
}

// Distances of seeds (0, 1) = 1, (0, 2) = 2, (1, 2) = 3: 0 is 1.5 from the others, 1 is 2, 2 is 2.5; their mean is the
// value, 2.
BOOST_AUTO_TEST_CASE(a_seed_of_a_pair_measure_stands_at_its_mean_distance_to_the_others, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  StudyValue& value =
      study.add_value("some_distance", "4", [](std::size_t i, std::size_t j) { return static_cast<double>(i + j); });
  auto points = seed_points(value, 1.0, 0.4);
  BOOST_REQUIRE(points.size() == 3u);
  BOOST_TEST(points[0].y == 1.5);
  BOOST_TEST(points[1].y == 2.0);
  BOOST_TEST(points[2].y == 2.5);
  BOOST_TEST(points[0].x == 0.8);
  BOOST_TEST(points[2].x == 1.2);
  BOOST_TEST(points[2].label == "seed 2: 2.5000 on average from the others");
  const StudySeries dots = seed_dots("original, seeds", {&value}, 3, 0.1);
  BOOST_TEST((dots.mark == StudySeries::Mark::dots));
  BOOST_TEST(dots.like == 3);
  BOOST_TEST(dots.points[0].x == 4.1);
  value.direction = Direction::larger_is_more_alike;  // larger = less stable
  BOOST_TEST(seed_marks(value)[0].y == -0.5);
  value.pairs(0, 1) = value.pairs(1, 0) = std::nan("");
  BOOST_TEST(seed_marks(value).empty());
}

BOOST_AUTO_TEST_CASE(a_seed_of_a_measure_of_the_whole_group_stands_at_the_value_without_it) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  const StudyValue& value = study.add_number("performance_sd", "", 0.1);
  BOOST_TEST(seed_marks(value).empty());  // no records: only the value is known
  study.add_without({0.2, std::nan(""), 0.4});
  const auto points = seed_points(value, 0.0, 0.4);
  BOOST_REQUIRE(points.size() == 2u);
  BOOST_TEST(points[1].y == 0.4);
  BOOST_TEST(points[1].label == "without seed 2: 0.4000");
}

// Scores 0.5, 0.6, 0.8: without one of them two are left, sqrt(0.5) times their difference apart.
BOOST_AUTO_TEST_CASE(the_first_seeds_alone_have_values_without_each_of_them, *utf::tolerance(1e-12)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.8, 0.1});
  study.add_number("performance_sd", "", 0.3);
  study.add_without({1, 2, 3, 4});
  BOOST_TEST(FirstSeeds(study, 0).values()[0].without[3] == 4.0);
  const FirstSeeds three(study, 3);
  const StudyValue& value = three.values()[0];
  BOOST_TEST(value.seeds == (std::vector<std::uint64_t>{0, 1, 2}));
  BOOST_REQUIRE(value.without.size() == 3u);
  BOOST_TEST(value.without[0] == std::sqrt(0.5) * 0.2);
  BOOST_TEST(value.without[2] == std::sqrt(0.5) * 0.1);
  BOOST_TEST(FirstSeeds(study, 2).values()[0].without.empty());
}

// With distance d_l (1 + s_i + s_j) at layer l every subset of the runs has a curve of the same shape.
BOOST_AUTO_TEST_CASE(a_correlation_across_layers_has_one_without_each_seed_and_a_figure_of_them,
                     *utf::tolerance(1e-9)) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7, 0.8});
  const std::vector<double> first = {0.1, 0.2, 0.3, 0.4}, second = {0.1, 0.3, 0.2, 0.4};
  for (const auto& [measure, curve] : {std::pair("first_distance", &first), std::pair("second_distance", &second)})
    for (std::size_t l = 0; l < 4; ++l)
      study.add_value(measure, std::to_string(l + 1), [&, curve = curve](std::size_t i, std::size_t j) {
        return (*curve)[l] * (1.0 + static_cast<double>(i + j));
      });
  const auto rows = layer_correlations(study, false);
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_REQUIRE(rows[0].without.size() == 4u);
  for (std::size_t seed = 0; seed < 4; ++seed) {
    BOOST_TEST(rows[0].without[seed].first == seed);
    BOOST_TEST(rows[0].without[seed].second == 0.8);
  }
  const auto figures =
      layer_correlation_figures("convergent", rows, [](const LayerCorrelation&) { return std::optional<double>(0.7); });
  BOOST_REQUIRE(figures.size() == 1u);
  BOOST_TEST(figures[0].id == "convergent-m-textbook");
  BOOST_TEST(dots_of(figures[0]) == 4u);
  BOOST_TEST(figures[0].series[0].points[0].y == 0.8);
  BOOST_TEST((figures[0].series[1].mark == StudySeries::Mark::hollow));
  BOOST_TEST(figures[0].series[1].like == 0);
  BOOST_TEST(
      figures[0].caption.ends_with("Small dots: r without one seed. Hollow marks: published for "
                                   "bert-large-uncased, another scale, not compared."));
}

// The forms of the published code come in another order than the textbook's.
BOOST_AUTO_TEST_CASE(a_colour_means_one_pair_of_measures_in_all_figures) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7, 0.8});
  const auto add_form = [&](const std::string& variant, const std::vector<std::string>& measures) {
    for (const std::string& measure : measures) {
      add_noise(study, measure, measure.size());
      for (std::size_t l = 1; l <= 4; ++l) study.values_[study.values_.size() - l].variant = variant;
    }
  };
  add_form("textbook", {"linear_cka_distance", "svcca_distance", "orthogonal_procrustes_distance"});
  add_form("as_published", {"svcca_distance", "orthogonal_procrustes_distance", "linear_cka_distance"});
  const auto figures = layer_correlation_figures("convergent", layer_correlations(study, false),
                                                 [](const LayerCorrelation&) { return std::optional<double>(); });
  BOOST_REQUIRE(figures.size() == 2u);
  for (std::size_t s = 0; s < 3; ++s) BOOST_TEST(figures[0].series.at(s).name == figures[1].series.at(s).name);
  BOOST_TEST(figures[0].series[0].name == "linear CKA distance and SVCCA distance");
}

BOOST_AUTO_TEST_CASE(scores_of_one_metric_stand_in_one_figure_with_a_mark_per_seed) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.7});
  study.add_group("other", {0.5, 0.6}, "mrpc");
  study.groups_.back().metric = "f1";
  study.add_group("original", {0.8, 0.9}, "cola");
  study.groups_.back().runs[1].outcome = "diverged";
  const auto figures = score_figures(study.groups_, 1);
  BOOST_REQUIRE(figures.size() == 2u);
  BOOST_TEST(figures[0].id == "scores-m-accuracy");
  BOOST_TEST(figures[0].x_categories == (std::vector<std::string>{"rte, original", "cola, original"}));
  BOOST_TEST(marks_of_runs(figures[0]) == 4u);
  BOOST_TEST(figures[0].series.back().points.size() == 1u);  // one run has no standard deviation
  BOOST_TEST(figures[1].y_title == "F1 on the test set, × 100 (higher is better)");
}

BOOST_AUTO_TEST_CASE(reasons_and_effects_become_whole_sentences) {
  BOOST_TEST(sentence("none known") == "None known.");
  BOOST_TEST(sentence("3 of 4 lie outside. ") == "3 of 4 lie outside.");
  BOOST_TEST(sentence("") == "");
  BOOST_TEST(capitalised("orthogonal Procrustes distance") == "Orthogonal Procrustes distance");
  std::string text;
  add_sentence(text, "One.");
  add_sentence(text, "");
  add_sentence(text, "Two.");
  BOOST_TEST(text == "One. Two.");
}

BOOST_AUTO_TEST_CASE(a_task_of_which_one_group_learns_has_no_note) {
  MadeStudy study;
  study.add_group("original", {0.5, 0.6, 0.4}, "mixed");
  study.add_group("other", {0.90, 0.88, 0.91}, "mixed");
  BOOST_TEST(learning_notes(study).empty());
}

BOOST_AUTO_TEST_SUITE_END()
