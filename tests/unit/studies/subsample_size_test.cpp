// SPDX-License-Identifier: Apache-2.0
#include <boost/test/unit_test.hpp>

#include "../../../studies/subsample_size/sections.hpp"
#include "support/made_study.hpp"

using namespace reseed;
using namespace reseed::subsample_size;
using namespace reseed::test;
namespace utf = boost::unit_test;

namespace {

/// 0.4 on all 100 items, about 0.2 on 10 and about 0.3 on 50.
MadeStudy falling(const std::string& task = "rte") {
  MadeStudy study;
  study.add_group("original", {0.9, 0.92, 0.91}, task);
  study.add_number("orthogonal_procrustes_distance", "12", 0.4);
  study.values_.back().null = 0.5;
  for (std::int64_t draw = 1; draw <= 4; ++draw) {
    const double step = 0.01 * static_cast<double>(draw);
    study.add_sample(0.1, draw, 0.175 + step).null = 0.25;
    study.add_sample(0.5, draw, 0.295 + 0.2 * step).null = 0.45;
  }
  return study;
}

StudyReport report_of(const StudyData& data) {
  const published::Facts facts(data.published());
  const std::vector<Size> sizes = sizes_of(data, false);
  StudyReport report;
  report.answers = answers(sizes, studies::not_learning(data));
  report.tables = {summary(sizes), sizes_table(sizes)};
  report.figures = figures(sizes);
  if (!facts.empty()) report_against_paper(data, facts, sizes, report);
  check_well_formed(report);
  return report;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(subsample_size_study)

// Mean of the four draws at rate 0.1: 0.2, half of 0.4.
BOOST_AUTO_TEST_CASE(a_value_that_falls_with_fewer_items_is_found_lower, *utf::tolerance(1e-12)) {
  const MadeStudy study = falling();
  const std::vector<Size> sizes = sizes_of(study, false);
  BOOST_REQUIRE(sizes.size() == 2u);
  BOOST_TEST(sizes[0].rate == 0.1);
  BOOST_TEST(sizes[0].moved.verdict == "lower");
  BOOST_TEST(*sizes[0].moved.share == -0.5);
  BOOST_TEST(sizes[1].moved.verdict == "lower");
}

/// A value of 0.3 on all items; four draws around `mean`, `step` from one to the next.
MadeStudy around(double mean, double step) {
  MadeStudy study;
  study.add_group("original", {0.8, 0.85, 0.9});
  study.add_number("pairwise_disagreement", "", 0.3);
  for (std::int64_t draw = 1; draw <= 4; ++draw)
    study.add_sample(0.5, draw, mean + step * (static_cast<double>(draw) - 2.5));
  return study;
}

// Of steps d the standard deviation is 1.29 d, the interval mean -+ 3.18 x 1.29 d / 2 = 2.05 d: 0.03 is the margin.
BOOST_AUTO_TEST_CASE(a_value_that_stays_within_the_margin_has_not_moved) {
  BOOST_TEST(sizes_of(around(0.3, 0.01), false)[0].moved.verdict == "within 10 %");
  BOOST_TEST(sizes_of(around(0.303, 0.001), false)[0].moved.verdict == "within 10 %");  // leaves out 0, but is small
  BOOST_TEST(report_of(around(0.3, 0.01)).answers[0].verdict == "no: within 10 %");
}

BOOST_AUTO_TEST_CASE(a_wide_interval_tells_neither_a_shift_nor_none) {
  const MadeStudy study = around(0.6, 0.2);  // twice as high, -+ 0.41
  const Size size = sizes_of(study, false)[0];
  BOOST_TEST(*size.moved.share == 1.0, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(size.moved.verdict == "cannot tell");
  BOOST_TEST(size.moved.why.starts_with("the 95 % interval of the shift is too wide: -37.0 to 237.0 % of"),
             size.moved.why);
  const StudyReport report = report_of(study);
  BOOST_TEST(report.answers[0].verdict == "cannot tell");
  BOOST_TEST(report.answers[0].sentence.find("too wide: -37.0 to 237.0 %") != std::string::npos,
             report.answers[0].sentence);
  BOOST_TEST(std::get<double>(table_named(report, "summary").rows[0][10]) == -36.95,
             boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(values_forced_by_dimension_are_no_finding) {
  MadeStudy study = falling();
  for (StudyValue& value : study.subset_values_)
    if (value.subset->rate == 0.1) value.flags = {"degenerate_subspace"};
  const auto sizes = sizes_of(study, false);
  BOOST_TEST(sizes[0].moved.verdict == "cannot tell");
  BOOST_TEST(sizes[0].moved.why == "4 of 4 draws are forced by having fewer items than directions");
  BOOST_TEST(sizes[1].moved.verdict == "lower");
  // The null answer looks at the smallest size that is free: 0.298 of 0.4, 0.45 of 0.5.
  const StudyAnswer null = report_of(study).answers[2];
  BOOST_TEST(
      null.sentence.find("There the value is 75 % of that on all items, and the null 90 % of its own (medians).") !=
          std::string::npos,
      null.sentence);
}

BOOST_AUTO_TEST_CASE(two_draws_cannot_tell) {
  MadeStudy study;
  study.add_group("original", {0.8, 0.85, 0.9});
  study.add_number("pairwise_disagreement", "", 0.3);
  for (std::int64_t draw = 1; draw <= 2; ++draw) study.add_sample(0.5, draw, 0.2);
  BOOST_TEST(sizes_of(study, false)[0].moved.why == "want 3 draws with a value, found 2");
  BOOST_TEST(report_of(study).answers[0].verdict == "cannot tell");
}

BOOST_AUTO_TEST_CASE(the_value_on_all_items_stands_among_its_seeds) {
  MadeStudy study;
  study.add_group("original", {0.8, 0.85, 0.9});
  study.add_value("svcca_distance", "12",
                  [](std::size_t i, std::size_t j) { return 0.1 * static_cast<double>(i + j); });
  for (std::int64_t draw = 1; draw <= 3; ++draw) study.add_sample(0.5, draw, 0.2);
  study.add_number("performance_sd", "", 0.05);
  study.add_without({0.03, 0.04, 0.05});
  for (std::int64_t draw = 1; draw <= 3; ++draw) study.add_sample(0.5, draw, 0.06);
  const StudyReport report = report_of(study);
  for (const auto& [id, words] : {std::pair("size-original--rte--m-SVCCA-distance", "mean distance of each seed's run"),
                                  {"size-original--rte--m-performance-SD", "the value without that seed"}}) {
    const StudyFigure& figure = figure_named(report, id);
    BOOST_TEST(dots_of(figure) == 3u);
    BOOST_TEST(figure.series.back().like == static_cast<int>(figure.series.size()) - 2);
    BOOST_TEST((figure.series[figure.series.size() - 2].mark == StudySeries::Mark::hollow));
    BOOST_TEST(figure.caption.find(std::string("Small dots there: ") + words) != std::string::npos, figure.caption);
  }
}

BOOST_AUTO_TEST_CASE(tasks_that_do_not_learn_move_no_answer_and_no_claim) {
  MadeStudy study = falling();
  study.publish("du_nguyen_2023");
  for (StudyRun& run : study.groups_[0].runs) run.scores["test"] = 0.75;  // what one class scores
  const StudyReport report = report_of(study);
  for (const StudyAnswer& answer : report.answers) {
    BOOST_TEST(answer.verdict == "cannot tell");
    BOOST_TEST(answer.sentence.ends_with("Tasks that do not learn are left out: rte, m."), answer.sentence);
  }
  BOOST_TEST(report.claims.at(0).verdict == "cannot_tell");
  BOOST_TEST(report.claims.at(0).remark.ends_with("Tasks that do not learn are left out: rte, m."));
  BOOST_TEST(report.figures.size() == 1u);  // shown all the same
}

BOOST_AUTO_TEST_CASE(the_answer_names_every_measure_that_moves) {
  MadeStudy study = falling();
  study.add_number("pairwise_disagreement", "", 0.3);
  for (std::int64_t draw = 1; draw <= 4; ++draw) study.add_sample(0.5, draw, 0.25 + 0.02 * static_cast<double>(draw));
  study.add_number("linear_cka_distance", "12", 0.3);
  for (std::int64_t draw = 1; draw <= 4; ++draw) study.add_sample(0.5, draw, 0.4 + 0.001 * static_cast<double>(draw));
  BOOST_TEST(report_of(study).answers[0].sentence ==
             "With fewer items the value is lower in 2, higher in 1 and within 10 % in 0 of 4 cases (group, measure, "
             "size), by a 95 % interval each: 5 in 100 move by chance. Moved: orthogonal Procrustes distance 2 "
             "of 2, linear CKA distance 1 of 1.");
}

BOOST_AUTO_TEST_CASE(sub_samples_without_a_value_give_their_reason) {
  MadeStudy study;
  study.add_group("original", {0.8, 0.85, 0.9});
  study.add_number("pairwise_disagreement", "", 0.3);
  study.add_sample(0.02, 1, std::nullopt).reason = "want at least 4 items in a sub-sample, found 2 of 100";
  const StudyReport report = report_of(study);
  BOOST_TEST(report.answers[0].sentence.find("found 2 of 100") != std::string::npos, report.answers[0].sentence);
}

BOOST_AUTO_TEST_CASE(a_figure_shows_every_draw_their_mean_the_null_and_all_items) {
  const StudyReport report = report_of(falling());
  BOOST_REQUIRE(report.figures.size() == 1u);
  const StudyFigure& figure = report.figures[0];
  BOOST_REQUIRE(figure.series.size() == 4u);
  BOOST_TEST(figure.series[0].points.size() == 8u);
  BOOST_TEST(figure.series[1].points.size() == 3u);  // two sizes and all items
  BOOST_TEST(figure.series[2].points.size() == 3u);
  BOOST_TEST((figure.series[3].mark == StudySeries::Mark::hollow));
  BOOST_TEST(report.answers[2].verdict == "in the same direction");
  // Whole sentences: what all figures say stands once above them.
  BOOST_TEST(figure.caption.starts_with(
      "Points: one sub-sample each. Line: their mean. Hollow: all items, with the 95 % interval over seeds."));
}

// n = 10 and 50 of 100: sqrt((0.9 / 10) / (0.5 / 50)) = 3 for a mean; the draws' SD has a ratio of 5.
BOOST_AUTO_TEST_CASE(figures_of_tasks_that_do_not_learn_stand_last) {
  const MadeStudy flat = falling("rte"), learned = falling("cola");
  std::vector<Size> sizes = sizes_of(flat, false);
  const std::vector<Size> more = sizes_of(learned, false);
  sizes.insert(sizes.end(), more.begin(), more.end());
  const std::vector<StudyFigure> all = figures(sizes, {{"m", "rte"}});
  BOOST_TEST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].section == "original, cola, m");
  BOOST_TEST(all[1].section == "original, rte, m");
}

BOOST_AUTO_TEST_CASE(the_spread_shrinks_beside_that_of_a_mean) {
  const StudyAnswer answer = report_of(falling()).answers[1];
  BOOST_TEST(answer.verdict == "by a factor of 5.0");
  BOOST_TEST(answer.sentence.find("by a factor of 3.0") != std::string::npos, answer.sentence);
  BOOST_TEST(answer.sentence.find("each from its rate 0.1 to 0.5)") != std::string::npos, answer.sentence);
}

BOOST_AUTO_TEST_CASE(the_claim_that_sizes_can_be_compared_is_held_against_the_shift) {
  MadeStudy study = falling();
  study.publish("du_nguyen_2023");
  BOOST_TEST(report_of(study).claims.at(0).verdict == "does_not_hold");
  BOOST_TEST(report_of(study).claims.at(0).remark.find("Sizes alone are tested, not data sets against each other.") !=
             std::string::npos);
  for (StudyValue& value : study.subset_values_) value.instability = 0.4;
  BOOST_TEST(report_of(study).claims.at(0).verdict == "holds");
  study.subset_values_.resize(2);
  BOOST_TEST(report_of(study).claims.at(0).verdict == "cannot_tell");
}

/// Distances at so many sizes, all of them about 12 % below the value on all items and a little apart.
MadeStudy falling_a_little(std::size_t sizes) {
  MadeStudy study;
  study.publish("du_nguyen_2023");
  study.add_group("original", {0.9, 0.92, 0.91});
  study.add_number("orthogonal_procrustes_distance", "12", 0.4);
  for (std::size_t size = 1; size <= sizes; ++size)
    for (std::int64_t draw = 1; draw <= 4; ++draw)
      study.add_sample(0.02 * static_cast<double>(size), draw, 0.352 + 0.0015 * static_cast<double>(draw - 2));
  return study;
}

// t(0.975, 3) = 3.18 and, of 20 at once, t(0.99875, 3) = 9.5, times 0.0019 / 2 on either side of -0.0473: the limit is
// -0.04.
BOOST_AUTO_TEST_CASE(a_claim_about_all_sizes_needs_intervals_that_hold_at_once) {
  const StudyClaim one = report_of(falling_a_little(1)).claims.at(0);
  BOOST_TEST(one.verdict == "does_not_hold", one.remark);
  const StudyClaim twenty = report_of(falling_a_little(20)).claims.at(0);
  BOOST_TEST(twenty.verdict == "cannot_tell", twenty.remark);
  BOOST_TEST(twenty.remark.find("hold for all these sizes at once (Bonferroni)") != std::string::npos, twenty.remark);
}

BOOST_AUTO_TEST_CASE(nothing_is_claimed_of_a_task_that_is_not_learned) {
  MadeStudy study = falling_a_little(1);
  for (StudyRun& run : study.groups_[0].runs) run.scores["test"] = 0.75;  // what one class scores
  const StudyClaim claim = report_of(study).claims.at(0);
  BOOST_TEST(claim.verdict == "cannot_tell");
  BOOST_TEST(claim.remark.starts_with("There is no such value"), claim.remark);
}

BOOST_AUTO_TEST_CASE(the_printed_formula_is_named_with_what_it_gives_here) {
  MadeStudy study = falling_a_little(1);
  const auto note_of = [](const StudyReport& report) {
    for (const std::string& note : report.notes)
      if (note.starts_with("Row 6 of the paper-versus-code list: the printed formula is no distance")) return note;
    return std::string("no note of row 6");
  };
  BOOST_TEST(note_of(report_of(study)).ends_with("The printed formula was not measured here."));
  study.add_number("orthogonal_procrustes_distance", "12", 0.995).variant = "as_printed";
  study.add_sample(0.5, 1, 0.99);
  const std::string note = note_of(report_of(study));
  BOOST_TEST(note.find("gives 0.995 on all items where the distance is 0.400") != std::string::npos, note);
  const StudyReport report = report_of(study);
  std::vector<double> numbers;
  for (const auto& row : table_named(report, "paper_versus_code").rows) numbers.push_back(std::get<double>(row[0]));
  BOOST_TEST(numbers == (std::vector<double>{6, 7, 9, 11, 30, 35}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_seed_cannot_tell_and_the_reason_speaks_of_seeds) {
  MadeStudy study;
  study.add_group("original", {0.9});
  study.add_number("pairwise_disagreement", "", std::nullopt);
  study.add_sample(0.5, 1, std::nullopt);
  const StudyReport report = report_of(study);
  BOOST_TEST(report.answers[0].verdict == "cannot tell");
  BOOST_TEST(report.answers[0].sentence.find("1 seed: a pair needs 2") != std::string::npos,
             report.answers[0].sentence);
}

BOOST_AUTO_TEST_SUITE_END()
