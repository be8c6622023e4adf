// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <boost/test/unit_test.hpp>

#include "report/html.hpp"
#include "report/markup.hpp"
#include "report/scale.hpp"
#include "report/screen.hpp"

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

reseed::StudyFigure scores() {
  reseed::StudyFigure figure;
  figure.id = "scores";
  figure.title = "Every seed <b>";
  figure.alternative = "original 0.7 & 0.8";
  figure.x_categories = {"original", "other"};
  figure.y_title = "accuracy (share of items; higher is better)";
  figure.series = {
      {"original", reseed::StudySeries::Mark::points, {{0, 0.7, 0.65, 0.75, "seed 0"}, {0, 0.8, {}, {}, ""}}},
      {"other", reseed::StudySeries::Mark::hollow, {{1, 0.75, {}, {}, ""}}}};
  return figure;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(svg)

BOOST_AUTO_TEST_CASE(a_figure_has_title_description_axis_and_every_point) {
  const std::string text = reseed::svg(scores());
  BOOST_TEST(has(text, "<title id=\"scores-title\">Every seed &lt;b&gt;</title>"));
  BOOST_TEST(has(text, "original 0.7 &amp; 0.8"));
  BOOST_TEST(has(text, "accuracy (share of items; higher is better)"));
  BOOST_TEST(count(text, "class=\"m c0\"") == 3u);  // two points and the legend's mark
  BOOST_TEST(count(text, "class=\"h c1\"") == 2u);
  BOOST_TEST(has(text, "seed 0"));
  BOOST_TEST(text == reseed::svg(scores()));
}

BOOST_AUTO_TEST_CASE(a_figure_without_points_is_still_drawn) {
  reseed::StudyFigure figure = scores();
  figure.series.clear();
  BOOST_TEST(has(reseed::svg(figure), "</svg>"));
  BOOST_TEST(!has(reseed::svg(figure), "nan"));
  BOOST_TEST(!has(reseed::svg(figure), "inf"));
}

BOOST_AUTO_TEST_CASE(a_heatmap_writes_every_cell_and_a_dash_for_none) {
  reseed::StudyFigure figure;
  figure.id = "tau";
  figure.kind = reseed::StudyFigure::Kind::heatmap;
  figure.x_categories = figure.y_categories = {"a", "b"};
  figure.cells = {{1.0, -0.33}, {std::nullopt, 1.0}};
  const std::string text = reseed::svg(figure);
  BOOST_TEST(has(text, ">-0.33<"));
  BOOST_TEST(has(text, ">–<"));
  BOOST_TEST(count(text, "<rect") == 4u);
}

BOOST_AUTO_TEST_CASE(ticks_are_round_and_cover_the_data) {
  const reseed::Scale scale(0.613, 0.748, 0.0, 100.0);
  BOOST_TEST(scale.ticks().front() <= 0.613);
  BOOST_TEST(scale.ticks().back() >= 0.748);
  BOOST_TEST(scale.text(scale.ticks()[1]) == "0.65");
  BOOST_TEST(scale(scale.ticks().front()) == 0.0);
}

BOOST_AUTO_TEST_CASE(a_page_escapes_every_text_and_shows_the_answers) {
  reseed::ReportPage page;
  page.title = "<script>alert('x')</script>";
  page.report.answers = {{"Is it stable?", "no", "range \"3\" points"}};
  page.report.figures = {scores()};
  page.report.tables = {{"summary",
                         "Summary",
                         "",
                         {{"g", "Group", "", 0}, {"v", "Value", "nat", 2}},
                         {{std::string("<script>"), 0.5}, {std::string("b"), std::monostate{}}}}};
  page.rerun = {"reseed run <manifest>"};
  const std::string text = reseed::html(page);
  BOOST_TEST(!has(text, "<script>alert"));
  BOOST_TEST(count(text, "<script>") == 1u);  // the page's own
  BOOST_TEST(has(text, "range &quot;3&quot; points"));
  BOOST_TEST(has(text, "data-v=\"0.5\">0.50<"));
  BOOST_TEST(!has(text, "http://") == !has(reseed::svg(scores()), "http://"));  // only the SVG name space
  BOOST_TEST(!has(text, "https://"));
}

BOOST_AUTO_TEST_CASE(the_screen_aligns_columns_and_wraps_sentences) {
  reseed::StudyReport report;
  report.tables = {{"summary",
                    "Summary",
                    "",
                    {{"m", "Method", "", 0}, {"v", "Value", "", 1}},
                    {{std::string("original"), 7.25}, {std::string("±"), 10.0}}}};
  report.answers = {{"Is it stable?", "no.", "one two three four five six seven eight nine ten"}};
  const std::string text = reseed::screen(report, 40);
  BOOST_TEST(has(text, "  Method    Value\n  original    7.2\n  ±          10.0\n"), text);
  BOOST_TEST(has(text, "Is it stable? no.\n  one two three four five six seven\n  eight nine ten\n"), text);
}

BOOST_AUTO_TEST_SUITE_END()
